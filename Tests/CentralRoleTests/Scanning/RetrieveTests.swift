import BlueZSimulator
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

@Suite struct RetrieveTests {
  let world = SimulatedWorld()

  @Test func `known peripherals are retrieved by identifier and by address, in order`() throws {
    let (other, _) = SimulatedWorld.peripheral(2)
    world.adapter.add(other)
    world.manager.startScanning().forEach { _ in }
    world.bluez.advance(by: .seconds(1))
    let all = world.manager.peripherals
    try #require(all.count == 2)
    let identifiers = [all[1], all[0], all[1]].map(\.identifier) + [UUID()]
    #expect(world.manager.retrievePeripherals(withIdentifiers: identifiers) == [all[1], all[0]])
    let addresses = [all[1], all[0], all[1]].map(\.address) + [BluetoothAddress(1, 2, 3, 4, 5, 6)]
    #expect(world.manager.retrievePeripherals(withAddresses: addresses) == [all[1], all[0]])
    let publicTwin = PeripheralIdentifier.make(all[0].address, .public)
    #expect(world.manager.retrievePeripherals(withIdentifiers: [publicTwin]).isEmpty)
  }

  @Test(arguments: [AddressType.public, .random])
  func `an identifier gives its address and type back`(type: AddressType) throws {
    let address = BluetoothAddress(0xC4, 1, 2, 3, 4, 5)
    let read = try #require(PeripheralIdentifier.read(PeripheralIdentifier.make(address, type)))
    #expect(read == (address, type))
    #expect(PeripheralIdentifier.read(UUID()) == nil)
  }

  @Test func `connected peripherals are retrieved by their services, whoever connected them`()
    throws
  {
    let other = CentralManager(session: world.bluez.session())
    world.bluez.advance(by: .seconds(1))
    let found = try world.bluez.wait(for: other.startScanning().first(), within: .seconds(5))
    #expect(world.manager.retrieveConnectedPeripherals().isEmpty)
    found.connect().forEach { _ in }
    world.bluez.advance(by: .seconds(2))
    let mine = world.manager.retrieveConnectedPeripherals(withServices: [SimulatedWorld.serviceUUID]
    )
    #expect(mine.map(\.address) == [found.address])
    #expect(world.manager.retrieveConnectedPeripherals() == mine)
    #expect(world.manager.retrieveConnectedPeripherals(withServices: [0x1800]).isEmpty)
  }

  @Test func `a peripheral is connected by its address without a scan of the program`() throws {
    let peripheral = try world.manager.peripheral(at: world.tag.address, type: .random)
    #expect(peripheral.name == nil)
    #expect(peripheral.addressType == .random)
    #expect(world.manager.peripherals.isEmpty)
    let links = StreamLog(peripheral.connect(timeout: .seconds(10)))
    world.bluez.advance(by: .seconds(3))
    #expect(links.values.count == 1)
    #expect(peripheral.isConnected)
    #expect(peripheral.name == "Tag 1")
    #expect(world.manager.peripherals == [peripheral])
    #expect(try world.manager.peripheral(at: world.tag.address) == peripheral)
    #expect(!world.manager.isScanning)
    #expect(world.count("StartDiscovery") == world.count("StopDiscovery"))
  }

  @Test func `a peripheral whose address nobody has is looked for until the deadline`() throws {
    let address = BluetoothAddress(0xC0, 0, 0, 0, 0, 9)
    let peripheral = try world.manager.peripheral(at: address, type: .random)
    let links = StreamLog(peripheral.connect(timeout: .seconds(10)))
    world.bluez.advance(by: .seconds(11))
    #expect(links.codes == [.connectionTimeout])
    #expect(world.count("StartDiscovery") == 1)
    #expect(world.count("StopDiscovery") == 1)
  }

  @Test func `there is one object for an address, and none is kept that nobody wants`() throws {
    weak var forgotten: PeripheralDriver?
    do {
      let peripheral = try world.manager.peripheral(at: world.tag.address)
      #expect(try world.manager.peripheral(at: world.tag.address) == peripheral)
      world.bluez.run()
      forgotten = peripheral.driver
    }
    #expect(forgotten == nil)
  }

  @Test func `without an adapter there is no peripheral at an address`() throws {
    let bluez = SimulatedBlueZ()
    let manager = CentralManager(session: bluez.session())
    bluez.advance(by: .seconds(1))
    let error = #expect(throws: CentralError.self) {
      try manager.peripheral(at: BluetoothAddress(1, 2, 3, 4, 5, 6))
    }
    #expect(
      error?.message
        == "there is no peripheral at 01:02:03:04:05:06 yet: there is no Bluetooth adapter to "
        + "work with: plug one in, or look at `bluetoothctl list`; ask when whenStateChanges() "
        + "tells poweredOn")
  }
}
