import BlueFutures
import BlueZ
import DBus
import Futures
import Glibc

@testable import blue

/// A daemon that others wrote: python-dbusmock's template `bluez5` on a bus of its own.
///
/// What the template cannot do, and so no test here asks for:
/// - It has no attributes, and `ServicesResolved` stays false: a test adds and sets what a link
///   needs, through the means that python-dbusmock has for every template.
/// - A discovery finds nothing by itself: a test adds devices. Filters filter nothing, and
///   `GetDiscoveryFilters` is missing.
/// - `Connect` succeeds at once, and there are no errors of the radio, no bonds that stay, and
///   no agents that are asked: devices are paired by an order to the template.
/// - Properties that it has empty carry other types than BlueZ's (`ManufacturerData` is `aa{qv}`).
final class StandIn {
  static let adapterPath: ObjectPath = "/org/bluez/hci0"
  static let devicePath: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01"

  let bus: PrivateBus
  let session: Session
  private let process: ChildProcess
  private let connection: Connection

  /// Starts it, and returns when it is on the bus.
  init() throws {
    let bus = try PrivateBus(address: nil)
    let owned = Promise<Void>()
    connection = Connection(.address(bus.address), loop: BusThread(), name: "mock") { event in
      switch event {
      case .nameOwnerChanged(_, _, .some): owned.success()
      case .openFailed(let error), .lost(let error): owned.failure(error)
      default: break
      }
    }
    connection.watchName("org.bluez")
    connection.open()
    process = try ChildProcess(
      [
        try Witness.python, "-m", "dbusmock", "--system", "--template", "bluez5", "--logfile",
        "/dev/null",
      ],
      environment: [PrivateBus.variable: bus.address])
    self.bus = bus
    try owned.future.wait(timeout: .seconds(60))
    session = Session.bus(address: bus.address)
  }

  /// Ends it, and the bus.
  func end() {
    connection.close()
    crash()
    bus.end()
  }

  /// Ends it without a word.
  func crash() {
    kill(process.process, SIGKILL)
    _ = process.reap()
  }

  /// Calls a method of an object, or of the template itself.
  @discardableResult
  func call(
    _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Value] = []
  ) throws -> [Value] {
    let promise = Promise<[Value]>()
    let message = Message.methodCall(
      to: "org.bluez", path: path, interface: interface, member: member, body)
    connection.call(message, timeout: .seconds(30)) { result in
      promise.complete(Result { try result.get().body() })
    }
    return try promise.future.wait(timeout: .seconds(60))
  }

  // MARK: Orders to the template

  func order(_ member: String, _ texts: String...) throws {
    try call("/", "org.bluez.Mock", member, texts.map(Value.string))
  }

  /// Adds an object of the template's kind.
  func add(
    _ path: ObjectPath, _ interface: String, _ properties: [String: Value],
    methods: [(name: String, takes: String, returns: String, code: String)] = []
  ) throws {
    let methods = methods.map { method in
      Value.structure([
        .string(method.name), .string(method.takes), .string(method.returns),
        .string(method.code),
      ])
    }
    try call(
      "/", "org.freedesktop.DBus.Mock", "AddObject",
      [
        .objectPath(path), .string(interface), .properties(properties),
        .array(element: "(ssss)", methods),
      ])
    // Adding an object does not announce it.
    let interfaces = Value.dictionary(
      key: "s", value: "a{sv}",
      [Value.DictionaryEntry(key: .string(interface), value: .properties(properties))])
    try call(
      "/", "org.freedesktop.DBus.Mock", "EmitSignal",
      [
        .string(BusNames.objectManager), .string("InterfacesAdded"), .string("oa{sa{sv}}"),
        .array(element: "v", [.variant(.objectPath(path)), .variant(interfaces)]),
      ])
  }

  func set(_ path: ObjectPath, _ interface: String, _ properties: [String: Value]) throws {
    try call(
      path, "org.freedesktop.DBus.Mock", "UpdateProperties",
      [.string(interface), .properties(properties)])
  }
}
