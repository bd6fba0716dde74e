import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import Testing

@testable import CentralRole

@Suite struct LifetimeTests {
  /// Runs a body in a world, and checks that nothing is left of it but the world.
  private func leavesNothing(
    _ body: (SimulatedBlueZ, CentralManager) throws -> Void
  ) throws {
    let bluez = SimulatedBlueZ()
    let (tag, _) = SimulatedWorld.peripheral(1)
    bluez.addAdapter().add(tag)
    bluez.advance(by: .seconds(1))
    let connections = bluez.bus.connectionCount
    let rules = bluez.bus.matchRuleCount
    weak var weakSession: Session?
    weak var weakDriver: CentralDriver?
    weak var weakManager: CentralManager?
    var drivers: [WeakReference<PeripheralDriver>] = []
    do {
      let session = bluez.session()
      let manager = CentralManager(session: session)
      bluez.advance(by: .seconds(1))
      (weakSession, weakManager, weakDriver) = (session, manager, manager.driver)
      try body(bluez, manager)
      drivers = manager.driver.peripherals.map(WeakReference.init)
    }
    bluez.advance(by: .seconds(200))
    #expect(weakManager == nil)
    #expect(weakDriver == nil)
    #expect(weakSession == nil)
    #expect(drivers.allSatisfy { $0.object == nil })
    #expect(bluez.bus.connectionCount == connections)
    #expect(bluez.bus.matchRuleCount == rules)
  }

  @Test func `nothing is left of a manager that was never used`() throws {
    try leavesNothing { _, _ in }
  }

  @Test func `nothing is left of a scan`() throws {
    try leavesNothing { bluez, manager in
      manager.startScanning().forEach { _ in }
      bluez.advance(by: .seconds(1))
    }
  }

  @Test func `nothing is left of a list of services that somebody listens to`() throws {
    try leavesNothing { bluez, manager in
      let peripheral = try bluez.wait(for: manager.startScanning().first())
      let count = Lock(0)
      peripheral.whenServicesChange().forEach { _ in count.withLock { $0 += 1 } }
      bluez.run()
      peripheral.connect().forEach { _ in }
      bluez.advance(by: .seconds(1))
      _ = peripheral.discoverAllServices()
      bluez.run()
      #expect(count.withLock { $0 } == 2)
    }
  }

  @Test func `nothing is left of a link with a subscription`() throws {
    try leavesNothing { bluez, manager in
      let peripheral = try bluez.wait(for: manager.startScanning().first())
      peripheral.connect().forEach { _ in }
      bluez.advance(by: .seconds(1))
      _ = peripheral.discoverAllServices()
      let service = try #require(peripheral.services.first)
      _ = service.discoverAllCharacteristics()
      let value = try #require(service.characteristics.first)
      value.receiveNotificationUpdates(resuming: true).forEach { _ in }
      _ = value.startNotifying()
      _ = value.read()
      bluez.advance(by: .seconds(1))
      #expect(value.isNotifying)
    }
  }

  @Test func `nothing is left of a whole chain`() throws {
    try leavesNothing { bluez, manager in
      manager.whenStateChanges().withFilter { $0 == .poweredOn }
        .flatMap { [weak manager] _ in
          manager?.startScanning() ?? StreamPromise<Peripheral>().stream
        }
        .flatMap { peripheral in peripheral.connect().map { peripheral } }
        .flatMap { peripheral in peripheral.discoverAllServices().map { peripheral } }
        .forEach { _ in }
      bluez.advance(by: .seconds(5))
      #expect(manager.peripherals.first?.isConnected == true)
    }
  }

  @Test func `a peripheral that outlives its manager lets go of everything with its last user`()
    throws
  {
    try leavesNothing { _, _ in }
    let bluez = SimulatedBlueZ()
    let (tag, _) = SimulatedWorld.peripheral(1)
    bluez.addAdapter().add(tag)
    weak var weakSession: Session?
    do {
      var peripheral: Peripheral?
      do {
        let session = bluez.session()
        weakSession = session
        let manager = CentralManager(session: session)
        bluez.advance(by: .seconds(1))
        peripheral = try bluez.wait(for: manager.startScanning().first())
      }
      bluez.advance(by: .seconds(1))
      // Devices that come and go meanwhile must not be collected for nobody.
      bluez.restartDaemon()
      bluez.advance(by: .seconds(2))
      let other = CentralManager(session: bluez.session())
      other.startScanning().forEach { _ in }
      bluez.advance(by: .seconds(2))
      #expect(peripheral?.name == "Tag 1")
      peripheral = nil
    }
    bluez.advance(by: .seconds(200))
    #expect(weakSession == nil)
  }

  @Test func `fifty connects leave the number of match rules as it is`() throws {
    let world = SimulatedWorld()
    let value = try world.connected()
    let peripheral = value.service.peripheral
    let rules = world.bluez.bus.matchRuleCount
    for _ in 0..<50 {
      _ = value.startNotifying()
      world.bluez.advance(by: .seconds(1))
      world.tag.dropLink()
      world.bluez.advance(by: .seconds(1))
      peripheral.reconnect()
      world.bluez.advance(by: .seconds(1))
    }
    #expect(peripheral.isConnected)
    #expect(world.bluez.bus.matchRuleCount == rules)
  }

  @Test func `objects stay the same across links and restarts of the daemon`() throws {
    let world = SimulatedWorld()
    let value = try world.connected()
    let peripheral = value.service.peripheral
    world.tag.dropLink()
    world.bluez.advance(by: .seconds(1))
    peripheral.reconnect()
    world.bluez.advance(by: .seconds(1))
    #expect(try world.characteristic(of: peripheral) === value)
    #expect(world.manager.peripherals == [peripheral])
    world.manager.startScanning().forEach { _ in }
    world.bluez.restartDaemon()
    world.bluez.advance(by: .seconds(3))
    peripheral.reconnect()
    world.bluez.advance(by: .seconds(5))
    #expect(peripheral.isConnected)
    #expect(try world.characteristic(of: peripheral) === value)
    #expect(world.manager.peripherals == [peripheral])
    let read = value.read()
    world.bluez.advance(by: .seconds(1))
    #expect(read.success == Data([42]))
  }

  @Test func `equal UUIDs of two services are two characteristics`() throws {
    let world = ScriptedWorld()
    let peripheral = try world.connected()
    let all = peripheral.services.flatMap { $0.characteristics(withUUID: Objects.dataUUID) ?? [] }
    #expect(all.count == 2)
    #expect(Set(all.map(\.node.path)) == [Objects.data, Objects.twin])
  }
}
