import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

@Suite struct ScanTests {
  let world = SimulatedWorld()

  private func scan(
    _ services: [BluetoothUUID]? = nil, timeout: Duration? = nil
  ) -> StreamLog<Peripheral> {
    let log = StreamLog(
      world.manager.startScanning(forServiceUUIDs: services, timeout: timeout))
    world.bluez.advance(by: .seconds(1))
    return log
  }

  private func addOther() -> SimulatedPeripheral {
    let (other, _) = SimulatedWorld.peripheral(2, service: BluetoothUUID(0x180D as UInt16))
    world.adapter.add(other)
    return other
  }

  @Test func `another program's looser filter does not leak in`() {
    _ = addOther()
    let session = world.bluez.session()
    let program = CentralManager(session: session)
    world.bluez.advance(by: .seconds(1))
    let all = StreamLog(program.startScanning())
    let log = scan([SimulatedWorld.serviceUUID])
    #expect(all.values.count == 2)
    #expect(log.values.map(\.name) == ["Tag 1"])
  }

  @Test func `a peripheral is found once in a scan and again in the next`() {
    let log = scan()
    world.tag.rssi = -40
    world.bluez.advance(by: .seconds(2))
    #expect(log.values.count == 1)
    world.manager.stopScanning()
    world.bluez.advance(by: .seconds(1))
    #expect(log.isFinished)
    let next = scan()
    #expect(next.values.count == 1)
    #expect(next.values.first === log.values.first)
  }

  @Test func `a remembered peripheral is found only when it is heard`() throws {
    let peripheral = try world.found()
    world.manager.stopScanning()
    world.tag.isAdvertising = false
    world.bluez.advance(by: .seconds(1))
    let log = scan()
    #expect(world.manager.peripherals == [peripheral])
    #expect(log.values.isEmpty)
    world.tag.isAdvertising = true
    world.tag.rssi = -41
    world.bluez.advance(by: .seconds(1))
    #expect(log.values == [peripheral])
  }

  @Test func `the last signal strength stays readable after the scan`() throws {
    let peripheral = try world.found()
    world.manager.stopScanning()
    world.bluez.advance(by: .seconds(1))
    #expect(peripheral.rssi == -60)
  }

  @Test func `a scan that reaches its deadline fails, finishes and stops`() {
    let log = scan([BluetoothUUID(0x180D as UInt16)], timeout: .seconds(5))
    #expect(!log.isFinished)
    world.bluez.advance(by: .seconds(5))
    #expect(
      log.failures == [
        "the scan for 180D ended at its deadline of 5.0 seconds: "
          + "check that the peripheral advertises and is near"
      ])
    #expect(log.isFinished)
    #expect(!world.manager.isScanning)
    #expect(world.count("StopDiscovery") == 1)
  }

  @Test func `the same filter gives the running scan`() {
    let first = scan([SimulatedWorld.serviceUUID])
    let second = scan([SimulatedWorld.serviceUUID])
    #expect(world.count("StartDiscovery") == 1)
    first.leave()
    world.bluez.advance(by: .seconds(1))
    #expect(world.count("StopDiscovery") == 0)
    second.leave()
    world.bluez.advance(by: .seconds(1))
    #expect(world.count("StopDiscovery") == 1)
    #expect(!world.manager.isScanning)
  }

  @Test func `two filters share one discovery and each gets its own`() {
    _ = addOther()
    let first = scan([SimulatedWorld.serviceUUID])
    let second = scan([BluetoothUUID(0x180D as UInt16)])
    world.bluez.advance(by: .seconds(1))
    #expect(first.values.map(\.name) == ["Tag 1"])
    #expect(second.values.map(\.name) == ["Tag 2"])
    #expect(world.count("StartDiscovery") == 1)
  }

  @Test func `a scan survives a power cycle`() {
    let log = scan([SimulatedWorld.serviceUUID])
    world.adapter.isPowered = false
    world.bluez.advance(by: .seconds(1))
    world.adapter.isPowered = true
    world.bluez.advance(by: .seconds(1))
    #expect(world.count("StartDiscovery") == 2)
    #expect(log.failures.isEmpty)
    #expect(log.values.count == 2)
  }

  @Test func `a scan survives a restart of the daemon`() {
    let log = scan()
    world.bluez.killDaemon()
    world.bluez.advance(by: .seconds(1))
    let other = addOther()
    world.bluez.startDaemon()
    world.bluez.advance(by: .seconds(3))
    #expect(log.failures.isEmpty)
    #expect(log.values.map(\.name).contains(other.name))
    world.manager.stopScanning()
    world.bluez.run()
    #expect(log.isFinished)
  }

  @Test func `a scan is refused while the adapter is off and works once it is on`() {
    world.adapter.isPowered = false
    world.bluez.advance(by: .seconds(1))
    let log = scan()
    #expect(
      log.failures == [
        "cannot scan: the Bluetooth adapter is switched off: run `bluetoothctl power on`; "
          + "scan when whenStateChanges() tells poweredOn"
      ])
    #expect(log.isFinished)
    #expect(world.count("StartDiscovery") == 0)
    world.adapter.isPowered = true
    world.bluez.advance(by: .seconds(1))
    #expect(scan().values.count == 1)
  }

  @Test func `taking the first peripheral ends the scan, and the next one finds it again`() throws {
    let first = try world.found()
    world.bluez.advance(by: .seconds(1))
    #expect(!world.manager.isScanning)
    #expect(world.count("StopDiscovery") == 1)
    #expect(try world.found() === first)
  }
}

