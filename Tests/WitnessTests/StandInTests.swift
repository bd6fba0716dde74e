import BlueFutures
import DBus
import FoundationEssentials
import Futures
import Testing

/// The central with python-dbusmock's daemon instead of our simulator, which could share the
/// central's misunderstandings.
@Suite(.serialized) struct StandInTests {
  private static let limit: Duration = .seconds(60)
  private static let address = "C4:BE:84:00:00:01"

  @Test func `the central follows the adapter`() throws {
    let daemon = try StandIn()
    defer { daemon.end() }
    let manager = CentralManager(session: daemon.session)
    func expect(_ state: ManagerState, after step: () throws -> Void) throws {
      let reached = manager.whenStateChanges().withFilter { $0 == state }.first()
      try step()
      #expect(try reached.wait(timeout: Self.limit) == state)
    }
    try expect(.unsupported) {}
    try expect(.poweredOn) { try daemon.order("AddAdapter", "hci0", "Machine") }
    #expect(manager.adapter?.identifier == "hci0")
    try expect(.poweredOff) { try power(false, daemon) }
    try expect(.poweredOn) { try power(true, daemon) }
    try expect(.resetting) { try daemon.order("RemoveAdapter", "hci0") }
    try expect(.poweredOn) { try daemon.order("AddAdapter", "hci0", "Machine") }
    try expect(.resetting) { daemon.crash() }
  }

  @Test func `a scan delivers the device that is added meanwhile`() throws {
    let daemon = try withAdapter()
    defer { daemon.end() }
    let manager = try ready(daemon)
    let found = manager.startScanning().first()
    try discovering(true, daemon)
    try daemon.order("AddDevice", "hci0", Self.address, "Phone")
    let peripheral = try found.wait(timeout: Self.limit)
    #expect("\(peripheral.address)" == Self.address)
    #expect(peripheral.addressType == .public)
    #expect(peripheral.name == "Phone")
    #expect(peripheral.rssi == -79)
    #expect(peripheral.advertisement.manufacturerData.isEmpty)
    // Taking the first was the only interest in the scan.
    try discovering(false, daemon)
  }

  @Test func `a link comes, serves a read, and is lost`() throws {
    let daemon = try withDevice()
    defer { daemon.end() }
    let peripheral = try known(try ready(daemon))
    let links = peripheral.connect()
    let connected = links.first()
    try addAttributes(to: daemon)
    try daemon.set(
      StandIn.devicePath, "org.bluez.Device1", ["ServicesResolved": .bool(true)])
    try connected.wait(timeout: Self.limit)
    #expect(peripheral.isConnected)
    try peripheral.discoverAllServices().wait(timeout: Self.limit)
    let service = try #require(peripheral.services.first)
    try service.discoverAllCharacteristics().wait(timeout: Self.limit)
    let level = try #require(service.characteristics.first)
    #expect(try level.read().wait(timeout: Self.limit) == .init([99]))

    let lost = links.withFilter { _ in false }.first()
    try daemon.order("DisconnectDevice", "hci0", Self.address)
    let error = #expect(throws: CentralError.self) { try lost.wait(timeout: Self.limit) }
    #expect(error?.code == .disconnected)
    #expect(!peripheral.isConnected)
  }

  @Test func `a disconnect ends the link`() throws {
    let daemon = try withDevice()
    defer { daemon.end() }
    try addAttributes(to: daemon)
    try daemon.set(
      StandIn.devicePath, "org.bluez.Device1", ["ServicesResolved": .bool(true)])
    let peripheral = try known(try ready(daemon))
    try peripheral.connect().first().wait(timeout: Self.limit)
    try peripheral.disconnect().wait(timeout: Self.limit)
    #expect(!peripheral.isConnected)
  }

  @Test func `properties of a pairing are followed`() throws {
    let daemon = try withDevice()
    defer { daemon.end() }
    let session = daemon.session
    let paired = Promise<Value?>()
    let observation = session.observe { event in
      guard case .changed(StandIn.devicePath, "org.bluez.Device1", let changed, _) = event,
        let value = changed["Paired"]
      else { return }
      paired.success(value)
    }
    defer { observation.cancel() }
    _ = try ready(daemon)
    try daemon.order("PairDevice", "hci0", Self.address)
    #expect(try paired.future.wait(timeout: Self.limit)?.asBool == true)
    let stored = session.withStore { store in
      store.interfaces(of: StandIn.devicePath)["org.bluez.Device1"]
    }
    #expect(stored?["Paired"]?.asBool == true)
    #expect(stored?["LegacyPairing"]?.asBool == true)
    #expect(stored?["UUIDs"]?.asStrings?.count == 9)
  }

  // MARK: Steps

  private func withAdapter() throws -> StandIn {
    let daemon = try StandIn()
    try daemon.order("AddAdapter", "hci0", "Machine")
    return daemon
  }

  private func withDevice() throws -> StandIn {
    let daemon = try withAdapter()
    try daemon.order("AddDevice", "hci0", Self.address, "Phone")
    return daemon
  }

  private func ready(_ daemon: StandIn) throws -> CentralManager {
    let manager = CentralManager(session: daemon.session)
    _ = try manager.whenStateChanges().withFilter { $0 == .poweredOn }.first()
      .wait(timeout: Self.limit)
    return manager
  }

  private func known(_ manager: CentralManager) throws -> Peripheral {
    try #require(manager.peripherals.first)
  }

  private func power(_ isOn: Bool, _ daemon: StandIn) throws {
    try daemon.call(
      StandIn.adapterPath, "org.freedesktop.DBus.Properties", "Set",
      [.string("org.bluez.Adapter1"), .string("Powered"), .variant(.bool(isOn))])
  }

  /// Waits until the template has got the call that starts or stops a discovery.
  private func discovering(_ isOn: Bool, _ daemon: StandIn) throws {
    let question: () throws -> Bool? = {
      try daemon.call(
        StandIn.adapterPath, "org.freedesktop.DBus.Properties", "Get",
        [.string("org.bluez.Adapter1"), .string("Discovering")]
      ).first?.asBool
    }
    let clock = ContinuousClock()
    let end = clock.now + Self.limit
    while try question() != isOn { try #require(clock.now < end) }
  }

  private func addAttributes(to daemon: StandIn) throws {
    let service = try #require(StandIn.devicePath.appending("service0010"))
    try daemon.add(
      service, "org.bluez.GattService1",
      [
        "UUID": .string(BluetoothUUID(0x180F).fullLowercased),
        "Device": .objectPath(StandIn.devicePath), "Primary": .bool(true),
        "Includes": .objectPaths([]),
      ])
    try daemon.add(
      try #require(service.appending("char0011")), "org.bluez.GattCharacteristic1",
      [
        "UUID": .string(BluetoothUUID(0x2A19).fullLowercased), "Service": .objectPath(service),
        "Value": .bytes(.init()), "Flags": .strings(["read"]), "MTU": .uint16(23),
      ],
      methods: [("ReadValue", "a{sv}", "ay", "ret = dbus.ByteArray(b'c')")])
  }
}
