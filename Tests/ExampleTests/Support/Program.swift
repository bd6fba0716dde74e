import Dispatch
import Glibc

/// The built example as a process of its own, beside the bundle of the tests.
struct Program: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// How a process ended and what it said.
  struct Ended: Sendable {
    /// The exit status, or the negative number of the signal that ended it.
    let status: Int32
    let output: String
    let errors: String

    var lines: [Substring] { output.split(separator: "\n") }
    /// Lines that show a sample.
    var samples: [Substring] { lines.filter { $0.contains(" s  x ") } }
    var summary: Substring? { lines.last { $0.contains(" mean ") || $0.hasPrefix("0 samples") } }
  }

  /// What a test does to the process when it has printed so many lines.
  enum Step: Sendable {
    case send(signal: Int32, afterLines: Int)
    /// The same, with lines on standard error.
    case interrupt(afterNotes: Int)
    case closeOutput(afterLines: Int)
  }

  var arguments: [String]
  /// The address of the system's bus; there is none by default.
  var bus = "unix:path=/nowhere/bus"
  var step: Step?
  /// A process that is slower hangs; it is killed and the test fails.
  var limit: Duration = .seconds(60)

  /// Runs the program to its end, on a thread of its own so that tests go on meanwhile.
  func run() async throws -> Ended {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "SensorTagReader").async {
        continuation.resume(with: Result { try Child(self).finish(self) })
      }
    }
  }

  static var path: String {
    get throws {
      let link = realpath("/proc/self/exe", nil)
      defer { free(link) }
      let running = link.map { String(cString: $0) } ?? ""
      let bundles = [running, CommandLine.arguments[0]]
      for bundle in bundles {
        let folder = bundle.lastIndex(of: "/").map { bundle[...$0] } ?? "./"
        if access("\(folder)SensorTagReader", X_OK) == 0 { return "\(folder)SensorTagReader" }
      }
      throw Failure(description: "SensorTagReader was not built beside \(bundles)")
    }
  }
}
