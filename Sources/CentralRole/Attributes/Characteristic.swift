public import FoundationEssentials
public import Futures
public import GATT

/// A characteristic of a peripheral's service.
///
/// Requests on one peripheral start in the order of their calls. Reads of different
/// characteristics may be under way together, at most 16; a write waits for what came before it
/// and holds back what comes after. Every request fails with ``CentralError/disconnected``
/// without a link, and when the link is lost.
public final class Characteristic: Sendable {
  let node: CharacteristicNode
  /// The service that has the characteristic.
  public let service: Service

  init(_ node: CharacteristicNode, _ service: Service) {
    self.node = node
    self.service = service
  }

  var driver: PeripheralDriver { service.peripheral.driver }

  /// The kind of characteristic.
  public var uuid: BluetoothUUID { node.uuid }

  /// What can be done with the value.
  public var properties: CharacteristicProperties { node.properties }

  /// The octets that were last read or notified, 0 to 512; `nil` before the first.
  public var data: Data? { node.data }

  /// The link's MTU in octets, 23 to 517; `nil` while the daemon does not tell.
  public var mtu: Int? { driver.mtu(of: node) }

  /// Whether this program is subscribed at this moment.
  public var isNotifying: Bool { node.shared.withLock { $0.machine.isNotifying } }

  /// Reads the value, 0 to 512 octets.
  ///
  /// Fails with ``CentralError/readNotSupported``, ``CentralError/readTimeout``,
  /// ``CentralError/att`` with the peripheral's reason, or ``CentralError/invalidated``. A read
  /// that timed out keeps its place until the peripheral answers; its answer goes nowhere.
  /// - Parameter timeout: the deadline from this call, 35 s by default, just over the
  ///   protocol's own 30 s.
  /// - Returns: the value's octets.
  public func read(timeout: Duration = .seconds(35)) -> Future<Data> {
    driver.read(node, timeout: timeout)
  }

  /// Writes 0 to 512 octets.
  ///
  /// Fails before anything is sent with ``CentralError/writeNotSupported`` or
  /// ``CentralError/valueTooLong``; otherwise as ``read(timeout:)`` with
  /// ``CentralError/writeTimeout``. A write that was sent is not taken back by cancelling.
  public func write(
    data: Data, timeout: Duration = .seconds(35), type: WriteType = .withResponse
  ) -> Future<Void> {
    driver.write(data, to: node, timeout: timeout, type: type)
  }

  /// Subscribes to the value's changes; does nothing when subscribed already.
  ///
  /// Values then arrive in ``receiveNotificationUpdates(capacity:resuming:)``, none is lost
  /// between the two calls. The subscription lasts until ``stopNotifying()``, until the last
  /// subscriber of the values leaves, or until the link ends. Fails with
  /// ``CentralError/notifyNotSupported``, ``CentralError/notifyTimeout`` or
  /// ``CentralError/att``.
  public func startNotifying(route: NotificationRoute = .signals) -> Future<Void> {
    driver.startNotifying(node, route: route)
  }

  /// Ends the subscription; succeeds also when there is none.
  @discardableResult public func stopNotifying() -> Future<Void> {
    driver.stopNotifying(node)
  }

  /// The values that the peripheral notifies or indicates, each of 0 to 512 octets.
  ///
  /// Calls give the same stream for the same characteristic. When the link is lost the stream
  /// delivers one failure, ``CentralError/disconnected`` or ``CentralError/resetting``, and stays
  /// open; a later
  /// ``startNotifying(route:)`` continues it.
  /// - Parameters:
  ///   - capacity: how many values are kept until the first subscriber comes and for one that
  ///     is slow; the oldest are dropped and counted. The first call sets it.
  ///   - resuming: whether the library subscribes again after a reconnect, before it tells that
  ///     the peripheral is connected.
  /// - Returns: the values as they arrive.
  public func receiveNotificationUpdates(
    capacity: Int = 1024, resuming: Bool = false
  ) -> FutureStream<Data> {
    driver.notifications(of: node, capacity: capacity, resuming: resuming)
  }
}
