import FoundationEssentials
import Glibc
import Profiles
import Synchronization

@testable import blue

/// What a run of the tool left.
struct Run: Equatable {
  var status: Int32
  var output: String
  var notes = ""

  /// Runs the tool in this process.
  static func blue(_ arguments: String...) async -> Run { await blue(arguments) }

  static func blue(_ arguments: [String]) async -> Run {
    let texts = Mutex((output: "", notes: ""))
    let console = Console(
      write: { text in texts.withLock { $0.output += text } },
      note: { text in texts.withLock { $0.notes += text + "\n" } })
    let status = await Tool.run(arguments, console)
    let (output, notes) = texts.withLock { $0 }
    return Run(status: status.rawValue, output: output, notes: notes)
  }

  /// Runs the program that was built beside the tests; notes are mixed into the output.
  static func program(_ arguments: [String]) throws -> Run {
    let words = [try path] + arguments.map { "'" + $0.split(separator: "'").joined() + "'" }
    return try shell(words.joined(separator: " ") + " 2>&1")
  }

  /// Runs a line of the shell.
  static func shell(_ line: String) throws -> Run {
    let pipe = popen(line, "r")
    guard let pipe else { throw Failure("failed", "popen: \(errno)") }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = fread(&buffer, 1, buffer.count, pipe)
      guard count > 0 else { break }
      output += buffer[..<count]
    }
    let status = pclose(pipe)
    return Run(status: (status >> 8) & 0xFF, output: String(decoding: output, as: UTF8.self))
  }

  static var path: String {
    get throws {
      let link = realpath("/proc/self/exe", nil)
      defer { free(link) }
      let running = link.map { String(cString: $0) } ?? ""
      for bundle in [running, CommandLine.arguments[0]] {
        let folder = bundle.lastIndex(of: "/").map { bundle[...$0] } ?? "./"
        if access("\(folder)blue", X_OK) == 0 { return "\(folder)blue" }
      }
      throw Failure("failed", "blue was not built beside the tests")
    }
  }

  /// The output as JSON.
  var json: ProfileJSON {
    get throws { try ProfileJSON(parsing: output) }
  }
}
