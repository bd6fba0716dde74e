import DBus
import Futures

/// What went over the daemon's bus, one line a message, for people and for whole-text tests.
final class Transcript: Sendable {
  /// A world that runs for long keeps the newest lines.
  static let usualLimit = 10_000

  /// A signal becomes a line when somebody reads it.
  ///
  /// A busy hall sends thousands a second, and the text takes longer than the signal. Other
  /// messages may hold sockets, which must close.
  private enum Entry: Sendable {
    case line(String)
    case signal(Message)

    var line: String {
      switch self {
      case .line(let line): line
      case .signal(let message): "signal " + Transcript.text(of: message)
      }
    }
  }

  private struct Shared {
    var entries: [(time: Duration, entry: Entry)] = []
    var limit = Transcript.usualLimit
    var hear: (@Sendable (String) -> Void)?
  }

  private let shared = Lock(Shared())
  private let now: @Sendable () -> Duration

  init(now: @escaping @Sendable () -> Duration) { self.now = now }

  var lines: [String] { timedLines.map(\.line) }

  var timedLines: [(time: Duration, line: String)] {
    shared.withLock { $0.entries }.map { ($0.time, $0.entry.line) }
  }

  /// At most so many lines are kept.
  var limit: Int {
    get { shared.withLock { $0.limit } }
    set {
      shared.withLock { shared in
        shared.limit = max(1, newValue)
        shared.entries.removeFirst(max(0, shared.entries.count - shared.limit))
      }
    }
  }

  /// Hears each line as it is added.
  func onLine(_ hear: (@Sendable (String) -> Void)?) { shared.withLock { $0.hear = hear } }

  func clear() { shared.withLock { $0.entries = [] } }

  func add(_ line: String) { add(.line(line)) }

  private func add(_ entry: Entry) {
    let now = now()
    let hear = shared.withLock { shared in
      if shared.entries.count >= shared.limit {
        shared.entries.removeFirst(max(1, shared.limit / 10))
      }
      shared.entries.append((now, entry))
      return shared.hear
    }
    hear?(entry.line)
  }

  /// A call of a client, or a signal of the daemon.
  func add(_ message: Message) {
    add(message.kind == .signal ? .signal(message) : .line("call " + Self.text(of: message)))
  }

  /// A signal of another program.
  func add(foreign message: Message) {
    add("foreign " + Self.text(of: message))
  }

  func add(replyTo call: Message, _ body: [Value]) {
    let isTree = call.member == "GetManagedObjects"
    add("reply \(Self.subject(call))\(isTree ? " (the tree)" : Self.text(body))")
  }

  func add(errorTo call: Message, _ error: DaemonError) {
    add("error \(Self.subject(call)) \(error.name): \(error.text)")
  }

  private static func text(of message: Message) -> String {
    subject(message) + body(of: message)
  }

  static func subject(_ message: Message) -> String {
    "\(message.path?.string ?? "/") \(message.member ?? "")"
  }

  /// The values of a message, or why they cannot be read.
  static func body(of message: Message) -> String {
    do throws(DBusError) {
      return text(try message.body())
    } catch {
      return " (unreadable: \(error.text))"
    }
  }

  static func text(_ body: [Value]) -> String {
    body.isEmpty ? "" : " " + body.map(text).joined(separator: " ")
  }

  private static func text(_ value: Value) -> String {
    switch value {
    case .byte(let number): "\(number)"
    case .bool(let truth): "\(truth)"
    case .int16(let number): "\(number)"
    case .uint16(let number): "\(number)"
    case .int32(let number): "\(number)"
    case .uint32(let number): "\(number)"
    case .int64(let number): "\(number)"
    case .uint64(let number): "\(number)"
    case .double(let number): "\(number)"
    case .string(let string): "'\(string)'"
    case .objectPath(let path): path.string
    case .signature(let signature): "\(signature)"
    case .fileDescriptor: "socket"
    case .bytes(let data): "[" + data.map { "\($0)" }.joined(separator: " ") + "]"
    case .array(_, let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .structure(let values): "(" + values.map(text).joined(separator: ", ") + ")"
    case .variant(let value): text(value)
    case .dictionary(_, _, let entries):
      "{"
        + entries.map { "\(text($0.key)): \(text($0.value))" }.sorted().joined(separator: ", ")
        + "}"
    }
  }
}
