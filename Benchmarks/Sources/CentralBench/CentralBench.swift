import Glibc

/// Measures the central role against the measuring daemon, through the public interface alone.
///
/// Usage: CentralBench WORKLOAD [COUNT [VARIANT]]
///
/// It prints lines of "name value" for the runner. The main thread is a plain one, without Swift
/// concurrency, so that what the package does by itself is what is seen.
@main
enum CentralBench {
  private static let workloads: [String: @Sendable (Arguments) throws -> Void] = [
    "read": Requests.measureReads, "write": Requests.measureWrites,
    "flight": Requests.measureFlight, "socket": Notifications.measureSocket,
    "signals": Notifications.measureSignals, "subscriptions": Notifications.measureSubscriptions,
    "scan": Scans.measure, "connect": Connections.measure, "start": Presence.start,
    "hold": Presence.hold,
  ]

  static func main() {
    let arguments = Arguments(Array(CommandLine.arguments.dropFirst()))
    guard let workload = workloads[arguments.workload] else {
      note("Usage: CentralBench WORKLOAD [COUNT [VARIANT]]")
      exit(2)
    }
    do {
      try workload(arguments)
    } catch {
      note("\(arguments.workload): \(error)")
      exit(1)
    }
  }

  /// A line for people, apart from the figures.
  static func note(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}

struct Arguments {
  let workload: String
  let count: Int
  let variant: String

  init(_ words: [String]) {
    workload = words.first ?? ""
    count = words.dropFirst().first.flatMap { Int($0) } ?? 0
    variant = words.dropFirst(2).first ?? ""
  }
}

/// What the measuring daemon should have had and has not.
struct Missing: Error {
  let what: String

  init(_ what: String) { self.what = what }

  static func unless<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw Missing(what) }
    return value
  }
}
