import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import GATT
import Testing

/// Attributes of documents that refuse what they are asked.
@Suite struct RefusalDocumentTests {
  /// A document's device with a link, whose only characteristic is described.
  private struct Device {
    let bluez: SimulatedBlueZ
    let client: Witness

    init(_ characteristic: String) throws {
      try self.init(
        document: """
          {"peripherals": [{"services": [
            {"uuid": "FF00", "characteristics": [{"uuid": "FF01", \(characteristic)}]}]}]}
          """)
    }

    init(document: String) throws {
      bluez = SimulatedBlueZ(try WorldDocument(parsing: document))
      bluez.advance(by: .seconds(1))
      client = Witness(bluez)
      client.adapter("StartDiscovery")
      bluez.advance(by: .seconds(1))
      client.device("Connect")
      bluez.advance(by: .seconds(1))
      try #require(client.take().contains { $0.contains("ServicesResolved=true") })
    }

    func path(_ uuid: BluetoothUUID) throws -> ObjectPath {
      let path = client.objects().first { _, interfaces in
        interfaces.contains { name, properties in
          name.hasPrefix("org.bluez.Gatt") && properties["UUID"]?.asString == uuid.fullLowercased
        }
      }?.key
      return try #require(path)
    }

    /// The text of the error that a call gives.
    func error(_ ask: () -> Answer) -> String? {
      let answer = ask()
      bluez.advance(by: .milliseconds(100))
      return answer.error.map { String($0.drop { $0 != " " }.dropFirst()) }
    }
  }

  private static let text = "Operation failed with ATT error: 0x"

  @Test(arguments: [
    ("128", "\(Self.text)80"), ("255", "\(Self.text)ff"), ("1", "\(Self.text)01"),
    ("\"valueNotAllowed\"", "\(Self.text)13"), ("\"Out of Range\"", "\(Self.text)ff"),
    ("\"insufficientAuthorization\"", "Operation Not Authorized"),
  ])
  func `reads and writes are refused with the error of the document`(
    error: String, message: String
  ) throws {
    let reading = try Device(
      "\"properties\": [\"read\", \"write\"], \"value\": \"0A\", \"readError\": \(error)")
    let path = try reading.path(0xFF01)
    for _ in 0..<2 {
      #expect(reading.error { reading.client.read(path) } == message)
    }
    #expect(reading.error { reading.client.write(path, [1]) } == nil)
    let writing = try Device(
      "\"properties\": [\"read\", \"write\"], \"value\": \"0A\", \"writeError\": \(error)")
    #expect(writing.error { writing.client.write(path, [1]) } == message)
    writing.client.read(path)
    writing.bluez.advance(by: .milliseconds(100))
    #expect(writing.client.take().last == "reply ReadValue 0a")
  }

  @Test func `a descriptor refuses too, and can be written if it is permitted`() throws {
    let world = try Device(
      """
      "properties": ["read"], "descriptors": [
        {"uuid": "2901", "value": {"text": "Switch"}, "readError": 129},
        {"uuid": "FF02", "permissions": ["read", "write"], "writeError": 130},
        {"uuid": "FF03", "permissions": ["read", "write"]}, {"uuid": "FF04"}]
      """)
    func ask(_ member: String, _ uuid: BluetoothUUID, _ body: [Value]) throws -> String? {
      let path = try world.path(uuid)
      return world.error {
        world.client.call(path, InterfaceTable.descriptor.name, member, body + [.properties([:])])
      }
    }
    #expect(try ask("ReadValue", 0x2901, []) == "\(Self.text)81")
    #expect(try ask("ReadValue", 0xFF02, []) == nil)
    #expect(try ask("WriteValue", 0xFF02, [.bytes(Data([1]))]) == "\(Self.text)82")
    #expect(try ask("WriteValue", 0xFF03, [.bytes(Data([1]))]) == nil)
    #expect(try ask("WriteValue", 0xFF04, [.bytes(Data([1]))]) == "Write not permitted")
  }

  @Test func `what a catalogue's characteristic can do decides what it can refuse`() throws {
    func text(_ member: String) -> String {
      "{\"peripherals\": [{\"services\": [{\"profile\": \"180D\", \"characteristics\": "
        + "[{\"uuid\": \"2A39\", \"\(member)\": 128}]}]}]}"
    }
    _ = try WorldDocument(parsing: text("writeError"))
    #expect(throws: SimulatorError.self) { try WorldDocument(parsing: text("readError")) }
  }

  @Test func `the lock of the documentation refuses, and its second adapter comes back`() throws {
    let path = "Tests/WitnessTests/Worlds/lock.json"
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = String(
      decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
    let world = try Device(document: text)
    let (bluez, client) = (world.bluez, world.client)
    let lock = try world.path(0xFF01)
    let answer = client.write(lock, [0])
    bluez.advance(by: .seconds(1))
    #expect(answer.error == "org.bluez.Error.Failed: \(Self.text)13")
    let second: ObjectPath = "/org/bluez/hci1"
    #expect(client.objects()[second] != nil)
    bluez.advance(by: .milliseconds(1_500))
    #expect(client.objects()[second] == nil)
    #expect(client.objects()[World.adapterPath] != nil)
    bluez.advance(by: .seconds(1))
    #expect(client.objects()[second] != nil)
  }
}
