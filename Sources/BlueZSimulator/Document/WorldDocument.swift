public import FoundationEssentials
import GATT
public import Profiles

/// A simulated world as a JSON document: adapters, what is around them, and how it changes.
///
/// ```swift
/// let world = SimulatedBlueZ(try WorldDocument(parsing: text))
/// ```
///
/// The same documents are what `blue simulate` serves to programs in any language. Three
/// come with the library: ``Shipped``.
public struct WorldDocument: Sendable {
  let adapters: [AdapterEntry]
  let faults: [FaultEntry]
  let daemon: DaemonEntry
  /// What the message bus allows.
  package let bus: BusEntry

  /// Reads a document; an error says where it is wrong and what would be right.
  public init(parsing text: String) throws(SimulatorError) {
    try self.init(utf8: Data(text.utf8))
  }

  /// Reads the octets of a document; errors as with ``init(parsing:)``.
  public init(utf8 octets: Data) throws(SimulatorError) {
    do throws(ProfileError) {
      try self.init(json: try ProfileJSON(utf8: octets))
    } catch {
      throw SimulatorError.badDocument(error)
    }
  }

  /// Takes a document that was read before; errors as with ``init(parsing:)``.
  public init(json: ProfileJSON) throws(ProfileError) {
    let node = JSONNode(json)
    try node.checkMembers(["adapters", "peripherals", "centrals", "faults", "daemon", "bus"])
    if let members = ["peripherals", "centrals"].first(where: { node.optional($0) != nil }) {
      guard node.optional("adapters") == nil else {
        throw node.error(allowed: "a world with either adapters or \(members)")
      }
      adapters = [try AdapterEntry(around: node)]
    } else {
      guard let adapters = node.optional("adapters") else {
        throw node.error(
          allowed: "a world, which has peripherals, centrals or adapters, "
            + "such as {\"peripherals\": [{\"name\": \"Belt\"}]}")
      }
      self.adapters = try adapters.map { one throws(ProfileError) in try AdapterEntry(one) }
    }
    daemon = try node.optional("daemon").map(DaemonEntry.init) ?? DaemonEntry()
    bus = try node.optional("bus").map(BusEntry.init) ?? BusEntry()
    try Self.checkAddresses(of: adapters)
    let names = DocumentNames(
      devices: adapters.flatMap(\.devices), adapters: try Self.identifiers(of: adapters))
    faults =
      try node.optional("faults")?.map { one throws(ProfileError) in
        try FaultEntry(one, names)
      } ?? []
  }

  /// The kernel's names of adapters in a world that has no others, each with its own.
  private static func identifiers(
    of adapters: [AdapterEntry]
  ) throws(ProfileError) -> [String] {
    var seen: Set<UInt8> = []
    var identifiers: [String] = []
    for (place, index) in adapters.map(\.index).enumerated() {
      let index = index ?? SimulatedBlueZ.free(seen)
      guard seen.insert(index).inserted else {
        throw ProfileError.badJSON(
          "\(index)", allowed: "an index of its own", path: "adapters[\(place)].index")
      }
      identifiers.append("hci\(index)")
    }
    return identifiers
  }

  private static func checkAddresses(of adapters: [AdapterEntry]) throws(ProfileError) {
    var seen: Set<BluetoothAddress> = []
    for (place, adapter) in adapters.enumerated() {
      guard let address = adapter.address, !seen.insert(address).inserted else { continue }
      throw ProfileError.badJSON(
        "\"\(address)\"", allowed: "an address of its own", path: "adapters[\(place)].address")
    }
  }

  /// How many adapters there are.
  public var adapterCount: Int { adapters.count }

  /// How many peripherals there are, each member of a crowd counted.
  public var peripheralCount: Int {
    adapters.flatMap(\.peripherals).reduce(0) { $0 + $1.count }
  }

  /// How many remote centrals there are, each member of a crowd counted.
  public var centralCount: Int {
    adapters.flatMap(\.centrals).reduce(0) { $0 + $1.count }
  }
}

extension SimulatedBlueZ {
  /// Makes a world that is stepped by hand from a document.
  public convenience init(_ document: WorldDocument) {
    self.init()
    add(document)
  }

  /// Makes a world that runs by itself in real time from a document.
  public static func live(_ document: WorldDocument) -> SimulatedBlueZ {
    let world = live()
    world.add(document)
    return world
  }

  /// Plugs in the adapters of a document, with what is around them.
  @discardableResult public func add(_ document: WorldDocument) -> [SimulatedAdapter] {
    document.daemon.configure(self)
    document.bus.configure(self)
    var numbers = DeviceNumbers(taken: Set(document.adapters.flatMap(\.givenAddresses)))
    let adapters = document.adapters.map { entry in
      let adapter = addAdapter(
        index: entry.index, address: entry.address, isPowered: entry.isPowered)
      for peripheral in entry.peripherals { peripheral.add(to: adapter, &numbers) }
      for central in entry.centrals { central.add(to: adapter, &numbers) }
      return adapter
    }
    for fault in document.faults { fault.set(in: self, adapters) }
    return adapters
  }
}

extension SimulatorError {
  static func badDocument(_ error: ProfileError) -> SimulatorError {
    SimulatorError(description: "the world is not as it should be: \(error)")
  }
}
