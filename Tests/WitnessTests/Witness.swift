import Dispatch
import FoundationEssentials
import Glibc

@testable import blue

/// A python program that meets a simulated world.
enum Witness {
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

  /// The interpreter of the environment that scripts/witnesses makes.
  static var python: String {
    get throws {
      func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
      let cache =
        variable("BLUEFUTURES_CACHE") ?? variable("XDG_CACHE_HOME").map { "\($0)/bluefutures" }
        ?? "\(variable("HOME") ?? "")/.cache/bluefutures"
      guard access("\(cache)/witnesses/complete", R_OK) == 0 else {
        throw Missing(
          description: "there is no python environment in \(cache)/witnesses; scripts/witnesses "
            + "makes it from PyPI and Debian, or says why it cannot")
      }
      return "\(cache)/witnesses/bin/python3"
    }
  }

  /// Runs a script beside a world, and gives what it printed.
  static func run(_ script: String, in world: String) async throws -> String {
    let words = [
      "timeout", "120", try tool, "simulate", world, "--", try python,
      root.appending(path: script).path,
    ]
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue(label: "witness").async {
        continuation.resume(with: Result { try run(words) })
      }
    }
  }

  static func world(_ name: String) -> String {
    folder.appending(path: "Worlds/\(name).json").path
  }

  private static func run(_ words: [String]) throws -> String {
    let pipe = try Pipe()
    let child = try ChildProcess(words, standard: [0, pipe.writing, pipe.writing])
    pipe.closeWriting()
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(pipe.reading, &buffer, buffer.count)
      guard count > 0 else { break }
      output += buffer[..<count]
    }
    let status = child.reap()
    let text = String(decoding: output, as: UTF8.self)
    return status == 0 ? text : "\(text)exit status \(status)\n"
  }

  /// The tool that was built beside the tests.
  private static var tool: String {
    get throws {
      let link = realpath("/proc/self/exe", nil)
      defer { free(link) }
      let running = link.map { String(cString: $0) } ?? ""
      for bundle in [running, CommandLine.arguments[0]] {
        let folder = bundle.lastIndex(of: "/").map { bundle[...$0] } ?? "./"
        if access("\(folder)blue", X_OK) == 0 { return "\(folder)blue" }
      }
      throw Missing(description: "blue was not built beside the tests")
    }
  }
}
