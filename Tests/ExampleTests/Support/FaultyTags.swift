import BlueFutures
import BlueZSimulator
import FoundationEssentials

private typealias Accelerometer = TISensorTag.AccelerometerService

/// Peripherals that advertise a SensorTag's accelerometer and are not what they promise.
extension SimulatedPeripheral {
  /// Has a battery service and nothing else.
  static func withoutTheService() -> SimulatedPeripheral {
    let level = SimulatedCharacteristic(uuid: 0x2A19, properties: .read, value: Data([100]))
    return tag(SimulatedService(uuid: 0x180F, characteristics: [level]))
  }

  /// Has the service with the data alone.
  static func withoutTheSwitch() throws -> SimulatedPeripheral {
    let data = try SimulatedCharacteristic(profile: .init(Accelerometer.data))
    return tag(SimulatedService(uuid: Accelerometer.uuid, characteristics: [data]))
  }

  /// Has everything and never notifies.
  static func withoutSamples() throws -> SimulatedPeripheral {
    tag(try SimulatedService(profile: Accelerometer()))
  }

  /// Notifies two octets instead of three as soon as somebody subscribes.
  static func withShortSamples() throws -> SimulatedPeripheral {
    let service = try SimulatedService(profile: Accelerometer())
    let tag = tag(service)
    let data = service.characteristic(Accelerometer.data.uuid)
    data?.onSubscribe { [weak tag, weak data] isSubscribed in
      if isSubscribed, let data { tag?.notify(Data([1, 2]), from: data) }
    }
    return tag
  }

  /// Answers every write with an ATT error.
  static func refusingWrites(with error: ATTError) throws -> SimulatedPeripheral {
    let service = try SimulatedService(profile: Accelerometer())
    for characteristic in service.characteristics { characteristic.onWrite { _ in throw error } }
    return tag(service)
  }

  private static func tag(_ service: SimulatedService) -> SimulatedPeripheral {
    SimulatedPeripheral(
      name: "SensorTag", address: SimulatedBlueZ.peripheralAddress(1),
      advertisedServices: [Accelerometer.uuid], services: [service])
  }
}
