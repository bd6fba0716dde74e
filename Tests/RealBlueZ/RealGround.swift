import BlueFutures
import DBus
import Futures
import Glibc
import TestSupport
import Testing

/// One daemon and one peripheral for all of them, so that one test runs after the other.
@Suite(.serialized, .enabled(if: RealGround.isHere)) struct RealBlueZTests {}

/// A real bluetoothd in a virtual machine, with a peripheral on a virtual radio.
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

  func restartDaemon() throws { try Self.restartDaemon() }

  /// Starts the daemon if an earlier test was its end: BlueZ 5.66 crashes now and then when links fail.
  static func ensureDaemon() throws {
    if Command("pidof", "bluetoothd").run() != 0 { try restartDaemon() }
  }

  static func restartDaemon(with options: [String] = []) throws {
    try #require(Command(["/run/restart-bluetoothd"] + options).run() == 0)
    // Until it has its name, the bus would try to start another one and fail.
    // (`busctl status` would not do: it wants control groups, which this machine has not.)
    let owned = Command(
      "busctl", "--system", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus",
      "org.freedesktop.DBus", "GetNameOwner", "s", "org.bluez")
    var tries = 0
    while owned.run() != 0 {
      tries += 1
      try #require(tries < 60, "the daemon did not take its name")
    }
  }
}

/// The daemon's bus in the virtual machine.
struct RealBusGround: BusGround {
  let address = BusAddress.system
  let loop: any EventLoop = BusThread()

  func wait<Value: Sendable>(for future: Future<Value>, within limit: Duration) throws -> Value {
    try future.wait(timeout: limit)
  }

  /// Emulated machines are slow: what follows by itself comes long before this is over.
  func settle() throws {
    let promise = Promise<Void>()
    _ = loop.schedule(after: .seconds(3)) { promise.success(()) }
    try promise.future.wait(timeout: .seconds(30))
  }
}
