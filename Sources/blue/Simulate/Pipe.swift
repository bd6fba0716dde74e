import Glibc

/// A pipe whose ends no other process inherits.
final class Pipe {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    // A pair of sockets is closed on exec from its beginning.
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw Failure("failed", "no pipe: \(String(cString: strerror(errno)))")
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    if reading >= 0 { close(reading) }
    closeWriting()
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }

  /// The reading end, which the caller closes.
  func keepReading() -> Int32 {
    defer { reading = -1 }
    return reading
  }

  /// The writing end, which the caller closes.
  func keepWriting() -> Int32 {
    defer { writing = -1 }
    return writing
  }

  /// The first line, or what there is of it when everybody has closed the writing end.
  func readLine() -> String {
    var line: [UInt8] = []
    var octet: UInt8 = 0
    while true {
      let count = read(reading, &octet, 1)
      if count < 0, errno == EINTR { continue }
      guard count == 1, octet != UInt8(ascii: "\n") else { break }
      line.append(octet)
    }
    return String(decoding: line, as: UTF8.self)
  }
}
