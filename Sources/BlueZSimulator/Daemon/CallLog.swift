import DBus
import Futures

/// The calls that came to the daemon, which outlives it.
final class CallLog: Sendable {
  /// A world that runs for long keeps the newest calls.
  private static let limit = 10_000

  private struct Shared {
    var calls: [SimulatedCall] = []
    /// How many old calls were let go of.
    var dropped = 0
    var open: [ObjectIdentifier: Int] = [:]
  }

  private let shared = Lock(Shared())

  var calls: [SimulatedCall] { shared.withLock { $0.calls } }

  func began(_ call: MethodCall, of client: String, at time: Duration) {
    let message = call.message
    var entry = SimulatedCall(
      time: time, client: client, path: message.path?.string ?? "/",
      interface: message.interface ?? "", method: message.member ?? "",
      arguments: String(Transcript.body(of: message).dropFirst()), openCalls: 1, end: nil)
    shared.withLock { shared in
      if shared.calls.count >= Self.limit {
        shared.calls.removeFirst(Self.limit / 10)
        shared.dropped += Self.limit / 10
      }
      entry.openCalls +=
        shared.open.values.filter { index in
          guard index >= shared.dropped else { return false }
          let other = shared.calls[index - shared.dropped]
          return other.path == entry.path && other.method == entry.method
        }.count
      shared.open[ObjectIdentifier(call)] = shared.dropped + shared.calls.count
      shared.calls.append(entry)
    }
  }

  func ended(_ call: MethodCall, at time: Duration) {
    shared.withLock { shared in
      guard let index = shared.open.removeValue(forKey: ObjectIdentifier(call)),
        index >= shared.dropped
      else { return }
      shared.calls[index - shared.dropped].end = time
    }
  }

  /// The daemon is gone, and with it all calls that it had not answered.
  func allEnded() {
    shared.withLock { $0.open = [:] }
  }
}
