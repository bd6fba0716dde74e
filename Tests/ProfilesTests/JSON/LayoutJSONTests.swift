import FoundationEssentials
import Profiles
import Testing

@Suite struct LayoutJSONTests {
  @Test func `every layout that can be made is read again as it was, and printed again alike`()
    throws
  {
    var dice = Dice(state: 21)
    var count = 0
    for _ in 0..<2000 {
      let layout = dice.layout(3)
      let json = layout.json
      let read: DynamicLayout
      do throws(ProfileError) {
        read = try DynamicLayout(
          json: try ProfileJSON(parsing: json.description), code: ProfileManager())
      } catch {
        // What cannot work is not read, and all that can is.
        #expect(layout.mistake != nil, "\(error)")
        continue
      }
      count += 1
      #expect(read.json == json)
      for _ in 0..<4 {
        let data = dice.octets(upTo: 24)
        let record = try? layout.decode(data)
        #expect((try? read.decode(data))?.json == record?.json)
        if let record {
          #expect((try? read.encode(record)) == (try? layout.encode(record)))
        }
      }
    }
    #expect(count > 500)
  }

  @Test func `a profile that exists only as JSON decodes with the same engine`() throws {
    let text = """
      {"flags": "uint8", "fields": [
        {"name": "heartRate", "unit": "bpm", "type": "either", "bit": 0,
          "clear": {"type": "uint8"}, "set": {"type": "uint16"}},
        {"name": "rrIntervals", "unit": "s", "type": "when", "bit": 4,
          "of": {"type": "list", "minimum": 1,
            "of": {"type": "uint16", "scale": {"factor": 1, "binary": -10}}}}]}
      """
    let layout = try DynamicLayout(json: ProfileJSON(parsing: text))
    let record = try layout.decode(Data([0x10, 72, 0, 4, 0, 8]))
    #expect(record.json.description == #"{"heartRate_bpm": 72, "rrIntervals_s": [1, 2]}"#)
    #expect(try layout.encode(record) == Data([0x10, 72, 0, 4, 0, 8]))
    let error = #expect(throws: ProfileError.self) { try layout.decode(Data([0x11, 72])) }
    #expect(error?.code == ProfileError.truncated)
    #expect(error?.field == "heartRate")
  }

  @Test(arguments: [
    ("[]", "JSON: an array is not an object"),
    ("{}", "JSON: an object is not an object with a member fields"),
    (
      #"{"feilds": []}"#,
      #"JSON: "feilds" is not one of prefix, flags, fields, union, computed, source, needs, trailing, variants"#
    ),
    (#"{"fields": {}}"#, "JSON, fields: an object is not an array"),
    (#"{"fields": [{"name": 1}]}"#, "JSON, fields[0].name: 1 is not a text"),
    (
      #"{"fields": [{"name": "x"}]}"#,
      "JSON, fields[0]: an object is not an object with a member type"
    ),
    (
      #"{"fields": [{"name": "x", "type": "bits"}]}"#,
      "JSON, fields[0]: an object is not an object with a member bits"
    ),
    (
      #"{"fields": [{"name": "x", "type": "bits", "bits": [3, 64]}]}"#,
      "JSON, fields[0]: an object is not an object with a bit of 0...63, or first and last bits"
    ),
    (
      #"{"fields": [{"name": "x", "type": "uint8", "scale": 0}]}"#,
      "JSON, fields[0].scale: 0 is not a factor other than 0 with at most 18 digits"
    ),
    (
      #"{"fields": [{"name": "x", "type": "uint8", "scal": 1}]}"#,
      #"JSON, fields[0]: "scal" is not one of name, unit, key, type, scale, offset, ignored, rounds, special, exponentBits, bool, codes, style, closed, options"#
    ),
    (
      #"{"fields": [], "trailing": "drop"}"#,
      #"JSON, trailing: "drop" is not one of reject, ignore"#
    ),
    (
      #"{"fields": [{"name": "x", "type": "octets", "minimum": 5, "maximum": 4}]}"#,
      "JSON, fields[0]: an object is not octets with a minimum up to the maximum"
    ),
    (
      #"{"fields": [{"name": "x", "type": "list", "count": 1e30, "of": {"type": "uint8"}}]}"#,
      "JSON, fields[0].count: 1e30 is not a whole number of 0...9223372036854775807"
    ),
    (
      #"{"fields": [{"name": "x", "type": "custom", "custom": "mine"}]}"#,
      #"JSON, fields[0].custom: "mine" is not known; it is Swift code, so import with a manager that has its profile"#
    ),
    (
      #"{"computed": "mine", "fields": [], "source": {"fields": []}}"#,
      #"JSON, computed: "mine" is not known; it is Swift code, so import with a manager that has its profile"#
    ),
  ])
  func `a mistake in a layout is reported with its place`(text: String, message: String) throws {
    let json = try ProfileJSON(parsing: text)
    let error = #expect(throws: ProfileError.self) { try DynamicLayout(json: json) }
    #expect(error?.description == message)
  }

  @Test func `a type that is no form lists the forms`() {
    let json: ProfileJSON = ["fields": [["name": "x", "type": "uint12"]]]
    let error = #expect(throws: ProfileError.self) { try DynamicLayout(json: json) }
    #expect(error?.field == "fields[0].type")
    #expect(error?.value == "\"uint12\"")
    #expect(error?.allowed?.hasPrefix("a form; they are integers such as uint16, bits,") == true)
  }

  @Test func `no JSON traps as a layout`() {
    var dice = Dice(state: 5)
    for _ in 0..<2000 {
      let broken = dice.broken(dice.layout(2).json)
      guard let layout = try? DynamicLayout(json: broken, code: ProfileManager()) else { continue }
      _ = try? layout.decode(dice.octets(upTo: 16))
      _ = (layout.minimumSize, layout.maximumSize, layout.json)
    }
  }
}

extension Dice {
  /// The same JSON with a few values replaced.
  mutating func broken(_ json: ProfileJSON) -> ProfileJSON {
    if Int.random(in: 0..<20, using: &self) == 0 {
      let others: [ProfileJSON] = [
        .null, true, -1, 0, 64, "uint16", "x", [], [:], [1, 2], .unsigned(.max),
        .number(.init(significand: 1, exponent: 40)),
      ]
      return others.randomElement(using: &self) ?? .null
    }
    switch json {
    case .array(let elements): return .array(elements.map { broken($0) })
    case .object(let members):
      return .object(members.map { .init($0.key, broken($0.value)) })
    default: return json
    }
  }
}
