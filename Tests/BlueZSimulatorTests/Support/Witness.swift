import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures

/// A plain client of the bus that writes down the replies and signals that it gets, in order.
final class Witness: Sendable {
  private struct Notes {
    var lines: [String] = []
    var store = ObjectStore()
    var registrations: [any Cancellable] = []
  }

  private let connection: Connection
  private let notes = Lock(Notes())
  private let bluez: SimulatedBlueZ

  init(_ bluez: SimulatedBlueZ) {
    self.bluez = bluez
    let box = Lock<(@Sendable (Connection.Event) -> Void)?>(nil)
    connection = Connection(.loopback(bluez.bus), loop: bluez.loop, name: "witness") { event in
      box.withLock { $0 }?(event)
    }
    box.withLock { $0 = { [weak self] in self?.note($0) } }
    let rules = [
      MatchRule(sender: BusNames.daemon, interface: BusNames.objectManager),
      MatchRule(sender: BusNames.daemon, interface: BusNames.properties),
    ]
    for rule in rules {
      let registration = connection.addMatch(rule) { [weak self] in self?.note($0) }
      notes.withLock { $0.registrations.append(registration) }
    }
    connection.watchName(BusNames.daemon)
    connection.open()
    bluez.run()
    take()
  }

  var uniqueName: String? { connection.uniqueName }

  /// Leaves the bus.
  func leave() { connection.close() }

  // MARK: Notes

  /// The lines since the last take.
  @discardableResult
  func take() -> [String] {
    notes.withLock { notes in
      defer { notes.lines = [] }
      return notes.lines
    }
  }

  /// The lines since the last take that contain one of the words.
  func take(only words: String...) -> [String] {
    take().filter { line in words.contains { line.contains($0) } }
  }

  private func note(_ event: Connection.Event) {
    guard case .nameOwnerChanged(let name, let old, let new) = event else { return }
    write(new == nil ? "\(name) left" : old == nil ? "\(name) came" : "\(name) moved")
  }

  private func note(_ signal: Message) {
    let name = signal.path?.lastElement ?? ""
    if let (path, interfaces) = ObjectMessages.interfacesAdded(signal) {
      notes.withLock { $0.store.add(path, interfaces) }
      let known = interfaces.keys.sorted().filter(Self.isBlueZ).map(Text.interface)
      if Self.isBattery(interfaces.keys) { return }
      write("added \(path.lastElement) \(known.joined(separator: " "))")
    } else if let (path, interfaces) = ObjectMessages.interfacesRemoved(signal) {
      _ = notes.withLock { $0.store.remove(path, interfaces) }
      let known = interfaces.sorted().filter(Self.isBlueZ).map(Text.interface)
      if Self.isBattery(interfaces) { return }
      write("removed \(path.lastElement) \(known.joined(separator: " "))")
    } else if let (interface, changed, invalidated) = ObjectMessages.propertiesChanged(signal),
      let path = signal.path
    {
      _ = notes.withLock {
        $0.store.change(path, interface, changed, invalidated: invalidated)
      }
      let words =
        changed.sorted { $0.key < $1.key }.map { "\($0.key)=\(Text.value($0.value))" }
        + invalidated.map { "-\($0)" }
      write("changed \(name) \(words.joined(separator: " "))")
    } else {
      write("signal \(name) \(signal.member ?? "")")
    }
  }

  /// Batteries come and go with links, beside what most tests are about.
  private static func isBattery(_ interfaces: some Collection<String>) -> Bool {
    interfaces.count == 1 && interfaces.first == InterfaceTable.battery.name
  }

  /// Every object has the standard interfaces too.
  private static func isBlueZ(_ interface: String) -> Bool { interface.hasPrefix("org.bluez.") }

  private func write(_ line: String) { notes.withLock { $0.lines.append(line) } }

  // MARK: Calls

  /// Sends a call; the answer comes as the world goes on.
  @discardableResult
  func call(
    _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Value] = [],
    timeout: Duration = .seconds(300)
  ) -> Answer {
    let answer = Answer()
    let message = Message.methodCall(
      to: BusNames.daemon, path: path, interface: interface, member: member, body)
    connection.call(message, timeout: timeout) { [weak self] result in
      switch result {
      case .success(let reply):
        let values = (try? reply.body()) ?? []
        answer.complete(.success(values))
        self?.write((["reply \(member)"] + values.map(Text.value)).joined(separator: " "))
      case .failure(let error):
        answer.complete(.failure(error))
        self?.write("error \(member) \(Text.error(error))")
      }
    }
    return answer
  }

  @discardableResult
  func adapter(_ member: String, _ body: [Value] = []) -> Answer {
    call(World.adapterPath, InterfaceTable.adapter.name, member, body)
  }

  @discardableResult
  func device(_ member: String, _ body: [Value] = []) -> Answer {
    call(World.devicePath, InterfaceTable.device.name, member, body)
  }

  @discardableResult
  func characteristic(_ path: ObjectPath, _ member: String, _ body: [Value] = []) -> Answer {
    call(path, InterfaceTable.characteristic.name, member, body)
  }

  @discardableResult
  func read(_ path: ObjectPath) -> Answer {
    characteristic(path, "ReadValue", [.properties([:])])
  }

  @discardableResult
  func write(_ path: ObjectPath, _ octets: [UInt8], type: String? = "request") -> Answer {
    characteristic(
      path, "WriteValue",
      [.bytes(.init(octets)), .properties(type.map { ["type": .string($0)] } ?? [:])])
  }

  @discardableResult
  func get(_ path: ObjectPath, _ table: InterfaceTable, _ name: String) -> Answer {
    call(path, BusNames.properties, "Get", [.string(table.name), .string(name)])
  }

  @discardableResult
  func set(_ path: ObjectPath, _ table: InterfaceTable, _ name: String, _ value: Value) -> Answer {
    call(
      path, BusNames.properties, "Set", [.string(table.name), .string(name), .variant(value)])
  }

  /// All objects that the daemon has now.
  func objects() -> [ObjectPath: [String: Properties]] {
    let objects = Lock<[ObjectPath: [String: Properties]]>([:])
    let message = Message.methodCall(
      to: BusNames.daemon, path: "/", interface: BusNames.objectManager,
      member: "GetManagedObjects")
    connection.call(message, timeout: .seconds(5)) { result in
      guard case .success(let reply) = result else { return }
      objects.withLock { $0 = ObjectMessages.managedObjects(reply) ?? [:] }
    }
    bluez.run()
    return objects.withLock { $0 }
  }
}
