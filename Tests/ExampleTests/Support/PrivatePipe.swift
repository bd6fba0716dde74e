import Glibc

/// A pipe whose ends no other process inherits.
///
/// It is a pair of sockets, since those are closed on exec from the beginning: with a pipe a
/// process that another test starts at the same time could keep an end open.
final class PrivatePipe {
  private var reading: Int32
  private(set) var writing: Int32

  init() throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw Program.Failure(description: "no pair of sockets: \(String(cString: strerror(errno)))")
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

  /// Waits for the first octet; `false` if everybody closed the writing end before.
  func waitForOutput() -> Bool {
    var octet: UInt8 = 0
    return read(reading, &octet, 1) == 1
  }
}
