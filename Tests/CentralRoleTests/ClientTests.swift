import BlueZ
import BlueZSimulator
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// The injectable client, in front of a simulated world that lives by itself.
@Suite struct ClientTests {
  static let attribute = BluetoothClient.Attribute(
    BluetoothUUID(0xFFE1 as UInt16), in: SimulatedWorld.serviceUUID)

  @Test func `a client scans, connects, reads, writes, is notified and disconnects`() async throws {
    let world = LiveWorld()
    let client = world.client
    var first: BluetoothClient.Peripheral?
    for try await peripheral in client.scan([SimulatedWorld.serviceUUID]) {
      first = peripheral
      break
    }
    let tag = try #require(first)
    #expect(tag.name == "Tag 1")
    var ends = client.disconnectionEvents().makeAsyncIterator()
    try await client.connect(tag)
    let services = try await client.discoverServices(tag, nil)
    #expect(services == [SimulatedWorld.serviceUUID])
    let characteristics = try await client.discoverCharacteristics(
      tag, SimulatedWorld.serviceUUID, nil)
    #expect(characteristics == [Self.attribute.characteristic])
    let read = try await client.read(tag, Self.attribute)
    #expect(read == Data([42]))
    try await client.write(tag, Self.attribute, Data([7]))
    let written = try await client.read(tag, Self.attribute)
    #expect(written == Data([7]))
    var values = try await client.subscribe(tag, Self.attribute).makeAsyncIterator()
    world.tag.notify(Data([1, 2]), from: world.value)
    let value = try await values.next()
    #expect(value == Data([1, 2]))
    try await client.disconnect(tag)
    let end = await ends.next()
    #expect(end == BluetoothClient.LinkEnd(peripheral: tag, reason: .requested))
  }

  @Test func `deadlines run on the injected clock`() async throws {
    let world = LiveWorld()
    let clock = InstantClock()
    let client = BluetoothClient.live(world.session, clock: clock)
    let made = BluetoothClient.live(world.session)
    var heard: BluetoothClient.Peripheral?
    for try await peripheral in made.scan([]) {
      heard = peripheral
      break
    }
    let tag = try #require(heard)
    var ready = client.states().makeAsyncIterator()
    while try await ready.next() != .poweredOn {}
    world.tag.goSilent(for: .seconds(3600))
    await #expect {
      try await client.connect(tag)
    } throws: { error in
      "\(error)" == "connecting to Tag 1 (\(world.tag.address)) was not done in 10.0 seconds"
    }
  }

  @Test func `a peripheral that was never heard is told as such`() async throws {
    let world = LiveWorld()
    let client = world.client
    let made = BluetoothClient.Peripheral(id: UUID(), name: "Nobody")
    await #expect {
      try await client.connect(made)
    } throws: { error in
      "\(error)" == "the peripheral Nobody is not known; scan for it first"
    }
  }

  @Test func `an endpoint that a test does not expect fails and is reported`() async throws {
    let reported = Lock<[String]>([])
    var client = BluetoothClient.unimplemented { error in
      reported.withLock { $0.append(error.endpoint) }
    }
    client.read = { _, _ in Data([1]) }
    let made = BluetoothClient.Peripheral(id: UUID())
    let read = try await client.read(made, Self.attribute)
    #expect(read == Data([1]))
    await #expect {
      try await client.connect(made)
    } throws: { error in
      "\(error)"
        == "BluetoothClient.connect was called and is not implemented: set it in this test"
    }
    await #expect(throws: BluetoothClient.Unimplemented(endpoint: "scan")) {
      for try await _ in client.scan([]) {}
    }
    #expect(reported.withLock { $0 } == ["connect", "scan"])
  }
}

/// A world in real time.
private struct LiveWorld {
  let bluez = SimulatedBlueZ.live()
  let tag: SimulatedPeripheral
  let value: SimulatedCharacteristic
  let session: Session
  let client: BluetoothClient

  init() {
    (tag, value) = SimulatedWorld.peripheral(1)
    bluez.addAdapter().add(tag)
    session = bluez.session()
    client = .live(session)
  }
}

/// A clock whose every sleep is over at once.
private struct InstantClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
  }
}
