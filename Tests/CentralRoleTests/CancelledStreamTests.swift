import BlueZSimulator
import FoundationEssentials
import Futures
import Testing

@testable import CentralRole

/// Streams that a program cancelled are over; what they told of goes on with new ones.
@Suite struct CancelledStreamTests {
  let world = SimulatedWorld()

  @Test func `a cancelled connection disconnects and can be made again`() throws {
    _ = try world.connected()
    let peripheral = try #require(world.manager.peripherals.first)
    peripheral.connect().cancel()
    world.bluez.advance(by: .seconds(5))
    #expect(!peripheral.isConnected)
    try world.bluez.wait(for: peripheral.connect().first())
    #expect(peripheral.isConnected)
  }

  @Test func `cancelled notifications end and can be received again`() throws {
    let characteristic = try world.connected()
    try world.bluez.wait(for: characteristic.startNotifying())
    characteristic.receiveNotificationUpdates().cancel()
    world.bluez.advance(by: .seconds(1))
    #expect(!characteristic.isNotifying)
    let next = characteristic.receiveNotificationUpdates().first()
    try world.bluez.wait(for: characteristic.startNotifying())
    world.tag.notify(Data([7]), from: world.value)
    #expect(try world.bluez.wait(for: next) == Data([7]))
  }

  @Test func `cancelled states end for their own caller only`() throws {
    let other = world.manager.whenStateChanges()
    world.manager.whenStateChanges().cancel()
    #expect(try world.bluez.wait(for: other.first()) == .poweredOn)
    #expect(try world.bluez.wait(for: world.manager.whenStateChanges().first()) == .poweredOn)
  }

  @Test func `a name cannot act on the terminal that it is printed on`() throws {
    let name = "\u{1B}[31mred\nnew\u{202E}"
    world.adapter.add(
      SimulatedPeripheral(name: name, address: SimulatedBlueZ.peripheralAddress(9)))
    let log = StreamLog(world.manager.startScanning())
    world.bluez.advance(by: .seconds(1))
    let peripheral = try #require(log.values.first { $0.name == name })
    #expect("\(peripheral)" == "[31mrednew (C4:BE:84:00:00:09)")
  }
}
