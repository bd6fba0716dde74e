public import FoundationEssentials
public import Futures

/// The peripherals of a manager as a whole.
extension CentralManager {
  /// The peripherals with a link of this manager at this moment.
  public var connectedPeripherals: [Peripheral] { peripherals.filter(\.isConnected) }

  /// The discovered services of all peripherals that the manager knows.
  public var services: [Service] { peripherals.flatMap(\.services) }

  /// Every end of a link of this manager, from now on: one event for each link that was told of.
  ///
  /// The stream is shared by all who ask for it, keeps 64 events for one who is slow, and finishes
  /// with the manager.
  public func disconnectionEvents() -> FutureStream<Disconnection> {
    driver.disconnectionEvents.stream.branch()
  }

  /// Ends the links and attempts of all peripherals; completes when the last one has ended, within
  /// 10 s.
  @discardableResult public func disconnectAllPeripherals() -> Future<Void> {
    driver.peripherals.map { $0.disconnect() }.sequence().map { _ in () }
  }

  /// Forgets all peripherals in this program, as ``Peripheral/terminate()`` does.
  @discardableResult public func removeAllPeripherals() -> Future<Void> {
    driver.peripherals.map { $0.terminate() }.sequence().map { _ in () }
  }

  /// Forgets one peripheral in this program, as ``Peripheral/terminate()`` does; nothing happens
  /// when it is not known.
  @discardableResult public func removePeripheral(withIdentifier identifier: UUID) -> Future<Void> {
    retrievePeripherals(withIdentifiers: [identifier]).map { $0.terminate() }.sequence()
      .map { _ in () }
  }
}
