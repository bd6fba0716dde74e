import BlueZ
import DBus
import FoundationEssentials
import Futures

/// A tiny `org.bluez` whose answers a test decides: late, never, or with an error.
///
/// Without a script a link is made and ended at once, and everything else succeeds.
final class ScriptedDaemon: Sendable {
  indirect enum Answer: Sendable {
    case reply([Value])
    case error(String, String)
    /// Held back until `answerHeld` or for ever.
    case never
    case after(Duration, Answer)
    /// Something happens first, such as a signal.
    case first(@Sendable (ScriptedDaemon) -> Void, then: Answer)
    /// The test answers itself, at once or later.
    case by(@Sendable (ScriptedDaemon, MethodCall) -> Void)

    static let done = Answer.reply([])

    static func failed(_ text: String) -> Answer { .error("org.bluez.Error.Failed", text) }
  }

  private struct Shared {
    var tree: [ObjectPath: [String: Properties]] = [:]
    var scripts: [String: [Answer]] = [:]
    var habits: [String: Answer] = [:]
    var calls: [Message] = []
    var held: [MethodCall] = []
    var connection: Connection?
  }

  private let loop: ManualLoop
  private let bus: LoopbackBus
  private let shared = Lock(Shared())

  init(loop: ManualLoop, bus: LoopbackBus) {
    self.loop = loop
    self.bus = bus
    reset()
  }

  deinit { stop() }

  func start() {
    let connection = Connection(.loopback(bus), loop: loop, name: "scripted")
    _ = connection.export("/", subtree: true) { [weak self] in self?.receive($0) }
    shared.withLock { $0.connection = connection }
    connection.open()
    connection.requestName(BusNames.daemon) { _ in }
  }

  /// As SIGKILL does.
  func stop() {
    let (connection, held) = shared.withLock { shared in
      defer { (shared.connection, shared.held) = (nil, []) }
      return (shared.connection, shared.held)
    }
    connection?.close()
    _ = held
  }

  /// The tree of a daemon that knows one device with two services.
  func reset() {
    shared.withLock { $0.tree = Objects.tree }
  }

  // MARK: Scripts

  /// Answers the next calls of a method, one answer each.
  func script(_ member: String, _ answers: Answer...) {
    shared.withLock { $0.scripts[member, default: []] += answers }
  }

  /// Answers every call of a method that has no script; `nil` for the normal answer.
  func always(_ member: String, _ answer: Answer?) {
    shared.withLock { $0.habits[member] = answer }
  }

  /// Answers the calls that were held back, oldest first.
  func answerHeld(_ answers: Answer...) {
    for answer in answers {
      let call = shared.withLock { $0.held.isEmpty ? nil : $0.held.removeFirst() }
      if let call { give(answer, to: call) }
    }
  }

  var heldCount: Int { shared.withLock { $0.held.count } }

  // MARK: What was called

  /// Methods with the last element of their object's path, without the first snapshot.
  var calls: [String] {
    shared.withLock { $0.calls }.map { "\($0.member ?? "") \($0.path?.lastElement ?? "")" }
  }

  func count(_ member: String) -> Int {
    shared.withLock { $0.calls }.count { $0.member == member }
  }

  func bodies(_ member: String) -> [[Value]] {
    shared.withLock { $0.calls }.filter { $0.member == member }.map { (try? $0.body()) ?? [] }
  }

  /// The calls of a method, oldest first.
  func messages(_ member: String) -> [Message] {
    shared.withLock { $0.calls }.filter { $0.member == member }
  }

  func forgetCalls() { shared.withLock { $0.calls = [] } }

  private func receive(_ call: MethodCall) {
    let member = call.message.member ?? ""
    if member == "GetManagedObjects" { return give(.reply([Objects.value(tree)]), to: call) }
    let answer = shared.withLock { shared -> Answer? in
      shared.calls.append(call.message)
      if let answer = shared.scripts[member]?.first {
        shared.scripts[member]?.removeFirst()
        return answer
      }
      return shared.habits[member]
    }
    give(answer ?? normal(member), to: call)
  }

  private func normal(_ member: String) -> Answer {
    switch member {
    case "Connect": .first({ $0.link(true) }, then: .done)
    case "Disconnect": .first({ $0.link(false) }, then: .done)
    case "ReadValue": .reply([.bytes(Data())])
    case "AcquireNotify": .error("org.bluez.Error.NotSupported", "Operation is not supported")
    default: .done
    }
  }

  private func give(_ answer: Answer, to call: MethodCall) {
    switch answer {
    case .reply(let body): call.reply(body)
    case .error(let name, let text): call.replyError(name, text)
    case .never: shared.withLock { $0.held.append(call) }
    case .after(let delay, let answer):
      _ = loop.schedule(after: delay) { [weak self] in self?.give(answer, to: call) }
    case .first(let event, let answer):
      event(self)
      give(answer, to: call)
    case .by(let answer): answer(self, call)
    }
  }

  /// Calls a program.
  func ask(
    _ message: Message, _ completion: @escaping @Sendable (Result<Message, DBusError>) -> Void
  ) {
    let connection = shared.withLock { $0.connection }
    connection?.call(message, timeout: .seconds(60), completion)
  }

  // MARK: The tree

  private var tree: [ObjectPath: [String: Properties]] { shared.withLock { $0.tree } }

  func link(_ isUp: Bool, resolved: Bool? = nil) {
    change(
      Objects.device, .device,
      ["Connected": .bool(isUp), "ServicesResolved": .bool(resolved ?? isUp)])
  }

  func notify(_ octets: UInt8..., from path: ObjectPath = Objects.data) {
    change(path, .characteristic, ["Value": .bytes(Data(octets))])
  }

  func change(
    _ path: ObjectPath, _ table: InterfaceTable, _ changed: Properties, invalidated: [String] = []
  ) {
    shared.withLock { shared in
      for name in invalidated { shared.tree[path]?[table.name]?[name] = nil }
      shared.tree[path]?[table.name]?.merge(changed) { $1 }
    }
    emit(
      path, BusNames.properties, "PropertiesChanged",
      [.string(table.name), .properties(changed), .strings(invalidated)])
  }

  func add(_ path: ObjectPath, _ table: InterfaceTable, _ properties: Properties) {
    shared.withLock { $0.tree[path] = [table.name: properties] }
    emit(
      "/", BusNames.objectManager, "InterfacesAdded",
      [.objectPath(path), Objects.value([table.name: properties])])
  }

  /// Removes an object and what is below it, from the bottom up.
  func remove(_ path: ObjectPath) {
    let gone = tree.keys.filter { $0 == path || $0.isInside(path) }.sorted(by: >)
    for path in gone {
      let names = tree[path].map { $0.keys.sorted() } ?? []
      shared.withLock { $0.tree[path] = nil }
      emit(
        "/", BusNames.objectManager, "InterfacesRemoved", [.objectPath(path), .strings(names)])
    }
  }

  func emit(_ path: ObjectPath, _ interface: String, _ member: String, _ body: [Value]) {
    shared.withLock { $0.connection }?
      .send(.signal(path: path, interface: interface, member: member, body))
  }
}
