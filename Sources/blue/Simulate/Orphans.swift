import FoundationEssentials
import Glibc

/// Processes that a command leaves behind when it ends.
///
/// They are found as the children of the tool, which inherits them: a group of processes of the
/// command's own would take it off the terminal.
enum Orphans {
  /// Becomes the one that inherits processes whose parents end (`PR_SET_CHILD_SUBREAPER`).
  static func inherit() throws {
    // Swift imports no functions with `...`.
    typealias Control = @convention(c) (CInt, CUnsignedLong, CUnsignedLong) -> CInt
    guard let symbol = dlsym(nil, "prctl") else { return }
    let control = unsafeBitCast(symbol, to: Control.self)
    let subreaper: CInt = 36
    guard control(subreaper, 1, 0) == 0 else {
      throw Failure("failed", "processes are not inherited: \(String(cString: strerror(errno)))")
    }
  }

  /// Ends what is left, and what that leaves in turn: first politely, after a second by force.
  static func end(except others: [pid_t]) {
    for round in 0..<(2 * patience) {
      let left = children().filter { !others.contains($0) }
      guard !left.isEmpty else { return }
      if round == 0 || round >= patience { for one in left { kill(one, SIGCONT) } }
      for one in left { kill(one, round < patience ? SIGTERM : SIGKILL) }
      usleep(20_000)
      for one in left { waitpid(one, nil, WNOHANG) }
    }
  }

  private static let patience = 50

  /// The tool's children, by the fields of `/proc/PID/stat` (proc(5)).
  private static func children() -> [pid_t] {
    let own = getpid()
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap { pid_t($0) }.filter { parent(of: $0) == own }
  }

  private static func parent(of process: pid_t) -> pid_t? {
    guard let data = try? Data(contentsOf: URL(filePath: "/proc/\(process)/stat")) else {
      return nil
    }
    // The name of the program, which may contain anything, stands before the last parenthesis.
    let text = String(decoding: data, as: UTF8.self)
    guard let end = text.lastIndex(of: ")") else { return nil }
    let fields = text[end...].split(separator: " ")
    return fields.count > 2 ? pid_t(fields[2]) : nil
  }
}
