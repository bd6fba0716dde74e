import Glibc
import Profiles

/// Reads what a path leads to, be it a file or a pipe.
enum InputFile {
  static func octets(_ path: String) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var octets: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { return octets }
      if count > 0 {
        octets += buffer[..<count]
      } else if errno != EINTR {
        throw unreadable(path)
      }
    }
  }

  private static func unreadable(_ path: String) -> Failure {
    Failure(
      "unreadable",
      "the file \(path.excerpt) cannot be read: \(String(cString: strerror(errno)))")
  }
}
