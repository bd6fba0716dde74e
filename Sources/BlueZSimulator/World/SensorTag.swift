import FoundationEssentials
import Futures
public import GATT
import Profiles

extension SimulatedPeripheral {
  /// A TI SensorTag whose accelerometer moves, made from the catalogue's profile.
  ///
  /// It notifies once a period while it is enabled and connected. One more characteristic,
  /// F000AA1F, takes commands of one octet for tests: 1 drops the link after 300 ms, 2 drops it
  /// and is silent for 3 s, 3 answers the next read of the data with the ATT error 0x80.
  public static func sensorTag(
    motion: SensorTagMotion = .turning,
    address: BluetoothAddress = SimulatedBlueZ.peripheralAddress(1)
  ) -> SimulatedPeripheral {
    sensorTag(motion: motion, address: address, after: [])
  }

  /// The same with other services before the accelerometer's.
  package static func sensorTag(
    motion: SensorTagMotion, address: BluetoothAddress = SimulatedBlueZ.peripheralAddress(1),
    after others: [SimulatedService]
  ) -> SimulatedPeripheral {
    SensorTag(motion).makePeripheral(at: address, after: others)
  }
}

/// The behaviour of a simulated SensorTag; the closures of its peripheral keep it.
private final class SensorTag: Sendable {
  private typealias Accelerometer = TISensorTag.AccelerometerService

  private struct Shared {
    weak var peripheral: SimulatedPeripheral?
    var samples = 0
    var isEnabled = false
    var period = Duration.seconds(1)
    var timer: (any Cancellable)?
  }

  private let motion: SensorTagMotion
  private let shared = Lock(Shared())

  init(_ motion: SensorTagMotion) { self.motion = motion }

  func makePeripheral(
    at address: BluetoothAddress, after others: [SimulatedService]
  ) -> SimulatedPeripheral {
    let profiles = Accelerometer().characteristics
    var problems: [String] = []
    let characteristics = profiles.map { profile in
      do {
        return try SimulatedCharacteristic(profile: profile)
      } catch {
        problems.append("\(profile.name) has no initial value: \(error)")
        return SimulatedCharacteristic(uuid: profile.uuid, properties: profile.properties)
      }
    }
    let control = SimulatedCharacteristic(
      uuid: BluetoothUUID(0xAA1F, base: TISensorTag.base),
      properties: [.write, .writeWithoutResponse])
    let service = SimulatedService(
      uuid: Accelerometer.uuid, characteristics: characteristics + [control])
    let peripheral = SimulatedPeripheral(
      name: "SensorTag", address: address, advertisedServices: [service.uuid],
      services: others + [service])
    shared.withLock { $0.peripheral = peripheral }
    control.onWrite { try self.take(command: $0) }
    service.characteristic(Accelerometer.data.uuid)?.onRead { try self.measure() }
    service.characteristic(Accelerometer.enabled.uuid)?.onWrite { try self.switchOn($0) }
    service.characteristic(Accelerometer.period.uuid)?.onWrite { try self.setPeriod($0) }
    peripheral.shared.withLock { $0.problems = problems }
    peripheral.onLink { isLinked in isLinked ? self.arm() : self.stop() }
    return peripheral
  }

  private var peripheral: SimulatedPeripheral? { shared.withLock { $0.peripheral } }

  private var data: SimulatedCharacteristic? {
    peripheral?.services.last?.characteristic(Accelerometer.data.uuid)
  }

  private func take(command: Data) throws {
    switch try octet(command) {
    case 1: dropSoon(silence: .zero)
    case 2: dropSoon(silence: .seconds(3))
    case 3: data?.failNextRead(with: ATTError(code: 0x80))
    default: throw ATTError.valueNotAllowed
    }
  }

  private func octet(_ value: Data) throws -> UInt8 {
    guard value.count == 1, let octet = value.first else {
      throw ATTError.invalidAttributeValueLength
    }
    return octet
  }

  private func dropSoon(silence: Duration) {
    guard let peripheral, let world = peripheral.world else { return }
    _ = world.loop.schedule(after: .milliseconds(300)) { [weak peripheral] in
      if silence > .zero { peripheral?.goSilent(for: silence) }
      peripheral?.dropLink()
    }
  }

  private func switchOn(_ value: Data) throws {
    let octet = try octet(value)
    guard octet < 2 else { throw ATTError(code: 0x80) }
    shared.withLock { $0.isEnabled = octet == 1 }
    arm()
  }

  private func setPeriod(_ value: Data) throws {
    let octet = try octet(value)
    guard octet >= 10 else { throw ATTError(code: 0x80) }
    shared.withLock { $0.period = .milliseconds(10 * Int(octet)) }
    arm()
  }

  /// The octets of a new sample; zeros while the sensor is off.
  private func measure() throws -> Data {
    let index = shared.withLock { shared -> Int? in
      guard shared.isEnabled else { return nil }
      shared.samples += 1
      return shared.samples
    }
    guard let index, let world = peripheral?.world else { return Data([0, 0, 0]) }
    return try motion.sample(index, world.now).profileData()
  }

  private func arm() {
    stop()
    guard let peripheral, let world = peripheral.world, peripheral.isConnected else { return }
    let (isEnabled, period) = shared.withLock { ($0.isEnabled, $0.period) }
    guard isEnabled else { return }
    let timer = world.loop.schedule(after: period) { [self] in
      notify()
      arm()
    }
    shared.withLock { $0.timer = timer }
  }

  private func notify() {
    guard let peripheral, let data else { return }
    do {
      peripheral.notify(try measure(), from: data)
    } catch {
      peripheral.world?.note("the SensorTag did not notify: \(error)")
    }
  }

  private func stop() {
    shared.withLock { shared in
      defer { shared.timer = nil }
      return shared.timer
    }?.cancel()
  }
}
