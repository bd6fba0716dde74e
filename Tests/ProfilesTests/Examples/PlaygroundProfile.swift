// snippet: imports
import FoundationEssentials
import GATT
import Profiles

// snippet: end

enum Playground {
  // snippet: raw
  enum Enabled: UInt8, RawDeserializable, StringDeserializable, CharacteristicConfigurable {
    typealias RawType = UInt8

    case no = 0
    case yes = 1

    // CharacteristicConfigurable
    static let uuid = "F000AA12-0451-4000-B000-000000000000"
    static let name = "Accelerometer Enabled"
    static let properties: CBCharacteristicProperties = [.read, .write]
    static let permissions: CBAttributePermissions = [.readable, .writeable]
    static let initialValue: Data? = SerDe.serialize(Enabled.no.rawValue)

    // StringDeserializable
    static let stringValues = ["No", "Yes"]

    var stringValue: [String: String] {
      [Enabled.name: self == .yes ? "Yes" : "No"]
    }

    init?(stringValue: [String: String]) {
      switch stringValue[Enabled.name] {
      case "Yes": self = .yes
      case "No": self = .no
      default: return nil
      }
    }
  }
  // snippet: end

  // snippet: array
  struct ArrayData: RawArrayDeserializable, CharacteristicConfigurable, StringDeserializable {
    // CharacteristicConfigurable
    static let uuid = "F000AA11-0451-4000-B000-000000000000"
    static let name = "Accelerometer Data"
    static let properties: CBCharacteristicProperties = [.read, .notify]
    static let permissions: CBAttributePermissions = [.readable, .writeable]
    static let initialValue: Data? = ArrayData(rawValue: [1, 2]).flatMap(SerDe.serialize)

    // RawArrayDeserializable
    static let size = 2
    let rawValue: [Int8]

    init?(rawValue: [Int8]) {
      guard rawValue.count == 2 else { return nil }
      self.rawValue = rawValue
    }

    // StringDeserializable
    static let stringValues = [String]()

    var stringValue: [String: String] {
      ["value1": "\(rawValue[0])", "value2": "\(rawValue[1])"]
    }

    init?(stringValue: [String: String]) {
      guard let text1 = stringValue["value1"], let text2 = stringValue["value2"],
        let value1 = Int8(text1), let value2 = Int8(text2)
      else { return nil }
      rawValue = [value1, value2]
    }
  }
  // snippet: end

  // snippet: pair
  struct PairData: RawPairDeserializable, CharacteristicConfigurable, StringDeserializable {
    // CharacteristicConfigurable
    static let uuid = "F000AA30-0451-4000-B000-000000000000"
    static let name = "Magnetometer Data"
    static let properties: CBCharacteristicProperties = [.read, .notify]
    static let permissions: CBAttributePermissions = [.readable, .writeable]
    static let initialValue: Data? = PairData(rawValue1: 10, rawValue2: -10)
      .flatMap(SerDe.serialize)

    // RawPairDeserializable
    let rawValue1: UInt8
    let rawValue2: Int8

    init?(rawValue1: UInt8, rawValue2: Int8) {
      self.rawValue1 = rawValue1
      self.rawValue2 = rawValue2
    }

    // StringDeserializable
    static let stringValues = [String]()

    var stringValue: [String: String] {
      ["value1": "\(rawValue1)", "value2": "\(rawValue2)"]
    }

    init?(stringValue: [String: String]) {
      guard let text1 = stringValue["value1"], let text2 = stringValue["value2"],
        let value1 = UInt8(text1), let value2 = Int8(text2)
      else { return nil }
      (rawValue1, rawValue2) = (value1, value2)
    }
  }
  // snippet: end

  // snippet: arrayPair
  struct ArrayPairData: RawArrayPairDeserializable, CharacteristicConfigurable,
    StringDeserializable
  {
    // CharacteristicConfigurable
    static let uuid = "F000AA43-0451-4000-B000-000000000000"
    static let name = "Barometer Calibration"
    static let properties: CBCharacteristicProperties = [.read]
    static let permissions: CBAttributePermissions = [.readable]
    static let initialValue: Data? = ArrayPairData(rawValue1: [10, 100, 200], rawValue2: [-1, 1])
      .flatMap(SerDe.serialize)

    // RawArrayPairDeserializable
    static let size1 = 3
    static let size2 = 4
    let rawValue1: [UInt8]
    let rawValue2: [Int16]

    init?(rawValue1: [UInt8], rawValue2: [Int16]) {
      guard rawValue1.count == 3, rawValue2.count == 2 else { return nil }
      self.rawValue1 = rawValue1
      self.rawValue2 = rawValue2
    }

    // StringDeserializable
    static let stringValues = [String]()

    var stringValue: [String: String] {
      [
        "value11": "\(rawValue1[0])", "value12": "\(rawValue1[1])", "value13": "\(rawValue1[2])",
        "value21": "\(rawValue2[0])", "value22": "\(rawValue2[1])",
      ]
    }

    init?(stringValue: [String: String]) {
      let first = ["value11", "value12", "value13"].compactMap {
        stringValue[$0].flatMap(UInt8.init)
      }
      let second = ["value21", "value22"].compactMap { stringValue[$0].flatMap(Int16.init) }
      self.init(rawValue1: first, rawValue2: second)
    }
  }
  // snippet: end

  // snippet: string
  struct SerialNumber: CharacteristicConfigurable {
    static let uuid = "2A25"
    static let name = "Device Serial Number"
    static let properties: CBCharacteristicProperties = [.read]
    static let permissions: CBAttributePermissions = [.readable, .writeable]
    static let initialValue = SerDe.serialize("AAA11")
  }
  // snippet: end

  // snippet: service
  struct AccelerometerService: ServiceConfigurable {
    static let uuid = "F000AA10-0451-4000-B000-000000000000"
    static let name = "TI Accelerometer"
    static let tag = "TI Sensor Tag"
  }

  static func create(_ profileManager: inout ProfileManager) throws {
    var service = try ConfiguredServiceProfile<AccelerometerService>()
    service.addCharacteristic(try RawArrayCharacteristicProfile<ArrayData>())
    service.addCharacteristic(try RawCharacteristicProfile<Enabled>())
    service.addCharacteristic(try RawPairCharacteristicProfile<PairData>())
    service.addCharacteristic(try RawArrayPairCharacteristicProfile<ArrayPairData>())
    service.addCharacteristic(try StringCharacteristicProfile<SerialNumber>())
    profileManager.addService(service)
  }
  // snippet: end
}
