import FoundationEssentials
import GATT
import Profiles

/// A peripheral of a document, or a crowd of them.
struct PeripheralEntry: Crowd, Sendable {
  enum Kind: Sendable {
    /// Made of what stands in the document.
    case plain
    case sensorTag(SensorTagMotion)
  }

  var kind = Kind.plain
  var name: String?
  var address: BluetoothAddress?
  var addressType = AddressType.random
  var rssi = Changing(-60)
  var isAdvertising = true
  /// Instead of the name; an empty one is none.
  var advertisedName: String?
  var txPower: Int?
  var appearance: UInt16?
  var advertisedServices: [BluetoothUUID] = []
  var manufacturerData: [UInt16: Changing<Data>] = [:]
  var serviceData: [BluetoothUUID: Changing<Data>] = [:]
  /// From one advertisement to the next; as long as what changes stays the same by default.
  var interval: Duration?
  var mtu = 517
  var services: [ServiceEntry] = []
  /// How long each link lasts, and how long nothing is heard then.
  var loss: (after: Duration, silence: Duration)?
  var pairing = SimulatedPairing.justWorks
  var count = 1

  static func list(_ node: JSONNode) throws(ProfileError) -> [PeripheralEntry] {
    var seen: Set<BluetoothAddress> = []
    return try node.map { one throws(ProfileError) in
      let entry = try PeripheralEntry(one)
      try entry.take(from: &seen, one)
      return entry
    }
  }

  init(_ node: JSONNode) throws(ProfileError) {
    let isTag = try node.optional("profile").map(Self.isSensorTag) ?? false
    if isTag {
      try node.checkMembers([
        "profile", "motion", "address", "rssi", "advertising", "linkLoss", "pairing",
      ])
      kind = .sensorTag(try node.optional("motion")?.motion ?? .turning)
    } else {
      try node.checkMembers([
        "profile", "name", "address", "addressType", "rssi", "advertising", "advertisedName",
        "txPower", "appearance", "advertisedServices", "manufacturerData", "serviceData",
        "interval_ms", "mtu", "services",
        "linkLoss", "pairing", "count",
      ])
    }
    name = try node.optional("name")?.deviceName
    address = try node.optional("address")?.address
    addressType = try node.optional("addressType")?.choice() ?? .random
    if let rssi = node.optional("rssi") { self.rssi = try Changing(rssi: rssi) }
    isAdvertising = try node.optional("advertising")?.truth ?? true
    advertisedName = try node.optional("advertisedName")?.deviceName
    txPower = try node.optional("txPower")?.whole(in: -127...20)
    appearance = try node.optional("appearance")?.whole()
    if let list = node.optional("services") { services = try ServiceEntry.list(list) }
    advertisedServices =
      try node.optional("advertisedServices")?.map { one throws(ProfileError) in
        try one.service
      } ?? services.map(\.uuid)
    for (key, data) in try node.optional("manufacturerData")?.members ?? [] {
      guard let company = UInt16(key, radix: 16) else {
        throw ProfileError.badJSON(
          "\"\(key)\"", allowed: "a company's number in hexadecimal digits, such as 0059",
          path: data.path)
      }
      manufacturerData[company] = try Changing(
        octets: data, profile: ProfileManager.catalogue.frame(company: company), limit: 251)
    }
    for (key, data) in try node.optional("serviceData")?.members ?? [] {
      let uuid = try JSONNode(.string(key), path: data.path).service
      serviceData[uuid] = try Changing(
        octets: data, profile: ProfileManager.catalogue.frame(serviceData: uuid), limit: 251)
    }
    interval = try node.optional("interval_ms")?.duration(.milliseconds(1))
    if let mtu = node.optional("mtu") { self.mtu = try mtu.whole(in: 23...517) }
    if let loss = node.optional("linkLoss") { self.loss = try Self.loss(loss) }
    if let pairing = node.optional("pairing") { self.pairing = try pairing.pairing }
    count = try node.count
  }

  private static func isSensorTag(_ node: JSONNode) throws(ProfileError) -> Bool {
    guard try node.text == "sensortag" else { throw node.error(allowed: "sensortag") }
    return true
  }

  private static func loss(
    _ node: JSONNode
  ) throws(ProfileError) -> (after: Duration, silence: Duration) {
    try node.checkMembers(["after_ms", "silence_ms"])
    let silence = try node.optional("silence_ms")?.duration(.milliseconds(1))
    return (try node.node("after_ms").duration(.milliseconds(1)), silence ?? .zero)
  }
}

extension JSONNode {
  /// A name that a device may have (Core specification, volume 3, part C, 12.1: 248 octets).
  var deviceName: String {
    get throws(ProfileError) {
      let text = try text
      guard text.utf8.count <= 248, !text.utf8.contains(0) else {
        throw error(allowed: "a name of at most 248 octets without NUL")
      }
      return text
    }
  }

  fileprivate var motion: SensorTagMotion {
    get throws(ProfileError) {
      switch try text {
      case "turning": .turning
      case "counting": .counting
      default: throw error(allowed: "one of turning, counting")
      }
    }
  }
}
