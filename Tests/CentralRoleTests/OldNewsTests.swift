import BlueZSimulator
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// What ended is no answer to who asks anew.
@Suite struct OldNewsTests {
  let world = SimulatedWorld()

  @Test func `an attempt that nobody waited for leaves no failure to the next`() throws {
    let peripheral = try world.found()
    peripheral.reconnect()
    try world.bluez.wait(for: peripheral.disconnect(), within: .seconds(5))
    world.bluez.advance(by: .seconds(3))
    try world.bluez.wait(for: peripheral.connect().first())
    #expect(peripheral.isConnected)
  }

  @Test func `who connects again from the failure itself hears of the new attempt`() throws {
    let peripheral = try world.found()
    world.tag.isAdvertising = false
    let again = peripheral.connect(timeout: .milliseconds(300)).first()
      .recoverWith { [tag = world.tag] _ in
        tag.isAdvertising = true
        return peripheral.connect(timeout: .seconds(5)).first()
      }
    try world.bluez.wait(for: again, within: .seconds(10))
    #expect(peripheral.isConnected)
  }

  @Test(arguments: [true, false])
  func `a scan right after one that was left is a new one`(isCancelled: Bool) {
    let first = world.manager.startScanning()
    let left = first.onSuccess { _ in }
    world.bluez.advance(by: .seconds(1))
    if isCancelled { first.cancel() } else { left.cancel() }
    let next = StreamLog(world.manager.startScanning(timeout: .seconds(2)))
    world.bluez.advance(by: .seconds(1))
    #expect(next.values.count == 1)
    world.bluez.advance(by: .seconds(2))
    #expect(next.codes == [.scanTimeout])
    #expect(next.isFinished)
    #expect(!world.manager.isScanning)
  }

  @Test func `a write whose deadline is over is not sent`() throws {
    let characteristic = try world.connected()
    let write = characteristic.write(data: Data([77]), timeout: .seconds(-1))
    let read = characteristic.read(timeout: .zero)
    world.bluez.advance(by: .seconds(1))
    #expect(
      write.failure?.description
        == "the write of FFE1 was not sent: its deadline of -1.0 seconds leaves it no time")
    #expect(read.failure?.code == .readTimeout)
    #expect(world.count("WriteValue") == 0)
    #expect(world.count("ReadValue") == 0)
  }

  @Test func `a deadline that passed while the adapter was off says so`() throws {
    let peripheral = try world.found()
    world.adapter.isPowered = false
    world.bluez.advance(by: .seconds(1))
    let link = peripheral.connect(timeout: .seconds(2)).first()
    world.bluez.advance(by: .seconds(3))
    #expect(
      link.failure?.description
        == "the connection to C4:BE:84:00:00:01 reached its deadline: the Bluetooth adapter is "
        + "switched off: run `bluetoothctl power on`")
  }

  @Test func `a subscription whose characteristic has another path by now is told to be over`()
    throws
  {
    let characteristic = try world.connected()
    let peripheral = characteristic.service.peripheral
    peripheral.connect(reconnecting: .growing()).forEach { _ in }
    let values = StreamLog(characteristic.receiveNotificationUpdates(resuming: true))
    try world.bluez.wait(for: characteristic.startNotifying())
    world.bluez.restartDaemon(renumbersAttributes: true)
    world.bluez.advance(by: .seconds(60))
    #expect(peripheral.isConnected)
    #expect(values.codes == [.resetting, .invalidated])
    #expect("\(characteristic)" == "FFE1 of C4:BE:84:00:00:01")
  }

  @Test func `a manager that has ended makes no links`() throws {
    let peripheral = try world.found()
    try world.bluez.wait(for: world.manager.invalidate(), within: .seconds(5))
    let link = StreamLog(peripheral.connect())
    let states = StreamLog(peripheral.whenConnectionStateChanges())
    let ends = StreamLog(peripheral.disconnectionEvents())
    peripheral.reconnect()
    world.bluez.advance(by: .seconds(3))
    #expect(link.codes == [.managerInvalidated])
    #expect(link.isFinished && states.isFinished && ends.isFinished)
    #expect(states.values == [.disconnected])
    #expect(world.count("Connect") == 0)
  }

  @Test func `an attempt does not outlive its manager`() throws {
    var manager: CentralManager? = CentralManager(session: world.session)
    world.bluez.advance(by: .seconds(1))
    let scan = try #require(manager).startScanning().first()
    let peripheral = try world.bluez.wait(for: scan, within: .seconds(5))
    peripheral.connect().forEach { _ in }
    world.bluez.advance(by: .milliseconds(100))
    #expect(world.count("Connect") == 1)
    manager = nil
    world.bluez.advance(by: .seconds(10))
    #expect(!world.tag.isConnected)
    _ = manager
  }
}
