import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Offsets, long and reliable writes, protected attributes, included services, the bus's limit.
@Suite struct AttributeRequestTests {
  @Test func `a read begins at its offset and one past the end is refused`() throws {
    let value = SimulatedCharacteristic(
      uuid: 0xFFE1, properties: [.read], value: Data([1, 2, 3]))
    let world = try AttributeWorld(SimulatedService(uuid: 0xFFE0, characteristics: [value]))
    let characteristic = try world.characteristic(0xFFE1)
    #expect(try world.wait(for: characteristic.read(offset: 1)) == Data([2, 3]))
    #expect(characteristic.data == Data([1, 2, 3]))
    let late = characteristic.read(offset: 4)
    world.bluez.advance(by: .seconds(1))
    #expect(late.failure?.attError == .invalidOffset)
    #expect(characteristic.read(offset: -1).failure?.code == .offsetOutOfRange)
    #expect(world.arguments("ReadValue").count == 2)
  }

  @Test func `a long write goes in parts and a reliable one is read back`() throws {
    let kinds = Lock<[String]>([])
    let value = SimulatedCharacteristic(
      uuid: 0xFFE1, properties: [.read, .write, .reliableWrite])
    value.onWriteRequest { request in
      kinds.withLock { $0.append("\(request.kind) \(request.offset) \(request.value.count)") }
      return Future(value: ())
    }
    let world = try AttributeWorld(
      mtu: 23, SimulatedService(uuid: 0xFFE0, characteristics: [value]))
    let characteristic = try world.characteristic(0xFFE1)
    try world.wait(for: characteristic.write(data: Data(count: 20), type: .withResponse))
    try world.wait(for: characteristic.write(data: Data(count: 512), type: .withResponse))
    try world.wait(for: characteristic.write(data: Data(count: 3), type: .reliable))
    try world.wait(
      for: characteristic.write(data: Data(count: 2), offset: 3, type: .withResponse))
    #expect(kinds.withLock { $0 } == ["request 0 20", "long 0 512", "reliable 0 3", "long 3 5"])
    #expect(try world.wait(for: characteristic.read()).count == 5)
    #expect(
      characteristic.write(data: Data(count: 500), offset: 13, type: .withResponse)
        .failure?.description
        == "FFE1: 500 octets were to be written, at most 499 are possible; nothing was sent")
    #expect(characteristic.write(data: Data(), offset: 513).failure?.code == .offsetOutOfRange)
  }

  @Test func `a write without response has no offset`() throws {
    let world = ScriptedWorld()
    let control = try world.characteristic(Objects.control, of: try world.connected())
    let write = control.write(data: Data([1]), offset: 1, type: .withoutResponse)
    #expect(
      write.failure?.description
        == "FFE2: a write without response has no offset; nothing was sent")
  }

  @Test(arguments: [
    ("NotPermitted", "Not paired", 0x05 as UInt8, "pair() with it, then try again"),
    (
      "NotAuthorized", "Operation Not Authorized", 0x08,
      "let its user allow this, or pair() with it"
    ),
    ("Failed", "Operation failed with ATT error: 0x0c", 0x0C, "pair() with it, then try again"),
    ("Failed", "Operation failed with ATT error: 0x0f", 0x0F, "pair() with it, then try again"),
  ])
  func `a protected attribute says that pairing is needed`(
    name: String, text: String, code: UInt8, advice: String
  ) throws {
    let world = ScriptedWorld()
    let data = try world.characteristic(Objects.data, of: try world.connected())
    world.daemon.script("ReadValue", .error("org.bluez.Error.\(name)", text))
    let read = data.read()
    world.advance(.seconds(1))
    let error = try #require(read.failure)
    let att = ATTError(code: code)
    #expect(error.code == .insufficientSecurity)
    #expect(error.needsPairing)
    #expect(error.attError == att)
    #expect(
      error.description
        == "the peripheral refused the read of FFE1 over a link that is not secure enough, "
        + "ATT error 0x0\(String(code, radix: 16, uppercase: true)) (\(att.name)): \(advice)")
  }

  @Test func `included services are discovered through their service`() throws {
    let part = SimulatedService(
      uuid: 0xFFA0, isPrimary: false,
      characteristics: [SimulatedCharacteristic(uuid: 0xFFA1, properties: [.read])])
    let whole = SimulatedService(uuid: 0xFFE0, includedServices: [part])
    let tag = SimulatedPeripheral(
      name: nil, address: SimulatedBlueZ.peripheralAddress(1), services: [part, whole])
    let bluez = SimulatedBlueZ()
    bluez.addAdapter().add(tag)
    let manager = CentralManager(session: bluez.session())
    bluez.advance(by: .seconds(1))
    let peripheral = try bluez.wait(for: manager.startScanning().first(), within: .seconds(5))
    peripheral.connect().forEach { _ in }
    bluez.advance(by: .seconds(1))
    try bluez.wait(for: peripheral.discoverServices([0xFFE0]))
    let service = try peripheral.service(withUUID: 0xFFE0)
    #expect(service.includedServices == [])
    try bluez.wait(for: service.discoverIncludedServices([0xFFB0]))
    #expect(service.includedServices == [])
    try bluez.wait(for: service.discoverIncludedServices())
    let included = try #require(service.includedServices.first)
    #expect(included.uuid == 0xFFA0)
    #expect(!included.isPrimary)
    try bluez.wait(for: included.discoverAllCharacteristics())
    #expect(included.characteristics.map(\.uuid) == [0xFFA1])
    #expect(included === peripheral.services.first)
  }

  @Test func `a stop that meets the start of a subscription has a code of its own`() throws {
    let world = ScriptedWorld()
    let data = try world.characteristic(Objects.data, of: try world.connected())
    world.daemon.script("StartNotify", .never)
    let start = data.startNotifying()
    world.run()
    let stop = data.stopNotifying()
    world.run()
    #expect(start.failure?.code == .notifyStopped)
    #expect(
      start.failure?.description == "the subscription to FFE1 was stopped before it was there")
    world.daemon.answerHeld(.done)
    world.run()
    #expect(stop.success != nil)
  }

  @Test func `a socket of another program in the way of a subscription says so`() throws {
    let world = ScriptedWorld()
    let data = try world.characteristic(Objects.data, of: try world.connected())
    let refusal = ScriptedDaemon.Answer.error("org.bluez.Error.NotPermitted", "Notify acquired")
    world.daemon.script("StartNotify", refusal, refusal)
    let soon = data.startNotifying()
    world.advance(.milliseconds(100))
    #expect(soon.success != nil)
    _ = data.stopNotifying()
    world.run()
    world.daemon.always("StartNotify", refusal)
    let start = data.startNotifying()
    world.advance(.seconds(2))
    #expect(world.daemon.count("StartNotify") == 3 + 8)
    #expect(start.failure?.code == .heldElsewhere)
    #expect(
      start.failure?.message
        == "the subscription of FFE1 was refused: another program has acquired the "
        + "notifications of it for itself; end that program, or connect again")
  }

  @Test func `many peripherals with many reads stay below the bus's limit`() throws {
    let bluez = SimulatedBlueZ()
    let adapter = bluez.addAdapter()
    for number in 1...12 as ClosedRange<UInt8> {
      let characteristics = (0..<16).map { index in
        SimulatedCharacteristic(
          uuid: BluetoothUUID(UInt16(0xFF00 + index)), properties: [.read],
          value: Data([number, UInt8(index)]))
      }
      adapter.add(
        SimulatedPeripheral(
          name: nil, address: SimulatedBlueZ.peripheralAddress(number),
          services: [SimulatedService(uuid: 0xFFE0, characteristics: characteristics)]))
    }
    let manager = CentralManager(session: bluez.session())
    bluez.advance(by: .seconds(1))
    manager.startScanning().forEach { _ in }
    bluez.advance(by: .seconds(1))
    manager.stopScanning()
    let peripherals = manager.peripherals
    try #require(peripherals.count == 12)
    for peripheral in peripherals {
      peripheral.connect().forEach { _ in }
      bluez.advance(by: .seconds(3))
      try bluez.wait(for: peripheral.discoverAttributes())
    }
    let reads = peripherals.flatMap { $0.services.flatMap(\.characteristics) }.map { $0.read() }
    #expect(reads.count == 192)
    // A control call finds room while all requests are open.
    let end = peripherals[0].disconnect()
    bluez.advance(by: .seconds(10))
    #expect(end.success != nil)
    #expect(reads.dropFirst(16).allSatisfy { $0.success != nil })
    #expect(!bluez.transcript.contains { $0.contains("LimitsExceeded") })
  }
}