@Suite struct ScriptedScanTests {
  let world = ScriptedWorld()
  private let busy = ScriptedDaemon.Answer.error(
    "org.bluez.Error.InProgress", "Operation already in progress")

  @Test func `a busy start is tried again`() {
    world.daemon.script("StartDiscovery", busy, busy)
    let log = StreamLog(world.manager.startScanning())
    world.advance(.seconds(2))
    #expect(world.daemon.count("StartDiscovery") == 3)
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-50)])
    world.run()
    #expect(log.values.count == 1)
  }

  @Test func `a refused start is told and no stop is sent`() {
    world.daemon.script("StartDiscovery", .failed("Input/output error"))
    let log = StreamLog(world.manager.startScanning())
    world.run()
    #expect(log.codes == [.scanFailed])
    #expect(
      log.failures == [
        "the daemon refused to scan "
          + "(BlueZ answered Failed for /org/bluez/hci0: Input/output error)"
      ])
    #expect(log.isFinished)
    #expect(world.daemon.count("StopDiscovery") == 0)
    #expect(!world.manager.isScanning)
  }

  @Test func `a scan that is asked for again at once goes on`() {
    let first = StreamLog(world.manager.startScanning())
    world.run()
    first.leave()
    let second = StreamLog(world.manager.startScanning())
    world.advance(.seconds(1))
    #expect(world.daemon.count("StopDiscovery") == 0)
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-50)])
    world.run()
    #expect(second.values.count == 1)
    #expect(first.values.isEmpty)
  }

  @Test func `a new scan waits for the old one's stop`() {
    let first = StreamLog(world.manager.startScanning())
    world.run()
    world.daemon.script("StopDiscovery", .after(.milliseconds(500), .done))
    first.leave()
    world.run()
    let second = StreamLog(world.manager.startScanning())
    world.advance(.milliseconds(400))
    #expect(world.daemon.count("StartDiscovery") == world.daemon.count("StopDiscovery"))
    world.advance(.seconds(1))
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-50)])
    world.run()
    #expect(second.values.count == 1)
    #expect(world.daemon.count("StartDiscovery") == world.daemon.count("StopDiscovery") + 1)
  }

  @Test func `unknown invalidated names and malformed signals are dropped`() {
    let log = StreamLog(world.manager.startScanning())
    world.run()
    world.daemon.change(Objects.device, .device, [:], invalidated: ["Icon", "RSSI"])
    world.daemon.emit("/", BusNames.objectManager, "InterfacesAdded", [.string("x")])
    world.daemon.emit("/", BusNames.objectManager, "InterfacesRemoved", [])
    world.daemon.emit(Objects.device, BusNames.properties, "PropertiesChanged", [.byte(1)])
    world.run()
    #expect(log.values.isEmpty)
    world.daemon.change(Objects.device, .device, ["RSSI": .int16(-50)])
    world.run()
    #expect(log.values.count == 1)
  }
}
