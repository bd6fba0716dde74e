import BlueFutures

/// The measuring daemon's one device that can be connected, and its attributes.
struct Tag {
  let manager: CentralManager
  let peripheral: Peripheral
  let data: Characteristic
  let writable: Characteristic
  let control: Characteristic
  let extras: [Characteristic]

  static let service = TISensorTag.AccelerometerService.uuid
  static let limit = Duration.seconds(20)

  /// Finds and connects it.
  init() throws {
    manager = CentralManager(session: .system())
    peripheral = try Self.find(manager)
    try Self.connect(peripheral).wait(timeout: Self.limit)
    let found = try Missing.unless(
      peripheral.services(withUUID: Self.service)?.first, "the service")
    data = try Missing.unless(
      found.characteristics.first { $0.properties.contains(.notify) }, "what notifies")
    let others = found.characteristics.filter { !$0.properties.contains(.notify) }
    writable = try Missing.unless(others.first, "what can be written")
    control = try Missing.unless(others.dropFirst().first, "the control")
    extras = peripheral.services.filter { $0.uuid != Self.service }.flatMap(\.characteristics)
  }

  static func isReady(_ manager: CentralManager) -> Future<ManagerState> {
    manager.whenStateChanges().withFilter { $0 == .poweredOn }.first()
  }

  private static func find(_ manager: CentralManager) throws -> Peripheral {
    let found = isReady(manager)
      .flatMap { _ in
        manager.startScanning(forServiceUUIDs: [service], capacity: 2048)
          .withFilter { $0.name == "SensorTag" }
      }
      .first()
    return try found.wait(timeout: limit)
  }

  /// A chain as users write it: the link, the services, the characteristics.
  static func connect(_ peripheral: Peripheral) -> Future<Void> {
    peripheral.connect()
      .flatMap { peripheral.discoverAllServices() }
      .flatMap { peripheral.services.map { $0.discoverAllCharacteristics() }.sequence() }
      .map { _ in () }
      .first()
  }

  func end() throws {
    try peripheral.disconnect().wait(timeout: Self.limit)
  }
}
