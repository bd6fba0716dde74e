import DBus
import Futures

/// Calls on their way through the daemon, with the scripts that are about them.
extension SimulatedDaemon {
  func receive(_ call: MethodCall, from client: Client) {
    transcript.add(call.message)
    calls.began(call, of: client.name, at: loop.now)
    if let run = run(for: call, from: client) { return run.go() }
    feed { $0.receive(call, from: client) }
  }

  private func run(for call: MethodCall, from client: Client) -> FaultRun? {
    guard !faults.isEmpty, let world = faults.world else { return nil }
    let steps = shared.withLock { faults.script(for: call.message, in: $0.state) }
    return steps.map {
      FaultRun($0, on: FaultRun.Subject(call: call, client: client, daemon: self), in: world)
    }
  }

  /// Serves a call whose answer a script waits for.
  func serve(_ call: MethodCall, from client: Client, for run: FaultRun) {
    shared.withLock { $0.runs[ObjectIdentifier(call)] = run }
    feed { $0.receive(call, from: client) }
  }

  /// The daemon has its answer, which a script may hold back.
  func answered(_ answer: FaultRun.Answer, to call: MethodCall) {
    guard let run = shared.withLock({ $0.runs.removeValue(forKey: ObjectIdentifier(call)) })
    else { return tell(answer, to: call) }
    if run.answered(answer) { tell(answer, to: call) }
    enqueue([.resume(run)])
  }

  /// Gives an answer after all that was decided before.
  func send(_ answer: FaultRun.Answer, to call: MethodCall) {
    enqueue([.answer(answer, call)])
  }

  func tell(_ answer: FaultRun.Answer, to call: MethodCall) {
    calls.ended(call, at: loop.now)
    switch answer {
    case .success(let body):
      transcript.add(replyTo: call.message, body)
      call.reply(body)
    case .failure(let error):
      transcript.add(errorTo: call.message, error)
      call.replyError(error.name, error.text)
    }
  }

  /// A call that is let go of would be refused.
  func keep(_ call: MethodCall) { shared.withLock { $0.kept.append(call) } }

  // MARK: Signals for no reason

  func send(_ message: Message) { enqueue([.effect(.signal(message))]) }

  /// Sends a signal from another program.
  func sendForeign(_ message: Message) {
    transcript.add(foreign: message)
    let strangers = shared.withLock { shared in
      if shared.strangers.isEmpty {
        shared.strangers = shared.buses.map { Stranger($0, loop: loop) }
      }
      return shared.strangers
    }
    for stranger in strangers { stranger.send(message) }
  }
}

/// Another program on the bus, which sends what the daemon would not.
final class Stranger: Sendable {
  private struct Shared {
    var isOpen = false
    var waiting: [Message] = []
    var connection: Connection?
  }

  private let shared = Lock(Shared())

  init(_ bus: BusAddress, loop: any EventLoop) {
    let connection = Connection(bus, loop: loop, name: "stranger") { [weak self] event in
      if case .opened = event { self?.opened() }
    }
    shared.withLock { $0.connection = connection }
    connection.open()
  }

  deinit { shared.withLock { $0.connection }?.close() }

  func send(_ message: Message) {
    let connection = shared.withLock { shared in
      if !shared.isOpen { shared.waiting.append(message) }
      return shared.isOpen ? shared.connection : nil
    }
    connection?.send(message)
  }

  private func opened() {
    let (connection, waiting) = shared.withLock { shared in
      defer { (shared.isOpen, shared.waiting) = (true, []) }
      return (shared.connection, shared.waiting)
    }
    for message in waiting { connection?.send(message) }
  }
}
