public import Futures
public import GATT

/// A service of a peripheral.
///
/// It stays the same object across links. A service that the peripheral no longer has answers
/// with ``CentralError/invalidated``.
public final class Service: Sendable {
  let node: ServiceNode
  /// The peripheral that has the service.
  public let peripheral: Peripheral

  init(_ node: ServiceNode, _ peripheral: Peripheral) {
    self.node = node
    self.peripheral = peripheral
  }

  /// The kind of service.
  public var uuid: BluetoothUUID { node.uuid }

  /// Whether it is a primary service; otherwise others include it.
  public var isPrimary: Bool { node.isPrimary }

  /// Makes all of the service's characteristics known; they are then in ``characteristics``.
  public func discoverAllCharacteristics(timeout: Duration = .seconds(35)) -> Future<Void> {
    peripheral.driver.discoverCharacteristics(nil, of: node)
      .timeout(timeout, error: CentralError.discovery(self.peripheral, timeout))
  }

  /// Makes some of the service's characteristics known; discovery only adds.
  ///
  /// Succeeds also when the service has none of them. Fails with ``CentralError/disconnected``
  /// without a link and with ``CentralError/invalidated`` when the service has gone.
  public func discoverCharacteristics(
    _ characteristics: [BluetoothUUID]?, timeout: Duration = .seconds(35)
  ) -> Future<Void> {
    peripheral.driver.discoverCharacteristics(characteristics, of: node)
      .timeout(timeout, error: CentralError.discovery(self.peripheral, timeout))
  }

  /// The characteristics that were discovered and that the service still has, by handle.
  public var characteristics: [Characteristic] {
    peripheral.driver.validCharacteristics(of: node).map {
      peripheral.driver.facade(of: $0, service: self)
    }
  }

  /// The discovered characteristics with a UUID, by handle; `nil` if there is none.
  public func characteristics(withUUID uuid: BluetoothUUID) -> [Characteristic]? {
    let found = characteristics.filter { $0.uuid == uuid }
    return found.isEmpty ? nil : found
  }
}
