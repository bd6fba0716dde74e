import FoundationEssentials
import Futures
import GATT

/// What a live client is made of: a manager, the peripherals by identifier, and the deadlines.
final class LiveLink: Sendable {
  typealias Value = BluetoothClient.Peripheral

  let manager: CentralManager
  private let configuration: BluetoothClient.Configuration
  private let clock: any Clock<Duration>

  init(
    _ manager: CentralManager, _ configuration: BluetoothClient.Configuration,
    _ clock: any Clock<Duration>
  ) {
    self.manager = manager
    self.configuration = configuration
    self.clock = clock
  }

  // MARK: Endpoints

  func scan(_ services: [BluetoothUUID]) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task { [self] in
        do {
          try await whenReady()
          // The manager's own deadline is none; the loop's end is the scan's.
          for try await peripheral in manager.startScanning(forServiceUUIDs: services) {
            continuation.yield(Value(peripheral))
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func connect(_ value: Value) async throws {
    try await whenReady()
    let peripheral = try peripheral(value)
    do {
      try await within(
        configuration.connectTimeout, .connectionTimeout, "connecting to \(peripheral)"
      ) {
        try await peripheral.connect().first().value
      }
    } catch {
      // Nothing is left of an attempt that failed.
      if !peripheral.isConnected { peripheral.disconnect() }
      throw error
    }
  }

  func disconnect(_ value: Value) async throws {
    let peripheral = try peripheral(value)
    try await within(configuration.requestTimeout, .requestFailed, "disconnecting \(peripheral)") {
      try await peripheral.disconnect().value
    }
  }

  func discoverServices(
    _ value: Value, _ wanted: [BluetoothUUID]?
  ) async throws -> [BluetoothUUID] {
    let peripheral = try peripheral(value)
    try await peripheral.discoverServices(wanted, timeout: configuration.requestTimeout).value
    return peripheral.services.map(\.uuid).filter { wanted?.contains($0) ?? true }
  }

  func discoverCharacteristics(
    _ value: Value, _ service: BluetoothUUID, _ wanted: [BluetoothUUID]?
  ) async throws -> [BluetoothUUID] {
    let peripheral = try peripheral(value)
    try await peripheral.discoverAttributes(
      ofServices: [service], characteristics: wanted, timeout: configuration.requestTimeout
    ).value
    return try peripheral.service(withUUID: service).characteristics.map(\.uuid)
      .filter { wanted?.contains($0) ?? true }
  }

  func read(_ value: Value, _ attribute: BluetoothClient.Attribute) async throws -> Data {
    let characteristic = try await characteristic(attribute, of: value)
    return try await within(
      configuration.requestTimeout, .readTimeout, "the read of \(characteristic.uuid)"
    ) { try await characteristic.read().value }
  }

  func write(
    _ value: Value, _ attribute: BluetoothClient.Attribute, _ data: Data, _ type: WriteType
  ) async throws {
    let characteristic = try await characteristic(attribute, of: value)
    try await within(
      configuration.requestTimeout, .writeTimeout, "the write of \(characteristic.uuid)"
    ) { try await characteristic.write(data: data, type: type).value }
  }

  func subscribe(
    _ value: Value, _ attribute: BluetoothClient.Attribute
  ) async throws -> AsyncThrowingStream<Data, any Error> {
    let characteristic = try await characteristic(attribute, of: value)
    let values = characteristic.receiveNotificationUpdates()
    try await within(
      configuration.requestTimeout, .notifyTimeout, "subscribing to \(characteristic.uuid)"
    ) { try await characteristic.startNotifying().value }
    return values.throwing()
  }

  // MARK: Finding things

  private func peripheral(_ value: Value) throws -> Peripheral {
    guard let found = manager.retrievePeripherals(withIdentifiers: [value.id]).first else {
      throw CentralError(
        .connectionFailed,
        "the peripheral \(value.name ?? value.id.uuidString) is not known; scan for it first")
    }
    return found
  }

  private func characteristic(
    _ attribute: BluetoothClient.Attribute, of value: Value
  ) async throws -> Characteristic {
    let peripheral = try peripheral(value)
    if let known = try? peripheral.characteristic(attribute.characteristic, in: attribute.service) {
      return known
    }
    return try await peripheral.discoverCharacteristic(
      attribute.characteristic, in: attribute.service, timeout: configuration.requestTimeout
    ).value
  }

  // MARK: Deadlines

  /// Waits until Bluetooth can be used.
  private func whenReady() async throws {
    guard manager.state != .poweredOn else { return }
    let manager = manager
    do {
      try await within(configuration.connectTimeout, .poweredOff, "Bluetooth") {
        for await result in manager.whenStateChanges().results {
          if case .success(.poweredOn) = result { return }
        }
      }
    } catch CentralError.poweredOff {
      throw CentralError(
        .poweredOff, "Bluetooth was not ready in \(configuration.connectTimeout): \(manager.state)")
    }
  }

  /// Runs the work against the injected clock.
  private func within<Output: Sendable>(
    _ limit: Duration, _ code: CentralError.Code, _ what: String,
    _ work: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    let clock = clock
    return try await withThrowingTaskGroup(of: Output?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await clock.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      while let first = try await group.next() {
        guard let output = first else {
          throw CentralError(code, "\(what) was not done in \(limit)")
        }
        return output
      }
      throw CancellationError()
    }
  }
}
