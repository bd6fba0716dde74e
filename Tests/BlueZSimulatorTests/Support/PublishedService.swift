import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

/// A program with a heart-rate service and an advertisement, and a phone that may use them.
struct PublishedService {
  static let root: ObjectPath = "/app"
  static let rate: ObjectPath = "/app/service0/char0"
  static let control: ObjectPath = "/app/service0/char1"

  let bluez: SimulatedBlueZ
  let adapter: SimulatedAdapter
  let program: Program
  let central: SimulatedCentral

  init(isPowered: Bool = true) throws {
    bluez = SimulatedBlueZ()
    adapter = bluez.addAdapter(isPowered: isPowered)
    bluez.advance(by: .seconds(1))
    program = Program(bluez)
    let address = try #require(BluetoothAddress("D0:00:00:00:00:01"))
    central = SimulatedCentral(name: "Phone", address: address, mtu: 185)
  }

  /// The program in the world of a document, whose first central is the phone.
  init(_ document: String) throws {
    bluez = SimulatedBlueZ(try WorldDocument(parsing: document))
    adapter = try #require(bluez.adapters.first)
    central = try #require(adapter.centrals.first)
    bluez.advance(by: .milliseconds(300))
    program = Program(bluez)
  }

  static func tree(flags: [String] = ["read", "notify"]) -> Value {
    func object(
      _ path: ObjectPath, _ table: InterfaceTable, _ properties: Properties
    )
      -> Value.DictionaryEntry
    {
      let interfaces = Value.dictionary(
        key: "s", value: "a{sv}",
        [.init(key: .string(table.name), value: .properties(properties))])
      return .init(key: .objectPath(path), value: interfaces)
    }
    return .dictionary(
      key: "o", value: "a{sa{sv}}",
      [
        object("/app/service0", .service, ["UUID": .string("180D"), "Primary": .bool(true)]),
        object(
          rate, .characteristic,
          [
            "UUID": .string("2A37"), "Service": .objectPath("/app/service0"),
            "Flags": .strings(flags),
          ]),
        object(
          control, .characteristic,
          [
            "UUID": .string("2A39"), "Service": .objectPath("/app/service0"),
            "Flags": .strings(["write"]),
          ]),
      ])
  }

  /// Exports the application; other methods than that for the tree go to the closure.
  func export(
    tree: Value = Self.tree(),
    _ answer: @escaping @Sendable (MethodCall) -> Void = { $0.reply() }
  ) {
    program.export(Self.root, subtree: true) { call in
      guard call.message.member == "GetManagedObjects" else { return answer(call) }
      call.reply([tree])
    }
  }

  func register(_ path: ObjectPath = Self.root) -> Answer {
    let answer = program.call(
      World.adapterPath, .gattManager, "RegisterApplication",
      [.objectPath(path), .properties([:])])
    bluez.advance(by: .milliseconds(10))
    return answer
  }

  func advertise(
    _ properties: Properties = ["Type": .string("peripheral")], at path: ObjectPath = "/ad"
  ) -> Answer {
    program.export(path) { call in
      call.reply(call.message.member == "GetAll" ? [.properties(properties)] : [])
    }
    let answer = program.call(
      World.adapterPath, .advertisingManager, "RegisterAdvertisement",
      [.objectPath(path), .properties([:])])
    bluez.advance(by: .milliseconds(10))
    return answer
  }

  func property(_ name: String, _ table: InterfaceTable) -> Value? {
    Witness(bluez).objects()[World.adapterPath]?[table.name]?[name]
  }

  /// Notifies a heart rate.
  func notify(_ value: Data) {
    program.emit(
      .signal(
        path: Self.rate, interface: BusNames.properties, member: "PropertiesChanged",
        [
          .string(InterfaceTable.characteristic.name),
          .properties(["Value": .bytes(value)]), .strings([]),
        ]))
    bluez.run()
  }

  /// The characteristic as the connected phone finds it.
  func found(_ uuid: BluetoothUUID) throws -> SimulatedRemoteCharacteristic {
    let services = try bluez.wait(for: central.discoverServices())
    return try #require(services.first?.characteristic(uuid))
  }

  /// Everything registered, and the phone connected.
  static func connected(
    tree: Value = Self.tree(),
    _ answer: @escaping @Sendable (MethodCall) -> Void = { $0.reply() }
  ) throws -> PublishedService {
    let world = try PublishedService()
    world.export(tree: tree, answer)
    try #require(world.register().values == [])
    try #require(world.advertise().values == [])
    try world.bluez.wait(for: world.central.connect(to: world.adapter))
    world.bluez.advance(by: .seconds(1))
    return world
  }
}
