import FoundationEssentials
import GATT
import Profiles
import Testing

// snippet: profile
struct Soil: ProfileValue, Hashable {
  var moisture: Double
  var depth: Int?  // only from probes that know it

  static let profileLayout = Layout<Soil>(Soil.init(moisture:depth:), flags: .uint8) {
    Field("moisture", \.moisture, .uint16(scale: 0.01), unit: .percent, range: 0...100)
    Field("depth", \.depth, .when(0, .uint8()), unit: .centimetre)
  }
}

struct SoilService: ServiceProfile {
  static let uuid: BluetoothUUID = 0xFF00
  static let name = "Soil"
  let measurement = CharacteristicProfile<Soil>(
    "Soil Measurement", uuid: 0xFF01, properties: [.read, .notify],
    initialValue: Soil(moisture: 20, depth: nil))

  var characteristics: [AnyCharacteristicProfile] { [AnyCharacteristicProfile(measurement)] }
}
// snippet: end

@Suite struct ReadmeProfileTests {
  private let measurement = SoilService().measurement

  @Test func `one definition decodes, encodes, and prints`() throws {
    let soil = try measurement.decode(Data([1, 0x34, 0x12, 30]))
    #expect(soil == Soil(moisture: 46.6, depth: 30))
    #expect(try measurement.encode(soil) == Data([1, 0x34, 0x12, 30]))
    #expect(try measurement.encode(Soil(moisture: 46.6, depth: nil)) == Data([0, 0x34, 0x12]))
    #expect(
      measurement.strings(of: soil).map { "\($0.name) \($0.text)" }
        == ["moisture 46.60 %", "depth 30 cm"])
  }

  @Test func `what does not fit is told with its field`() throws {
    let error = #expect(throws: ProfileError.self) {
      try measurement.decode(Data([1, 0x34, 0x12]))
    }
    #expect(
      error?.description
        == "Soil Measurement, field depth at offset 3: needs 1 octet, 0 available; the value was cut "
        + "off or has another layout")
  }

  @Test func `the definition is data for every tool`() throws {
    var manager = ProfileManager.catalogue
    manager.add(SoilService())
    let profile = try #require(manager.characteristic(0xFF01))
    #expect(try profile.decode(Data([0, 0x34, 0x12]))["moisture_pct"]?.doubleValue == 46.6)
  }
}
