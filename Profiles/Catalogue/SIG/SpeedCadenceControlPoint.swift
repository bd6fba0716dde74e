public import FoundationEssentials
import GATT

extension BluetoothSIG {
  /// What a client asks of a speed and cadence sensor, and the answer (SC Control Point, 2A55).
  ///
  /// Requests are written, the response is indicated (Cycling Speed and Cadence Service 1.0,
  /// 3.4; Running Speed and Cadence Service 1.0, 3.4).
  public enum SpeedCadenceControlPoint: ProfileValue, Hashable {
    /// Sets the wheel's counter or the total distance, 0...4294967295.
    case setCumulativeValue(Int)
    /// Starts the calibration of the sensor.
    case startCalibration
    /// Tells the sensor where it is.
    case updateLocation(SensorLocation)
    /// Asks which locations the sensor supports.
    case requestLocations
    /// The sensor's answer to a request.
    case response(Response)
    /// A code without a case of its own, with the octets after it.
    case other(UInt8, Data)

    /// The answer to a request.
    public struct Response: Hashable, Sendable {
      /// The op code of the request, 0...255.
      public var requestOpCode: Int
      /// What became of it.
      public var result: Result
      /// The locations that the sensor supports; there if it was asked for them and succeeded.
      public var locations: [SensorLocation]?

      /// Makes an answer.
      public init(requestOpCode: Int, result: Result, locations: [SensorLocation]? = nil) {
        self.requestOpCode = requestOpCode
        self.result = result
        self.locations = locations
      }

      // Request and result form one word, because together they say what follows.
      static let layout = Layout<Response>(
        Response.init(requestOpCode:result:locations:), flags: .uint16
      ) {
        Field("requestOpCode", \.requestOpCode, .bits(0..<8))
        Field("responseCode", \.result, .bits(8..<16, style: .code))
        Field(
          "locations", \.locations,
          .when(.response(to: 4), .toEnd(.enumeration(style: .code))))
      }
    }

    /// What became of a request.
    public struct Result: OpenEnumeration {
      /// The octet that is sent.
      public let rawValue: UInt8

      /// Keeps any octet, with or without a name.
      public init(rawValue: UInt8) {
        self.rawValue = rawValue
      }

      /// The request was carried out.
      public static let success = Result(rawValue: 1)
      /// The sensor does not know the op code.
      public static let opCodeNotSupported = Result(rawValue: 2)
      /// The value after the op code is not possible.
      public static let invalidParameter = Result(rawValue: 3)
      /// The sensor tried and failed.
      public static let operationFailed = Result(rawValue: 4)

      /// The codes that have a name.
      public static let names: [(code: Result, name: String)] = [
        (.success, "success"), (.opCodeNotSupported, "opCodeNotSupported"),
        (.invalidParameter, "invalidParameter"), (.operationFailed, "operationFailed"),
      ]
    }

    /// An op code and what follows it.
    public static let profileLayout = Layout<Self>(
      union: "opCode",
      [
        .payload(
          0x01, name: "setCumulativeValue", .single(.uint32(), name: "cumulativeValue"),
          make: Self.setCumulativeValue
        ) { if case .setCumulativeValue(let value) = $0 { value } else { nil } },
        .plain(0x02, name: "startCalibration", .startCalibration),
        .payload(
          0x03, name: "updateLocation", SensorLocation.profileLayout, make: Self.updateLocation
        ) { if case .updateLocation(let location) = $0 { location } else { nil } },
        .plain(0x04, name: "requestLocations", .requestLocations),
        .payload(0x10, name: "response", Response.layout, make: Self.response) {
          if case .response(let response) = $0 { response } else { nil }
        },
        .others(make: Self.other) {
          if case .other(let code, let octets) = $0 { (code, octets) } else { nil }
        },
      ])

    /// The characteristic, which two services have.
    static let characteristic = CharacteristicProfile<Self>(
      "SC Control Point", uuid: 0x2A55, properties: [.write, .indicate])
  }
}

extension FlagCondition {
  /// What follows an op code and a result, 1 for success, in one word.
  static func response(to opCode: UInt64, result: UInt64 = 1) -> FlagCondition {
    FlagCondition(bits: BitRange(0..<16), equal: result << 8 | opCode)
  }
}
