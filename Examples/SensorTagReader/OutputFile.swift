import Glibc

/// An open file that lines are written to, each at once.
final class OutputFile: Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  static let standardOutput = OutputFile("standard output", STDOUT_FILENO)
  static let standardError = OutputFile("standard error", STDERR_FILENO)

  private let name: String
  private let descriptor: Int32

  private init(_ name: String, _ descriptor: Int32) {
    self.name = name
    self.descriptor = descriptor
  }

  /// Makes a file, or empties the one that is there.
  init(path: String) throws(Failure) {
    name = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure }
  }

  deinit {
    if descriptor > STDERR_FILENO { close(descriptor) }
  }

  func write(_ line: String) throws(Failure) {
    var octets = Array("\(line)\n".utf8)[...]
    while !octets.isEmpty {
      let count = octets.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw failure }
      octets = octets.dropFirst(count)
    }
  }

  private var failure: Failure {
    Failure(description: "\(name) cannot be written: \(String(cString: strerror(errno)))")
  }
}
