package import DBus
package import Futures

/// A world with the counting SensorTag in it, and the bus on which its daemon is.
package protocol BusGround: Sendable {
  var address: BusAddress { get }
  var loop: any EventLoop { get }

  /// Lets the world go on until the future completes.
  func wait<Value: Sendable>(for future: Future<Value>, within limit: Duration) throws -> Value

  /// Lets the world go on until nothing more is to be expected.
  func settle() throws
}
