package import BlueFutures

/// A world with one SensorTag in it that counts: the simulator, or a real daemon.
///
/// Its samples are the octets n % 100, −2 and 63 for n = 1, 2, …; its control characteristic
/// takes the commands of ``ControlCommand``.
package protocol SensorTagGround: Sendable {
  /// A session with the world's daemon.
  var session: Session { get }

  /// Lets the world go on until the future completes.
  func wait<Value: Sendable>(for future: Future<Value>, within limit: Duration) throws -> Value

  /// Kills the daemon, as SIGKILL does, and starts it again.
  func restartDaemon() throws
}

/// What the SensorTag of the tests does when it is told.
package enum ControlCommand: UInt8, Sendable {
  /// Drop the link after 300 ms.
  case dropLink = 1
  /// Drop the link and be silent for 3 s.
  case dropLinkAndBeSilent = 2
  /// Answer the next read of the data with the ATT error 0x80.
  case failNextRead = 3

  /// The characteristic that takes the commands.
  package static let uuid = BluetoothUUID(0xAA1F, base: TISensorTag.base)
}
