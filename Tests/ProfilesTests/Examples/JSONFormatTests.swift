import FoundationEssentials
import GATT
import Profiles
import Testing

/// The article about the format: its example works, and it names every member.
@Suite struct JSONFormatTests {
  private static let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")

  private static func octets(_ path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: "\(root)/\(path)"))
  }

  @Test func `the example of the article decodes and encodes`() throws {
    let octets = try Self.octets("Tests/ProfilesTests/Vectors/soil-probe.json")
    let manager = try ProfileManager(json: ProfileJSON(utf8: octets))
    let profile = try #require(manager.characteristic(0xFF01))
    let sample = Data([0b11, 0x34, 0x12, 80, 1, 30, 0xCD, 0, 0xFB, 0xFF])
    let record = try profile.decode(sample)
    #expect(
      record.json.description
        == #"{"moisture_pct": 46.60, "battery_pct": 80, "state": "measuring", "depth_cm": 30, "#
        + #""temperatures_degC": [20.5, -0.5]}"#)
    #expect(try profile.encode(record) == sample)
    #expect(
      try profile.strings(of: Data([0, 0, 0, 255, 0])).map { "\($0.name) \($0.text)" }
        == ["moisture 0.00 %", "battery unknown", "state resting"])
    #expect(try ProfileManager(json: manager.json).json == manager.json)
  }

  @Test func `the article names every member that exports have`() throws {
    let article = String(
      decoding: try Self.octets("Profiles/Profiles.docc/ProfilesInJSON.md"), as: UTF8.self)
    var members: Set<String> = []
    Self.collect(try ProfileManager.catalogue.json, into: &members)
    var dice = Dice(state: 3)
    for _ in 0..<500 { Self.collect(dice.layout(3).json, into: &members) }
    #expect(members.count > 45)
    for member in members.sorted() {
      #expect(article.contains("`\(member)`"), "\(member)")
    }
  }

  private static func collect(_ json: ProfileJSON, into members: inout Set<String>) {
    switch json {
    case .array(let elements): for element in elements { collect(element, into: &members) }
    case .object(let own):
      for member in own {
        members.insert(member.key)
        collect(member.value, into: &members)
      }
    default: break
    }
  }
}
