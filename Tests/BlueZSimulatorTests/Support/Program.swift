import BlueZ
import BlueZSimulator
import DBus
import Futures

/// A program that calls the daemon and is called by it.
final class Program: Sendable {
  private struct Shared {
    var exports: [any Cancellable] = []
    var calls: [String] = []
  }

  private let connection: Connection
  private let shared = Lock(Shared())

  init(_ bluez: SimulatedBlueZ) {
    connection = Connection(.loopback(bluez.bus), loop: bluez.loop, name: "program") { _ in }
    connection.open()
    bluez.run()
  }

  /// What the daemon has called, by member and arguments.
  var calls: [String] { shared.withLock { $0.calls } }

  func leave() { connection.close() }

  /// Answers calls to an object.
  func export(
    _ path: ObjectPath, subtree: Bool = false, _ answer: @escaping @Sendable (MethodCall) -> Void
  ) {
    let export = connection.export(path, subtree: subtree) { [weak self] call in
      let body = ((try? call.message.body()) ?? []).map(Text.value)
      let line = ([call.message.member ?? ""] + body).joined(separator: " ")
      self?.shared.withLock { $0.calls.append(line) }
      answer(call)
    }
    shared.withLock { $0.exports.append(export) }
  }

  func call(
    _ path: ObjectPath, _ table: InterfaceTable, _ member: String, _ body: [Value] = []
  ) -> Answer {
    let answer = Answer()
    let message = Message.methodCall(
      to: BusNames.daemon, path: path, interface: table.name, member: member, body)
    connection.call(message, timeout: .seconds(300)) { result in
      answer.complete(
        result.flatMap { reply in Result { () throws(DBusError) in try reply.body() } })
    }
    return answer
  }

  func emit(_ signal: Message) { connection.send(signal) }
}
