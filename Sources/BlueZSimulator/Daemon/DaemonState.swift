import BlueZ
import DBus
import GATT

/// The whole state of the simulated daemon, which asks for what is to be done and does nothing.
struct DaemonState: Sendable {
  /// The time of the world at the present event.
  var now: Duration = .zero
  var tree = ObjectStore()
  var adapters: [ObjectPath: SimulatedAdapter] = [:]
  var devices: [ObjectPath: DeviceState] = [:]
  var discoveries: [ObjectPath: Discovery] = [:]
  var isAccessDenied = false
  /// The daemon has looked for controllers; later ones are found as they are plugged in.
  var isStarted = false
  /// Calls that came before that; the daemon reads them only then.
  var waitingCalls: [(call: MethodCall, client: Client)] = []
  /// Interfaces that are offered on trial are there (`bluetoothd --experimental`).
  var isExperimental = false
  /// Attributes stay exported without a link (`Cache = always`).
  var keepsAttributes = true
  var agents: [Agent] = []
  var applications: [Application] = []
  var advertisements: [RegisteredAdvertisement] = []
  var lastPairing = 0
  /// The handle of a peripheral's first service.
  var firstHandle = 0x0010
  private var effects: [Effect] = []

  /// Runs an event at a time and gives what is to be done, in order.
  mutating func run(at now: Duration, _ event: (inout DaemonState) -> Void) -> [Effect] {
    self.now = now
    event(&self)
    defer { effects = [] }
    return effects
  }

  mutating func emit(_ effect: Effect) { effects.append(effect) }

  // MARK: The tree

  /// Adds an object, or interfaces of it, and announces it.
  mutating func add(_ path: ObjectPath, _ table: InterfaceTable, _ properties: Properties) {
    add(path, [(table, properties)])
  }

  /// Adds an object with several interfaces, and announces it.
  mutating func add(_ path: ObjectPath, _ tables: [(InterfaceTable, Properties)]) {
    var interfaces: [String: Properties] = [BusNames.introspectable: [:]]
    if tables.contains(where: { !$0.0.properties.isEmpty }) {
      interfaces[BusNames.properties] = [:]
    }
    for (table, properties) in tables { interfaces[table.name] = properties }
    tree.add(path, interfaces)
    let entries = interfaces.sorted { $0.key < $1.key }.map { name, properties in
      Value.DictionaryEntry(key: .string(name), value: .properties(properties))
    }
    emit(
      .signal(
        .signal(
          path: "/", interface: BusNames.objectManager, member: "InterfacesAdded",
          [
            .objectPath(path),
            .dictionary(key: Signatures.string, value: Signatures.properties, entries),
          ])))
  }

  /// Removes an object and announces it.
  mutating func remove(_ path: ObjectPath) {
    let names = tree.interfaces(of: path).keys.sorted()
    guard !names.isEmpty else { return }
    _ = tree.remove(path, names)
    emit(
      .signal(
        .signal(
          path: "/", interface: BusNames.objectManager, member: "InterfacesRemoved",
          [.objectPath(path), .strings(names)])))
  }

  /// Removes a path and everything below it: children in order, each before its parent.
  mutating func removeAll(from path: ObjectPath) {
    // A tilde sorts after the slash and after all that a path may contain.
    let paths = tree.paths.filter { $0.isInside(path) }
    for path in paths.sorted(by: { $0.string + "~" < $1.string + "~" }) { remove(path) }
  }

  /// Changes properties and announces it; a value need not differ from the one before.
  mutating func change(
    _ path: ObjectPath, _ table: InterfaceTable, _ changed: Properties,
    invalidated: [String] = []
  ) {
    guard tree.change(path, table.name, changed, invalidated: invalidated) else { return }
    emit(
      .signal(
        .signal(
          path: path, interface: BusNames.properties, member: "PropertiesChanged",
          [.string(table.name), .properties(changed), .strings(invalidated)])))
  }

  /// Forgets properties without a word, as the daemon does with those that depend on the link.
  mutating func drop(_ names: [String], _ table: InterfaceTable, of path: ObjectPath) {
    _ = tree.change(path, table.name, [:], invalidated: names)
  }

  func property(_ name: String, _ table: InterfaceTable, of path: ObjectPath) -> Value? {
    tree.properties(table, of: path)?[name]
  }

  func isPowered(_ adapter: ObjectPath) -> Bool {
    property("Powered", .adapter, of: adapter)?.asBool == true
  }
}

/// Signatures that bodies are made of.
enum Signatures {
  static let string: Signature = "s"
  static let properties: Signature = "a{sv}"
  static let path: Signature = "o"
  static let interfaces: Signature = "a{sa{sv}}"
}

extension DaemonEvent {
  func apply(to state: inout DaemonState) {
    switch self {
    case .adaptersFound: state.adaptersFound()
    case .adapterReady(let path): state.setPower(true, of: path)
    case .forget(let path, let time): state.forget(path, unlessSeenAfter: time)
    case .tryLink(let path, let attempt, let until): state.tryLink(path, attempt, until: until)
    case .services(let path, let epoch): state.servicesResolved(path, epoch)
    case .name(let path, let epoch): state.nameRead(path, epoch)
    case .unlink(let path, let epoch): state.unlink(path, epoch)
    case .loseLink(let path, let epoch):
      if state.devices[path]?.linkEpoch == epoch { state.loseLink(path) }
    case .pair(let path, let id): state.exchange(path, id)
    case .battery(let path, let epoch): state.batteryRead(path, epoch)
    case .typed(let path, let id): state.typed(path, id)
    case .advertisements, .read, .write: break
    case .hungUp(let path, let end): state.hungUp(path, end)
    case .startNotify(let path, let call, let client, let epoch):
      state.startedNotifying(path, call, client, epoch)
    }
  }
}
