package import DBus
package import Futures

/// A plain client of the daemon that writes down what it asks and what it hears, in order.
///
/// It knows nothing of roles, so that its records tell of the daemon alone.
package final class RecordingClient: Sendable {
  private struct Shared {
    var text = TranscriptText()
    var blocks: [String] = []
    var isRecording = false
    var registrations: [any Cancellable] = []
    var waiters: [(condition: @Sendable (Message) -> Bool, promise: Promise<Void>)] = []
  }

  private let connection: Connection
  private let shared = Lock(Shared())

  package init(_ ground: any BusGround) {
    connection = Connection(ground.address, loop: ground.loop, name: "recorder")
    let rules = [
      MatchRule(sender: "org.bluez", interface: "org.freedesktop.DBus.ObjectManager"),
      MatchRule(sender: "org.bluez", interface: "org.freedesktop.DBus.Properties"),
    ]
    for rule in rules {
      let registration = connection.addMatch(rule) { [weak self] in self?.hear($0) }
      shared.withLock { $0.registrations.append(registration) }
    }
    connection.open()
  }

  deinit { connection.close() }

  /// Leaves the bus.
  package func leave() { connection.close() }

  // MARK: Records

  package func startRecording() {
    shared.withLock { shared in
      shared.isRecording = true
      shared.blocks = []
      shared.text = TranscriptText()
    }
  }

  /// What was recorded, as one text.
  package func stopRecording() -> String {
    shared.withLock { shared in
      shared.isRecording = false
      return shared.blocks.joined(separator: "\n") + "\n"
    }
  }

  private func write(_ block: (inout TranscriptText) -> String?) {
    shared.withLock { shared in
      guard shared.isRecording, let block = block(&shared.text) else { return }
      // How often something is said again depends on the radio.
      if shared.blocks.last != block { shared.blocks.append(block) }
    }
  }

  private func hear(_ signal: Message) {
    write { $0.signal(signal) }
    let due = shared.withLock { shared in
      let due = shared.waiters.filter { $0.condition(signal) }.map(\.promise)
      shared.waiters.removeAll { $0.condition(signal) }
      return due
    }
    for promise in due { promise.success(()) }
  }

  /// Completes with the next signal that fulfils a condition.
  package func signal(_ condition: @escaping @Sendable (Message) -> Bool) -> Future<Void> {
    let promise = Promise<Void>()
    shared.withLock { $0.waiters.append((condition, promise)) }
    return promise.future
  }

  // MARK: Calls

  /// Calls the daemon; a refusal is a result like another.
  package func call(
    _ path: ObjectPath, _ interface: String, _ member: String, _ body: [Value] = []
  ) -> Future<Result<Message, DBusError>> {
    let promise = Promise<Result<Message, DBusError>>()
    let message = Message.methodCall(
      to: "org.bluez", path: path, interface: interface, member: member, body)
    write { $0.call(message, body) }
    connection.call(message, timeout: .seconds(150)) { [weak self] result in
      self?.write { $0.answer(to: message, result) }
      promise.success(result)
    }
    return promise.future
  }
}
