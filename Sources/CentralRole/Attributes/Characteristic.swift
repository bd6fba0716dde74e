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

  /// The handle of the characteristic's declaration, 0x0001...0xFFFF; `nil` if the daemon does
  /// not tell.
  public var handle: UInt16? { AttributeHandle.number(in: node.path) }

  /// Whether the peripheral still has it; otherwise requests fail with
  /// ``CentralError/invalidated``.
  public var isValid: Bool { driver.isValid(node) }

  /// The link's MTU in octets, 23 to 517; `nil` without a link and while the daemon does not tell.
  public var mtu: Int? { driver.mtu(of: node) }

  /// The most octets that one write of a type can have, at most 512.
  ///
  /// Writes with a response may have 512 on every link, since the daemon sends long ones in parts.
  /// Those without are limited by the link: `nil` while its MTU is not known.
  public func maximumWriteLength(for type: WriteType) -> Int? {
    driver.maximumWriteLength(of: node, type)
  }

  /// Whether this program is subscribed at this moment.
  public var isNotifying: Bool { node.shared.withLock { $0.machine.isNotifying } }

  /// How many reads wait for their start or their answer, also those that nobody waits for any more.
  public var pendingReadCount: Int {
    driver.shared.withLock { $0.queue.count(of: .read, on: node.number) }
  }

  /// How many writes wait for their start or their answer, as with ``pendingReadCount``.
  public var pendingWriteCount: Int {
    driver.shared.withLock { $0.queue.count(of: .write, on: node.number) }
  }

  /// Reads the value, 0 to 512 octets.
  ///
  /// Values of any length come whole, however small the MTU is. Fails with
  /// ``CentralError/readNotSupported``, ``CentralError/offsetOutOfRange``,
  /// ``CentralError/readTimeout``, ``CentralError/insufficientSecurity`` when the link has to be
  /// secured first, ``CentralError/att`` with the peripheral's other reasons, or
  /// ``CentralError/invalidated``. A read that timed out keeps its place until the peripheral
  /// answers; its answer goes nowhere.
  /// - Parameters:
  ///   - offset: where to begin, 0...512; past the end of the value the peripheral refuses with
  ///     `ATTError.invalidOffset`.
  ///   - timeout: the deadline from this call, 35 s by default, just over the protocol's own 30 s.
  /// - Returns: the value's octets from the offset on.
  public func read(offset: Int = 0, timeout: Duration = .seconds(35)) -> Future<Data> {
    driver.read(node, offset: offset, timeout: timeout)
  }

  /// Writes 0 to 512 octets.
  ///
  /// Fails before anything is sent with ``CentralError/writeNotSupported``,
  /// ``CentralError/offsetOutOfRange`` or ``CentralError/valueTooLong``; otherwise as
  /// ``read(offset:timeout:)`` with ``CentralError/writeTimeout``. A write that was sent is not
  /// taken back by cancelling.
  /// - Parameters:
  ///   - data: the octets.
  ///   - offset: where they belong in the value, 0...512, for writes with a response.
  ///   - timeout: the deadline from this call.
  ///   - type: how to write; by default with a response if the characteristic has that, else
  ///     without.
  /// - Returns: completes as the type says.
  public func write(
    data: Data, offset: Int = 0, timeout: Duration = .seconds(35), type: WriteType? = nil
  ) -> Future<Void> {
    driver.write(data, to: node, offset: offset, timeout: timeout, type: type)
  }

  /// Gives the socket of ``WriteType/paced`` writes back once the daemon has taken what is in it.
  ///
  /// Other programs may write the characteristic then. Succeeds also when there is no socket.
  @discardableResult public func endPacedWrites() -> Future<Void> {
    driver.endPacedWrites(to: node)
  }

  /// Subscribes to the value's changes; does nothing when subscribed already.
  ///
  /// Values then arrive in ``receiveNotificationUpdates(capacity:resuming:)``, none is lost
  /// between the two calls. The subscription lasts until ``stopNotifying()``, until the last
  /// subscriber of the values leaves, or until the link ends. Fails with
  /// ``CentralError/notifyNotSupported``, ``CentralError/notifyTimeout``,
  /// ``CentralError/notifyStopped`` when it is stopped before it is there,
  /// ``CentralError/heldElsewhere`` when another program holds its socket,
  /// ``CentralError/insufficientSecurity`` or ``CentralError/att``.
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
  /// open; a later ``startNotifying(route:)`` continues it. When the peripheral changes its
  /// services so that the characteristic goes, the failure is ``CentralError/invalidated``.
  ///
  /// A `for try await` loop over the stream ends at the first failure, also when the stream
  /// resumes; one over its `values` passes over failures and goes on after a reconnect:
  ///
  /// ```swift
  /// let updates = heartRate.receiveNotificationUpdates(resuming: true)
  /// for await value in updates.values { show(value) }
  /// ```
  ///
  /// The values of this program's own reads are no notifications and are not delivered here; the
  /// daemon signals reads of other programs in the same way as notifications, so those are.
  /// - Parameters:
  ///   - capacity: how many values are kept until the first subscriber comes and for one that
  ///     is slow; the oldest are dropped, and counted for a subscriber. The first call sets it.
  ///   - resuming: whether the library subscribes again after a reconnect, before it tells that
  ///     the peripheral is connected.
  /// - Returns: the values as they arrive.
  public func receiveNotificationUpdates(
    capacity: Int = 1024, resuming: Bool = false
  ) -> FutureStream<Data> {
    driver.notifications(of: node, capacity: capacity, resuming: resuming)
  }
}
