import GATT
import Testing

/// Public reports of what goes wrong with UUIDs, by their number.
@Suite struct GroupLNameTests {
  @Test func `B123 capitals and dashes do not matter, and the output form is one`() throws {
    let spellings = [
      "BBC21523-008E-FE6B-28EE-D6A44F9CB5DA", "bbc21523-008e-fe6b-28ee-d6a44f9cb5da",
      "BBC21523008EFE6B28EED6A44F9CB5DA",
    ]
    let uuids = try spellings.map { try #require(BluetoothUUID($0)) }
    #expect(Set(uuids).count == 1)
    #expect(Set(uuids.map { "\($0)" }) == ["BBC21523-008E-FE6B-28EE-D6A44F9CB5DA"])
  }

  @Test func `B124 a short UUID equals its long form and not the one with zeros`() throws {
    let short = try #require(BluetoothUUID("180D"))
    #expect(BluetoothUUID("0000180D") == short)
    #expect(BluetoothUUID("0000180D-0000-1000-8000-00805F9B34FB") == short)
    #expect(Set([short, try #require(BluetoothUUID("0000180D"))]).count == 1)
    #expect(BluetoothUUID("0000180D-0000-0000-0000-000000000000") != short)
    #expect(BluetoothUUID("0000180D-0000-0000-0000-000000000000") != nil)
  }
}
