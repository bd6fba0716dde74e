import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT
import Profiles
import Testing

/// The steps that conversations are made of.
final class Talk {
  enum Attribute: UInt16 {
    case data = 0xAA11
    case enabled = 0xAA12
    case period = 0xAA13
    case control = 0xAA1F

    var uuid: String {
      BluetoothUUID(rawValue, base: TISensorTag.base).fullLowercased
    }
  }

  static let adapterPath: ObjectPath = "/org/bluez/hci0"
  static let devicePath: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01"
  /// Emulated machines are slow; what ends well ends long before.
  static let limit: Duration = .seconds(150)

  let ground: any BusGround
  let client: RecordingClient
  private var attributes: [ObjectPath: [String: Properties]] = [:]

  init(_ ground: any BusGround) {
    self.ground = ground
    client = RecordingClient(ground)
  }

  @discardableResult
  func call(
    _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Value] = []
  ) throws -> Result<Message, DBusError> {
    try ground.wait(for: client.call(path, interface, member, body), within: Self.limit)
  }

  func adapter(_ member: String, _ body: [Value] = []) throws {
    try call(Self.adapterPath, InterfaceTable.adapter.name, member, body)
  }

  /// Nobody is asked, so there is no need for the agent's object.
  func agent(_ member: String, _ others: Value...) throws {
    try call(
      "/org/bluez", InterfaceTable.agentManager.name, member,
      [.objectPath("/recorder/agent")] + others)
    try ground.settle()
  }

  func device(_ member: String) throws {
    try call(Self.devicePath, InterfaceTable.device.name, member)
  }

  @discardableResult
  func tree() throws -> [ObjectPath: [String: Properties]] {
    let reply = try call("/", BusNames.objectManager, "GetManagedObjects").get()
    return try #require(ObjectMessages.managedObjects(reply))
  }

  // MARK: Devices

  /// Lets the daemon forget the device, so that every conversation begins alike.
  func forget() throws {
    guard try tree()[Self.devicePath] != nil else { return }
    let gone = client.signal { ObjectMessages.interfacesRemoved($0)?.path == Self.devicePath }
    try adapter("RemoveDevice", [.objectPath(Self.devicePath)])
    try ground.wait(for: gone, within: Self.limit)
  }

  func setFilter() throws {
    try adapter("SetDiscoveryFilter", [.properties(["Transport": .string("le")])])
  }

  /// Discovers until the device is there and its advertisement was heard.
  func find(isFiltered: Bool = false, _ meanwhile: () throws -> Void = {}) throws {
    if !isFiltered { try setFilter() }
    let found = client.signal { signal in
      signal.changes("RSSI") != nil
        || ObjectMessages.interfacesAdded(signal)?.path == Self.devicePath
    }
    try adapter("StartDiscovery")
    try ground.wait(for: found, within: Self.limit)
    try meanwhile()
    let ended = client.signal { $0.changes("Discovering")?.asBool == false }
    try adapter("StopDiscovery")
    try ground.wait(for: ended, within: Self.limit)
  }

  func connect() throws {
    let resolved = client.signal { $0.changes("ServicesResolved")?.asBool == true }
    try device("Connect")
    try ground.wait(for: resolved, within: Self.limit)
    // The daemon asks for the name after that.
    try ground.settle()
  }

  func findAndConnect() throws {
    try find()
    try connect()
    attributes = [:]
    // Before recording begins, attributes are looked up and the sensor is as at first.
    try write(.enabled, [0])
    try ground.settle()
  }

  func disconnect() throws {
    let ended = client.signal { $0.changes("Connected")?.asBool == false }
    try device("Disconnect")
    try ground.wait(for: ended, within: Self.limit)
    try ground.settle()
  }

  // MARK: Attributes

  func path(_ attribute: Attribute) throws -> ObjectPath {
    if attributes.isEmpty { attributes = try tree() }
    let found = attributes.first { _, interfaces in
      interfaces[InterfaceTable.characteristic.name]?["UUID"]?.asString == attribute.uuid
    }
    return try #require(found?.key)
  }

  /// The configuration of the data's subscribers.
  func descriptor() throws -> ObjectPath {
    let data = try path(.data)
    let found = attributes.keys.first { $0.parent == data }
    return try #require(found)
  }

  func read(_ attribute: Attribute, _ options: Properties = [:]) throws {
    try call(
      path(attribute), InterfaceTable.characteristic.name, "ReadValue", [.properties(options)])
  }

  func write(
    _ attribute: Attribute, _ octets: [UInt8], _ options: Properties = ["type": .string("request")]
  ) throws {
    try call(
      path(attribute), InterfaceTable.characteristic.name, "WriteValue",
      [.bytes(.init(octets)), .properties(options)])
  }

  /// Writes, and waits for values that are notified after it.
  func write(_ attribute: Attribute, _ octets: [UInt8], awaitingValues count: Int) throws {
    let first = client.signal { $0.changes("Value") != nil }
    try write(attribute, octets)
    try ground.wait(for: first, within: Self.limit)
    for _ in 1..<count {
      let next = client.signal { $0.changes("Value") != nil }
      try ground.wait(for: next, within: Self.limit)
    }
  }

  func notify(_ member: String) throws {
    try call(path(.data), InterfaceTable.characteristic.name, member)
  }
}

extension Message {
  /// The new value of a property, if this tells of one.
  func changes(_ property: String) -> Value? {
    ObjectMessages.propertiesChanged(self)?.changed[property]
  }
}
