import GATT
import Profiles

/// An adapter of a document.
struct AdapterEntry: Sendable {
  var index: UInt8?
  var address: BluetoothAddress?
  var isPowered = true
  var peripherals: [PeripheralEntry] = []
  var centrals: [CentralEntry] = []

  /// The only adapter of a world, which has the world's members itself.
  init(around node: JSONNode) throws(ProfileError) { try readDevices(node) }

  init(_ node: JSONNode) throws(ProfileError) {
    try node.checkMembers(["index", "address", "powered", "peripherals", "centrals"])
    index = try node.optional("index")?.whole()
    address = try node.optional("address")?.address
    isPowered = try node.optional("powered")?.truth ?? true
    try readDevices(node)
  }

  private mutating func readDevices(_ node: JSONNode) throws(ProfileError) {
    if let list = node.optional("peripherals") { peripherals = try PeripheralEntry.list(list) }
    if let list = node.optional("centrals") {
      centrals = try CentralEntry.list(list, beside: peripherals)
    }
  }

  /// The addresses that the document gives to devices around it.
  var givenAddresses: [BluetoothAddress] {
    (peripherals.flatMap(\.givenAddresses) + centrals.flatMap(\.givenAddresses))
      .compactMap(\.self)
  }
}

extension JSONNode {
  /// A device address.
  var address: BluetoothAddress {
    get throws(ProfileError) {
      guard let address = BluetoothAddress(try text) else {
        throw error(allowed: "an address such as C4:BE:84:00:00:01")
      }
      return address
    }
  }

  /// A UUID, or the name that one of some kind has.
  func uuid(_ named: (String) -> [BluetoothUUID]) throws(ProfileError) -> BluetoothUUID {
    let text = try text
    guard let uuid = BluetoothUUID(text) ?? named(text).first else {
      throw error(allowed: "a UUID such as 2A37, or the name of one")
    }
    return uuid
  }

  /// The UUID of a service.
  var service: BluetoothUUID {
    get throws(ProfileError) {
      try uuid { text in
        let own = ProfileManager.catalogue.entries.map(\.service)
          .filter { $0.name.lowercased() == text.lowercased() }
        return own.map(\.uuid) + AssignedName.services(named: text)
      }
    }
  }

  /// A time of at least one unit.
  func duration(_ unit: Duration) throws(ProfileError) -> Duration {
    let count: UInt32 = try whole()
    guard count > 0 else { throw error(allowed: "a whole number of 1...\(UInt32.max)") }
    return unit * Int(count)
  }
}
