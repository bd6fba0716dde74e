import BlueFutures
import Synchronization

/// Reads a TI SensorTag's accelerometer: one chain from the adapter's state to typed samples.
///
/// The chain runs again by itself after a reconnect and after a restart of the daemon.
final class AccelerometerReader: Sendable {
  typealias Accelerometer = TISensorTag.AccelerometerService

  let manager: CentralManager
  /// The adapter that was asked for by name.
  let adapter: String?
  private let peripheral = Mutex<Peripheral?>(nil)

  init(manager: CentralManager, adapter: String? = nil) {
    self.manager = manager
    self.adapter = adapter
  }

  /// Samples every `period`, as long as the returned stream is not cancelled.
  func start(
    period: Accelerometer.UpdatePeriod, report: @escaping @Sendable (ReaderEvent) -> Void
  ) -> FutureStream<Accelerometer.Acceleration> {
    let samples = manager.whenStateChanges()
      .withFilter { state in state != .resetting }
      .flatMap { [self] state -> FutureStream<Peripheral> in
        guard state == .poweredOn else { throw notReady(state) }
        return manager.startScanning(
          forServiceUUIDs: [Accelerometer.uuid], capacity: 10, timeout: .seconds(10))
      }
      .flatMap { [self] peripheral -> FutureStream<Void> in
        manager.stopScanning()
        self.peripheral.withLock { $0 = peripheral }
        return peripheral.connect(timeout: .seconds(30))
      }
      .flatMap { [self] () -> Future<Void> in
        report(.connected)
        return try found().discoverServices([Accelerometer.uuid])
      }
      .flatMap { [self] () -> Future<Void> in try service().discoverAllCharacteristics() }
      .flatMap { [self] () -> Future<Void> in
        try characteristic(Accelerometer.enabled.uuid).write(Accelerometer.Enabled.yes)
      }
      .flatMap { [self] () -> Future<Void> in
        try characteristic(Accelerometer.period.uuid).write(period)
      }
      .flatMap { [self] () -> Future<Accelerometer.UpdatePeriod> in
        try characteristic(Accelerometer.period.uuid).read(as: Accelerometer.UpdatePeriod.self)
      }
      .flatMap { [self] period -> Future<Void> in
        report(.period(period))
        return try characteristic(Accelerometer.data.uuid).startNotifying()
      }
      .flatMap { [self] () -> FutureStream<Accelerometer.Acceleration> in
        try characteristic(Accelerometer.data.uuid)
          .receiveNotificationUpdates(as: Accelerometer.Acceleration.self, capacity: 100)
      }

    samples.onSuccess { sample in report(.sample(sample)) }

    samples.onFailure { [self] error in
      switch error {
      case CentralError.disconnected, CentralError.connectionTimeout,
        CentralError.connectionFailed:
        report(.interrupted(error))
        peripheral.withLock { $0 }?.reconnect(withDelay: .seconds(1))
      case CentralError.resetting:
        report(.interrupted(error))  // The next `poweredOn` runs the chain again.
      case CentralError.forcedDisconnect, Failure.unlinked:
        break  // What ended the link is told by itself.
      default:
        report(.failed(error))
      }
    }
    return samples
  }

  func found() throws -> Peripheral {
    guard let peripheral = peripheral.withLock({ $0 }) else {
      throw Failure.nothingFound
    }
    return peripheral
  }

  private func service() throws -> Service {
    guard let service = try found().services(withUUID: Accelerometer.uuid)?.first else {
      throw try missing(Accelerometer.uuid)
    }
    return service
  }

  private func characteristic(_ uuid: BluetoothUUID) throws -> Characteristic {
    guard let found = try service().characteristics(withUUID: uuid)?.first else {
      throw try missing(uuid)
    }
    return found
  }
}
