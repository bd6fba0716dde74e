import FoundationEssentials
import Glibc
import Testing

/// The example program, run by a user without any rights, with its output in a pipe.
final class ReaderOfNobody {
  static let nobody = "65534"

  private let id: pid_t
  private let output: Int32

  init() throws {
    let reader = try #require(getenv("BLUEFUTURES_READER").map { String(cString: $0) })
    // Nobody may not look into every folder in which the project may lie.
    try #require(Command("install", "-m", "755", reader, "/tmp/reader").run() == 0)
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    for end in ends { posix_spawn_file_actions_addclose(&actions, end) }
    let arguments = [
      "setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups",
      "--no-new-privs", "/tmp/reader", "--system", "--seconds", "60",
    ]
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var id = pid_t()
    try #require(posix_spawnp(&id, arguments[0], &actions, nil, words, environ) == 0)
    self.id = id
    output = ends[0]
  }

  /// The next line that it prints, or nil at the end.
  func nextLine() -> String? {
    var line: [UInt8] = []
    var octet: UInt8 = 0
    while read(output, &octet, 1) == 1 {
      if octet == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(octet)
    }
    return nil
  }

  /// Interrupts it as Ctrl-C does, so that it leaves its peripheral, and waits for its end.
  func end() {
    kill(id, SIGINT)
    while nextLine() != nil {}
    close(output)
    var status: Int32 = 0
    waitpid(id, &status, 0)
  }

  /// The user that it runs as.
  var user: String? {
    let status = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("Uid:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.map(String.init)
  }

  /// The numbers of its sockets.
  func sockets() -> Set<String> {
    let folder = "/proc/\(id)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let places = names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
    let sockets = places.filter { $0.hasPrefix("socket:[") }
    return Set(sockets.map { String($0.dropFirst(8).dropLast()) })
  }

  /// The numbers of all sockets that are local streams, which is what message buses have.
  static func socketsOfTheBus() -> Set<String> {
    let table = (try? String(contentsOfFile: "/proc/net/unix", encoding: .utf8)) ?? ""
    let rows = table.split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
    return Set(rows.filter { $0.count >= 7 }.map { String($0[6]) })
  }
}
