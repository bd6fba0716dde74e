import BlueFutures
import BlueZSimulator
import FoundationEssentials
import Testing

@Suite struct CentralTourTests {
  private let world = StrapWorld()

  @Test func `a policy makes lost links again`() async throws {
    let peripheral = try await world.found()
    let strap = world.strap
    // snippet: policy
    var links = 0
    let policy = ReconnectPolicy.growing(from: .milliseconds(100), to: .seconds(60))
    for await link in peripheral.connect(reconnecting: policy).results {
      if case .success = link {
        links += 1
        if links == 2 { break }
        strap.dropLink()  // the simulated strap goes out of range
      }
    }
    // snippet: end
    #expect(links == 2)
    try await peripheral.disconnect().value
  }

  @Test func `an end has a reason`() async throws {
    let peripheral = try await world.found()
    // snippet: reasons
    let ends = peripheral.disconnectionEvents()
    let end = ends.first()
    try await peripheral.connect().first().value
    try await peripheral.disconnect().value
    let reason = try await end.value.reason
    // snippet: end
    #expect(reason == .requested)
  }

  @Test func `a visit reads and leaves`() async throws {
    let peripheral = try await world.found()
    // snippet: visit
    let level = try await peripheral.withConnection { peripheral in
      let battery = try await peripheral.discoverCharacteristic(0x2A19, in: 0x180D).value
      return try await battery.read().value
    }
    // snippet: end
    #expect(level == Data([80]))
    #expect(peripheral.connectionState == .disconnected)
  }

  @Test func `a client is injected`() async throws {
    // snippet: client
    func batteryLevel(_ client: BluetoothClient) async throws -> UInt8? {
      for try await peripheral in client.scan([0x180D]) {
        try await client.connect(peripheral)
        return try await client.read(peripheral, .init(0x2A19, in: 0x180D)).first
      }
      return nil
    }

    var client = BluetoothClient.unimplemented { error in Issue.record(error) }
    client.scan = { _ in
      AsyncThrowingStream { continuation in
        continuation.yield(BluetoothClient.Peripheral(id: UUID(), name: "Strap"))
      }
    }
    client.connect = { _ in }
    client.read = { _, _ in Data([42]) }
    let level = try await batteryLevel(client)
    #expect(level == 42)
    // snippet: end
    #expect(try await batteryLevel(.live(world.session)) == 80)
  }
}
