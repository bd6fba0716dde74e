import BlueFutures
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A real bluetoothd in a virtual machine, with peripherals on a virtual radio.
///
/// `scripts/test-real-bluez` makes this ground and names its parts in the environment.
struct RealGround: SensorTagGround {
  static let isHere = getenv("BLUEFUTURES_REAL_BLUEZ").map { String(cString: $0) } == "1"

  /// Its log is the first thing to read when a test fails.
  let session = Session.system(log: { line in
    print("\(ContinuousClock.now - RealGround.start) \(line)")
  })
  private static let start = ContinuousClock.now

  func wait<Value: Sendable>(for future: Future<Value>, within limit: Duration) throws -> Value {
    try future.wait(timeout: limit)
  }

  func restartDaemon() throws {
    try #require(Command("/run/restart-bluetoothd").run() == 0)
  }
}

/// A program that is run to its end.
struct Command {
  let arguments: [String]

  init(_ arguments: String...) { self.arguments = arguments }

  /// The exit status; −1 if the program could not be run or was killed.
  func run() -> Int32 {
    var id = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    guard posix_spawnp(&id, arguments[0], nil, nil, words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    guard waitpid(id, &status, 0) == id, status & 0x7f == 0 else { return -1 }
    return (status >> 8) & 0xff
  }
}
