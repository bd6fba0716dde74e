import Glibc
import Profiles

/// How a run of the tool ends.
struct ExitStatus: RawRepresentable, Error, Hashable {
  let rawValue: Int32

  static let success = ExitStatus(rawValue: 0)
  static let failure = ExitStatus(rawValue: 1)
  /// `EX_USAGE` of sysexits.h.
  static let usage = ExitStatus(rawValue: 64)
}

/// Where output goes, so that tests can read it.
struct Console: Sendable {
  /// The output is not taken any more.
  struct Unwritable: Error, CustomStringConvertible {
    let number: Int32
    var description: String {
      "the output cannot be written: " + String(cString: strerror(number))
    }
  }

  let write: @Sendable (String) throws -> Void
  /// A text for people beside the output.
  let note: @Sendable (String) -> Void

  func print(_ text: String) throws {
    try write(text + "\n")
  }

  func print(_ json: ProfileJSON) throws {
    try print(json.description)
  }

  /// The process's own output and error output.
  static let standard = Console(
    write: { text in try put(text, STDOUT_FILENO) },
    note: { text in
      // Nobody to read it is no reason to stop.
      try? put(text + "\n", STDERR_FILENO)
    })

  /// Lets no other file take the place of an input or output that was closed before the start.
  ///
  /// Before the runtime opens its own: a write to one of them traps in it. Reading ends at once, and
  /// writing fails.
  static func fillClosedDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The smallest free number is taken, so this one.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  static func put(_ text: String, _ descriptor: Int32) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw Unwritable(number: errno)
      }
      rest = rest.dropFirst(count)
    }
  }
}
