import BlueFutures
import Glibc

/// A program that is there: how soon, and what it needs while nothing happens.
enum Presence {
  static func start(_: Arguments) throws {
    let manager = CentralManager(session: .system())
    _ = try Tag.isReady(manager).wait(timeout: Tag.limit)
    Figure.line("ready")
  }

  /// Connected and scanning until the standard input ends.
  static func hold(_: Arguments) throws {
    let tag = try Tag()
    let scan = tag.manager.startScanning().onSuccess { _ in }
    Figure.line("ready")
    var octet: UInt8 = 0
    while read(STDIN_FILENO, &octet, 1) > 0 {}
    scan.cancel()
    try tag.end()
  }
}
