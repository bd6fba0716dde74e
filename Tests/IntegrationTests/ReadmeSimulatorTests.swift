import BlueFutures
import BlueZSimulator
import Testing

@Test func `the accelerometer is read without a radio`() throws {
  let bluez = SimulatedBlueZ()
  bluez.addAdapter().add(.sensorTag())
  let manager = CentralManager(session: bluez.session())
  let service = TISensorTag.AccelerometerService.uuid

  let name = manager.whenStateChanges()
    .withFilter { $0 == .poweredOn }
    .flatMap { _ -> FutureStream<Peripheral> in
      manager.startScanning(forServiceUUIDs: [service])
    }
    .map { peripheral in peripheral.name }
    .first()

  #expect(try bluez.wait(for: name) == "SensorTag")
}
