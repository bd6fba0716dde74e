import FoundationEssentials
import GATT
import Profiles
import Testing

/// Members that are read and cannot mean what they say.
@Suite struct NonsenseJSONTests {
  @Test(arguments: [
    (
      #""type": "uint8", "scale": {"factor": 2, "binery": 1}"#,
      #"JSON, fields[0].scale: "binery" is not one of factor, binary"#
    ),
    (
      #""type": "uint8", "scale": {"real": "0.5", "binary": 1}"#,
      #"JSON, fields[0].scale: "binary" is not one of real"#
    ),
    (
      #""type": "uint8", "scale": {"real": "0.0"}"#,
      #"JSON, fields[0].scale.real: "0.0" is not a number other than 0"#
    ),
    (
      #""type": "uint8", "scale": 1e-4000"#,
      "JSON, fields[0].scale: 1e-4000 is not a factor that a Double can hold"
    ),
    (
      #""type": "uint8", "style": "name""#,
      #"JSON, fields[0]: "style" is not possible here; it has no effect on a plain number"#
    ),
    (
      #""type": "uint8", "bool": true, "scale": 2"#,
      #"JSON, fields[0]: "scale" is not possible here; it has no effect on a bool"#
    ),
    (
      #""type": "uint8", "bool": true, "codes": []"#,
      #"JSON, fields[0]: "codes" is not possible beside "bool""#
    ),
    (
      #""type": "uint16", "exponentBits": 7"#,
      "JSON, fields[0].exponentBits: 7 is not a whole number of 1...6"
    ),
    (
      #""type": "uint8", "special": [{"raw": 65535, "name": "unknown"}]"#,
      "JSON, fields[0].special[0].raw: 65535 is not a raw number of 0...255"
    ),
    (
      #""type": "uint8", "codes": [{"code": 1, "name": "on"}, {"code": 300, "name": "off"}]"#,
      "JSON, fields[0].codes[1].code: 300 is not a code of 0...255"
    ),
    (
      #""type": "int8", "codes": [{"code": 200, "name": "on"}]"#,
      "JSON, fields[0].codes[0].code: 200 is not a code of -128...127"
    ),
    (
      #""type": "uint8", "codes": [{"code": 1, "name": "on"}, {"code": 1, "name": "off"}]"#,
      "JSON, fields[0].codes[1].code: 1 is not possible twice as a code"
    ),
    (
      #""type": "uint8", "codes": [{"code": 1, "name": "on"}, {"code": 2, "name": "on"}]"#,
      #"JSON, fields[0].codes[1].name: "on" is not possible twice; the code 1 has it, and "alias": true says that both mean the same"#
    ),
    (
      #""type": "uint8", "codes": [{"code": 2, "name": "on", "alias": true}]"#,
      "JSON, fields[0].codes[0]: an object is not an alias; no code before it has the name"
    ),
    (
      #""type": "uint8", "codes": [{"code": 2, "name": ""}]"#,
      #"JSON, fields[0].codes[0].name: "" is not a name"#
    ),
    (
      #""type": "uint8", "options": [{"bit": 8, "name": "x"}]"#,
      "JSON, fields[0].options[0].bit: 8 is not a bit of 0...7"
    ),
    (
      #""type": "uint8", "options": [{"bit": 1, "name": "x"}, {"bit": 2, "name": "x"}]"#,
      #"JSON, fields[0].options[1].name: "x" is not possible twice as a name"#
    ),
    (
      #""type": "bits", "bits": [0, 1], "codes": [{"code": 4, "name": "x"}]"#,
      "JSON, fields[0].codes[0].code: 4 is not a code of 0...3"
    ),
    (
      #""type": "bits", "bit": 1, "bits": [0, 1]"#,
      #"JSON, fields[0]: "bits" is not possible beside "bit""#
    ),
    (
      #""type": "when", "bit": 1, "equals": 2, "of": {"type": "uint8"}"#,
      "JSON, fields[0].equals: 2 is not a value of 0...1"
    ),
    (
      #""type": "list", "count": -1, "of": {"type": "uint8"}"#,
      "JSON, fields[0].count: -1 is not a whole number of 0...9223372036854775807"
    ),
    (
      #""type": "list", "minimum": -1, "of": {"type": "uint8"}"#,
      "JSON, fields[0].minimum: -1 is not a whole number of 0...9223372036854775807"
    ),
    (
      #""type": "list", "count": 2, "minimum": 1, "of": {"type": "uint8"}"#,
      #"JSON, fields[0]: "minimum" is not possible beside "count""#
    ),
    (
      #""type": "utf8", "limit": -1"#,
      "JSON, fields[0].limit: -1 is not a whole number of 0...9223372036854775807"
    ),
    (
      #""type": "limited", "range": [5, 1], "of": {"type": "uint8"}"#,
      "JSON, fields[0].range: 5...1 is not a range from low to high"
    ),
    (
      #""type": "limited", "values": [], "of": {"type": "uint8"}"#,
      "JSON, fields[0].values: an empty list is not a choice of values"
    ),
    (
      #""type": "limited", "range": [0, 1], "values": [1], "of": {"type": "uint8"}"#,
      #"JSON, fields[0]: "values" is not possible beside "range""#
    ),
    (
      #""type": "sized", "size": "int16", "of": {"type": "utf8"}"#,
      #"JSON, fields[0].size: "int16" is not an integer of uint8 to uint32"#
    ),
    (#""type": "uint8", "unit": """#, #"JSON, fields[0].unit: "" is not a name"#),
  ])
  func `a field that cannot work is refused with its place`(members: String, message: String) throws
  {
    let text = #"{"fields": [{"name": "x", \#(members)}]}"#
    let json = try ProfileJSON(parsing: text)
    let error = #expect(throws: ProfileError.self) { try DynamicLayout(json: json) }
    #expect(error?.code == ProfileError.badJSON)
    #expect(error?.description == message)
  }

  @Test(arguments: [
    (
      #"{"flags": "int8", "fields": []}"#,
      #"JSON, flags: "int8" is not an integer of uint8 to uint64"#
    ),
    (
      #"{"fields": [], "union": {"tag": "op", "cases": []}}"#,
      #"JSON: "union" is not possible beside "fields""#
    ),
    (#"{"fields": [], "needs": ["x"]}"#, #"JSON: "needs" is not possible beside "fields""#),
    (
      #"{"fields": [{"name": " ", "type": "uint8"}]}"#,
      #"JSON, fields[0].name: " " is not a name"#
    ),
    (
      #"{"union": {"tag": "op", "cases": [{"code": "01", "name": "a"}, {"code": "01", "name": "b"}]}}"#,
      #"JSON, union.cases[1].code: "01" is not possible twice; another case has it"#
    ),
    (
      #"{"union": {"tag": "op", "cases": [{"code": "01", "name": "a"}, {"code": "02", "name": "a"}]}}"#,
      #"JSON, union.cases[1].name: "a" is not possible twice; another case has it"#
    ),
  ])
  func `a layout that cannot work is refused with its place`(text: String, message: String) throws {
    let json = try ProfileJSON(parsing: text)
    let error = #expect(throws: ProfileError.self) { try DynamicLayout(json: json) }
    #expect(error?.description == message)
  }

  @Test func `codes that mean the same say so, and are read again`() throws {
    let codes = Codes([.init(0, "off"), .init(1, "off"), .init(2, "on")])
    let layout = DynamicLayout([FieldSchema("x", .integer(.uint8, .codes(codes)))])
    #expect(
      layout.json["fields"]?.description
        == #"[{"name": "x", "type": "uint8", "codes": [{"code": 0, "name": "off"}, {"code": 1, "name": "off", "alias": true}, {"code": 2, "name": "on"}]}]"#
    )
    #expect(try DynamicLayout(json: layout.json) == layout)
  }

  private func document(initial: String) -> String {
    """
    {"services": [{"uuid": "FF00", "name": "S", "characteristics": [{"uuid": "FF01", "name": "C",
      "initial": "\(initial)", "layout": {"fields": [{"name": "a", "type": "uint8"}]}}]}]}
    """
  }

  @Test func `an initial value must be one of the layout`() throws {
    _ = try ProfileManager(json: ProfileJSON(parsing: document(initial: "05")))
    let error = #expect(throws: ProfileError.self) {
      try ProfileManager(json: ProfileJSON(parsing: document(initial: "0506")))
    }
    #expect(
      error?.description
        == #"JSON, services[0].characteristics[0].initial: "0506" is not a value of the layout; "#
        + "value at offset 1: 1 octet after the last field; the value has another layout")
  }

  @Test func `an initial value that does not fit is no export without it`() {
    struct Service: ServiceProfile {
      static let uuid: BluetoothUUID = 0xFF00
      static let name = "S"
      var characteristics: [AnyCharacteristicProfile] {
        [
          AnyCharacteristicProfile(
            CharacteristicProfile(
              "Level", uuid: 0xFF01, properties: .read, initialValue: 300,
              layout: Layout<Int>.single(.uint8(), name: "level")))
        ]
      }
    }
    let error = #expect(throws: ProfileError.self) { try ProfileManager([Service()]).json }
    #expect(
      error?.description
        == "Level, field level: 300 is outside 0...255; write a value of that range")
  }
}
