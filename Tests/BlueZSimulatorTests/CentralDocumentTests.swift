import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

/// Centrals of documents, which use what a program publishes.
@Suite struct CentralDocumentTests {
  private static let prefix = "central "
  private static let rate = "{\"sensorContact\": \"notSupported\", \"heartRate_bpm\":"

  /// A world whose program answers reads with a location, and everything it was told.
  private func world(
    _ document: String, flags: [String] = ["read", "notify"]
  ) throws
    -> PublishedService
  {
    let world = try PublishedService(document)
    world.export(tree: PublishedService.tree(flags: flags)) { call in
      call.reply(call.message.member == "ReadValue" ? [.bytes(Data([0, 72]))] : [])
    }
    try #require(world.register().values == [])
    return world
  }

  private func lines(_ world: PublishedService) -> [String] {
    world.bluez.timedTranscript.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, parts[1].hasPrefix(Self.prefix) else { return nil }
      let time = parts[0].prefix { $0 != "." }
      return "\(time) \(parts[1].dropFirst(Self.prefix.count))"
    }
  }

  private func phone(_ steps: String, _ more: String = "") -> String {
    "{\"centrals\": [{\"name\": \"Phone\", \(more)\"steps\": [\(steps)]}]}"
  }

  @Test func `a central connects, discovers, reads, writes, subscribes and leaves`() throws {
    let world = try world(
      phone(
        """
        "connect", "discover", {"read": "2A37"}, {"read": {"uuid": "2A37", "offset": 1}},
        {"write": {"uuid": "Heart Rate Control Point", "service": "Heart Rate", "value": "01"}},
        {"writeWithoutResponse": {"uuid": "2A39", "value":
          {"fields": {"command": "resetEnergyExpended"}}}},
        {"subscribe": "2A37"}, {"wait_ms": 1000}, {"unsubscribe": "2A37"}, "disconnect"
        """, "\"mtu\": 99, \"after_ms\": 500, "))
    let heard = Lock<[String]>([])
    world.bluez.onCentral { line in heard.withLock { $0.append(line) } }
    #expect(world.advertise().values == [])
    world.bluez.advance(by: .seconds(1))
    world.notify(Data([0, 73]))
    world.bluez.advance(by: .seconds(2))
    #expect(
      lines(world) == [
        "560 Phone: connected to hci0", "565 Phone: found 180D (2A37 2A39)",
        "570 Phone: read 2A37: 0048 \(Self.rate) 72}",
        "575 Phone: read 2A37: 0048 \(Self.rate) 72}",
        "580 Phone: wrote 2A39: 01 {\"command\": \"resetEnergyExpended\"}",
        "585 Phone: wrote 2A39 without response: 01 {\"command\": \"resetEnergyExpended\"}",
        "590 Phone: subscribed to 2A37",
        "1320 Phone: was notified of 2A37: 0049 \(Self.rate) 73}",
        "1595 Phone: unsubscribed from 2A37", "1595 Phone: disconnected",
      ])
    #expect(heard.withLock { $0.count } == 10)
    #expect(heard.withLock { $0.first } == "central Phone: connected to hci0")
    let options = "device:dev_C4_BE_84_00_00_01 link:LE mtu:99"
    #expect(
      world.program.calls.filter { !$0.hasPrefix("Get") } == [
        "ReadValue {\(options)}", "ReadValue {\(options) offset:1}", "WriteValue 01 {\(options)}",
        "WriteValue 01 {\(options)}", "StartNotify", "StopNotify",
      ])
  }

  @Test func `it waits for a program, and begins again when its time has come`() throws {
    let world = try world(
      phone("\"connect\", {\"wait_ms\": 400}, \"disconnect\"", "\"every_ms\": 1000, "))
    world.bluez.advance(by: .milliseconds(2_190))
    #expect(world.advertise().values == [])
    world.bluez.advance(by: .seconds(2))
    let told = lines(world)
    #expect(told.first == "60 Phone: waits for a program that advertises at hci0")
    let times = told.dropFirst().compactMap { line in
      line.split(separator: " ").first.flatMap { Int($0) }
    }
    // The run that waited ends in its time, and the next ones keep to the seconds.
    #expect(times.count == 4)
    #expect(times[1] - times[0] == 400)
    #expect(times[2...] == [4_060, 4_460], "\(told)")
  }

  @Test func `what is refused is told, and the next step follows`() throws {
    let world = try world(
      phone("\"connect\", {\"read\": \"2A39\"}, {\"read\": \"2A19\"}, {\"read\": \"2A37\"}"))
    #expect(world.advertise().values == [])
    world.bluez.advance(by: .seconds(1))
    #expect(
      lines(world).map { $0.split(separator: " ", maxSplits: 1)[1] } == [
        "Phone: waits for a program that advertises at hci0", "Phone: connected to hci0",
        "Phone: found 180D (2A37 2A39)",
        "Phone: could not read 2A39: \(ATTError.readNotPermitted)",
        "Phone: found 180D (2A37 2A39)", "Phone: finds no 2A19",
        "Phone: read 2A37: 0048 \(Self.rate) 72}",
      ])
  }

  @Test func `without a link nothing is done before it connects again`() throws {
    let document = """
      {"centrals": [{"address": "D0:00:00:00:00:09", "after_ms": 500, "steps": [
        {"read": "2A37"}, "connect", {"wait_ms": 1000}, {"read": "2A37"}, {"subscribe": "2A37"},
        "connect", {"read": "2A37"}]}],
       "faults": [{"after_ms": 1000, "steps": [{"dropLink": "D0:00:00:00:00:09"}]}]}
      """
    let world = try world(document)
    #expect(world.advertise().values == [])
    world.bluez.advance(by: .seconds(3))
    let none = "the central has no link; connect it to an adapter first"
    #expect(
      lines(world).map { $0.split(separator: " ", maxSplits: 1)[1] } == [
        "D0:00:00:00:00:09: could not discover services: \(none)",
        "D0:00:00:00:00:09: connected to hci0", "D0:00:00:00:00:09: disconnected",
        "D0:00:00:00:00:09: could not discover services: \(none)",
        "D0:00:00:00:00:09: connected to hci0", "D0:00:00:00:00:09: found 180D (2A37 2A39)",
        "D0:00:00:00:00:09: read 2A37: 0048 \(Self.rate) 72}",
      ])
  }

  @Test func `a subscription lasts as long as the document says`() throws {
    let world = try world(
      phone(
        "\"connect\", {\"subscribe\": {\"uuid\": \"2A37\", \"for_ms\": 700}}", "\"after_ms\": 500, "
      ))
    #expect(world.advertise().values == [])
    world.bluez.advance(by: .seconds(3))
    #expect(
      lines(world).suffix(2) == [
        "570 Phone: subscribed to 2A37", "1275 Phone: unsubscribed from 2A37",
      ])
    #expect(world.central.isConnected)
  }

  @Test func `a central of a document pairs with the program's agent`() throws {
    let world = try world(
      phone(
        "\"connect\", {\"read\": \"2A37\"}, \"pair\", {\"read\": \"2A37\"}",
        "\"after_ms\": 500, \"pairing\": {\"capability\": \"DisplayOnly\", \"passkey\": 42}, "),
      flags: ["encrypt-read"])
    world.program.export("/agent") { $0.reply([.uint32(42)]) }
    _ = world.program.call(
      "/org/bluez", .agentManager, "RegisterAgent", [.objectPath("/agent"), .string("")])
    #expect(world.advertise().values == [])
    world.bluez.advance(by: .seconds(3))
    #expect(world.program.calls.contains("RequestPasskey dev_C4_BE_84_00_00_01"))
    #expect(
      lines(world).suffix(3).map { $0.split(separator: " ", maxSplits: 1)[1] } == [
        "Phone: could not read 2A37: \(ATTError.insufficientEncryption)", "Phone: paired",
        "Phone: read 2A37: 0048 \(Self.rate) 72}",
      ])
  }

  @Test func `thousands of steps that take no time are no problem`() throws {
    let words = Array(repeating: "\"connect\"", count: 20_000).joined(separator: ",")
    let long = String(repeating: "00", count: 512)
    let write = "{\"writeWithoutResponse\": {\"uuid\": \"2A39\", \"value\": \"\(long)\"}}"
    let writes = Array(repeating: write, count: 2_000).joined(separator: ",")
    let world = try world(
      phone("\"connect\",\(words),\(writes),\"disconnect\"", "\"mtu\": 23, \"after_ms\": 500, "))
    #expect(world.advertise().values == [])
    world.bluez.advance(by: .seconds(1))
    #expect(lines(world).last == "565 Phone: disconnected")
    #expect(lines(world).count == 2_003)
  }

  @Test func `centrals have addresses of their own`() throws {
    let document = try WorldDocument(
      parsing: """
        {"peripherals": [{"count": 2}], "centrals": [{"steps": []},
          {"steps": [], "address": "C4:BE:84:00:00:03", "pairing": {"pin": "0000"}}]}
        """)
    #expect(document.centralCount == 2)
    let crowd = #"{"centrals": [{"steps": [], "count": 3}, {"steps": []}]}"#
    #expect(try WorldDocument(parsing: crowd).centralCount == 4)
    let adapter = try #require(SimulatedBlueZ().add(document).first)
    let pairings = adapter.centrals.map(\.pairing)
    #expect(pairings == [.justWorks, .legacy(pin: "0000")])
    #expect(adapter.peripherals.count == 2)
  }

  @Test func `each of a crowd of centrals does the steps by its own name`() throws {
    let world = try world(
      """
      {"centrals": [
        {"name": "Phone", "count": 2, "address": "D0:00:00:00:00:FF", "after_ms": 500,
         "steps": ["connect", {"read": "2A37"}, {"wait_ms": 1000}, "disconnect"]},
        {"count": 2, "after_ms": 1500, "steps": ["connect"]}],
       "faults": [{"after_ms": 1000, "steps": [{"dropLink": "Phone 2"}]},
        {"after_ms": 1200, "steps": [{"dropLink": "D0:00:00:00:00:FF"}]}]}
      """)
    #expect(world.advertise().values == [])
    world.bluez.advance(by: .seconds(2))
    let told = lines(world)
    #expect(told.filter { $0.contains("Phone 1: read 2A37: 0048") }.count == 1, "\(told)")
    #expect(told.filter { $0.contains("Phone 2: read 2A37: 0048") }.count == 1)
    #expect(
      told.suffix(4) == [
        "1000 Phone 2: disconnected", "1200 Phone 1: disconnected",
        "1560 C4:BE:84:00:00:01: connected to hci0", "1560 C4:BE:84:00:00:02: connected to hci0",
      ])
  }

  @Test func `the world of the documentation runs`() throws {
    let path = "Tests/WitnessTests/Worlds/phone.json"
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = String(
      decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
    let world = try world(text)
    #expect(world.advertise().values == [])
    world.bluez.advance(by: .seconds(6))
    #expect(lines(world).last == "4075 Phone: disconnected")
  }
}
