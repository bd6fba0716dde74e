import BlueFutures
import BlueZSimulator
import Testing

@Test func `the accelerometer is read with async and await`() async throws {
  let bluez = SimulatedBlueZ.live()
  bluez.addAdapter().add(.sensorTag(motion: .counting))
  let session = bluez.session()  // Session.system() for the system's adapter
  typealias Accelerometer = TISensorTag.AccelerometerService
  let manager = CentralManager(session: session)
  for try await state in manager.whenStateChanges() where state == .poweredOn { break }
  let scan = manager.startScanning(forServiceUUIDs: [Accelerometer.uuid], timeout: .seconds(10))
  let peripheral = try await scan.first().value
  try await peripheral.connect().first().value
  try await peripheral.discoverServices([Accelerometer.uuid]).value
  let service = try #require(peripheral.services(withUUID: Accelerometer.uuid)?.first)
  try await service.discoverAllCharacteristics().value
  let data = try #require(service.characteristics(withUUID: Accelerometer.data.uuid)?.first)
  let enabled = try #require(service.characteristics(withUUID: Accelerometer.enabled.uuid)?.first)
  try await enabled.write(Accelerometer.Enabled.yes).value
  try await data.startNotifying().value
  var samples: [Accelerometer.Acceleration] = []
  for try await sample in data.receiveNotificationUpdates(as: Accelerometer.Acceleration.self) {
    samples.append(sample)
    if samples.count == 2 { break }
  }
  try await peripheral.disconnect().value
  #expect(samples.map(\.z) == [63.0 / 64, 63.0 / 64])
}
