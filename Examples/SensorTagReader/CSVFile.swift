import Glibc

/// A file of comma-separated samples, each line written at once.
struct CSVFile: ~Copyable, Sendable {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(Failure) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Self.failure(path) }
    try write("seconds,x,y,z")
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func write(_ line: String) throws(Failure) {
    var octets = Array("\(line)\n".utf8)[...]
    while !octets.isEmpty {
      let count = octets.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Self.failure(path) }
      octets = octets.dropFirst(count)
    }
  }

  private static func failure(_ path: String) -> Failure {
    Failure(description: "the file \(path) cannot be written: \(String(cString: strerror(errno)))")
  }
}
