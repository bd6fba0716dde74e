import Glibc

/// Ends the process when a block does not end: a callback was lost.
enum Watchdog {
  private static let seconds: UInt32 = 120
  /// Read by the signal's handler, which ends the process, so nobody writes meanwhile.
  nonisolated(unsafe) private static var message: [UInt8] = []

  static func install() {
    signal(SIGALRM) { _ in
      _ = write(STDERR_FILENO, Watchdog.message, Watchdog.message.count)
      _exit(1)
    }
  }

  static func begin(_ workload: String) {
    message = Array("\(workload): a callback was lost, nothing came for \(seconds) s\n".utf8)
    alarm(seconds)
  }

  static func end() {
    alarm(0)
  }
}
