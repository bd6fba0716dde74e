import FoundationEssentials
import GATT
import Profiles
import Testing

@testable import blue

/// Files as the Bluetooth SIG writes them, about characteristics that it does not have.
private let files = [
  "gss/org.bluetooth.characteristic.probe_measurement.yaml": """
  characteristic:
    identifier: org.bluetooth.characteristic.probe_measurement
    name: Probe Measurement
    description: A measurement.
    structure:
      - field: Flags
        type: boolean[8]
        size: "1"
        description: See \\autoref{sec:org.bluetooth.characteristic.probe_measurement/field/flags}
      - field: Depth (8 bit)
        type: uint8
        size: 0 or 1
        description: |-
          Unit: org.bluetooth.unit.length.metre
          Present if bit 0 of Flags field is set to 0
      - field: Depth (16 bit)
        type: uint16
        size: 0 or 2
        description: |-
          Unit: org.bluetooth.unit.length.metre
          Present if bit 0 of Flags field is set to 1
      - field: Warmth
        type: sint16
        size: 0 or 2
        description: |-
          Base Unit: org.bluetooth.unit.thermodynamic_temperature.degree_celsius
          Represented values: M = 1, d = -1, b = 0
          Minimum: -40.0
          Maximum: 125.0
          A value of 0x8000 represents "value is not known".
          Present if bit 1 of the Flags field is set to 1
      - field: Level
        type: uint8
        size: 0 or 1
        description: |-
          Refer to Probe Level characteristic in \\autoref{sec:org.bluetooth.characteristic.probe_level}
          Present if bit 2 of Flags field is set to 1
      - field: Echoes
        type: uint16[n]
        size: 0 or n*2
        description: |-
          Base Unit: org.bluetooth.unit.time.second
          Represented values: M = 1, d = 0, b = -10
          Present if bit 3 of Flags field is set to 1
    fields:
      - name: Flags
        description: The bits are below.
        values:
          - bit: "0"
            description: Depth is 16 bit
          - bit: "4"
            description: Lamp on
          - bit: 5–7
            description: Reserved for Future Use
  """,
  "gss/org.bluetooth.characteristic.probe_level.yaml": """
  characteristic:
    identifier: org.bluetooth.characteristic.probe_level
    name: Probe Level
    description: A level.
    structure:
      - field: Level
        type: uint8
        size: "1"
        description: |-
          0x00: Low
          0x01: High
          0x02–0xFF: Reserved for Future Use
  """,
  "gss/org.bluetooth.characteristic.probe_nibble.yaml": """
  characteristic:
    identifier: org.bluetooth.characteristic.probe_nibble
    name: Probe Nibble
    description: Half an octet.
    structure:
      - field: Nibble
        type: uint4
        size: "1"
        description: Nothing.
  """,
  "gss/org.bluetooth.characteristic.probe_broken.yaml": "characteristic: [",
  "assigned_numbers/uuids/characteristic_uuids.yaml": """
  uuids:
   - uuid: 0xFF11
     name: Probe Measurement
     id: org.bluetooth.characteristic.probe_measurement
   - uuid: 0xFF12
     name: Probe Level
     id: org.bluetooth.characteristic.probe_level
   - uuid: 0xFF13
     name: Probe Nibble
     id: org.bluetooth.characteristic.probe_nibble
  """,
]

@Suite struct ImportTests {
  @Test func `a copy of the SIG's field lists becomes profiles`() async throws {
    let folder = try Self.folder(files)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "profiles.json")
    let run = try Self.script(folder.path, to: output)
    #expect(run.status == 0)
    let notes = run.output.split(separator: "\n")
    #expect(notes.count == 3)
    #expect(notes.first?.hasPrefix("probe_broken: it cannot be read: ") == true)
    #expect(
      notes.dropFirst() == [
        "probe_nibble: the field Nibble is of the type uint4, which has no form",
        "2 of 4 characteristics converted",
      ])

    let json = try ProfileJSON(utf8: Data(contentsOf: output))
    let manager = try ProfileManager(json: json)
    let probe = try #require(manager.characteristic(0xFF11))
    let all = Data([0x1F, 0x2C, 0x01, 0xFB, 0x00, 0x01, 0x00, 0x04, 0x00, 0x02])
    let record = try probe.decode(all)
    #expect(
      record.json.description
        == #"{"lampOn": true, "depth_m": 300, "warmth_degC": 25.1, "level": "high", "#
        + #""echoes_s": [1, 0.5]}"#)
    #expect(try probe.encode(record) == all)
    #expect(
      try probe.decode(Data([0x02, 7, 0x00, 0x80])).json.description
        == #"{"lampOn": false, "depth_m": 7, "warmth_degC": "notKnown"}"#)
    let error = #expect(throws: ProfileError.self) {
      try probe.decode(Data([0x02, 7, 0xFF, 0x7F]))
    }
    #expect(error?.field == "warmth")

    let decoded = await Run.blue("decode", "FF12", "00", "--profiles", output.path)
    #expect(try decoded.json["fields"]?.description == #"{"level": "low"}"#)
  }

  @Test func `a folder without anything to convert is a failure, and the reason is told`() throws {
    let only = "gss/org.bluetooth.characteristic.probe_nibble.yaml"
    let folder = try Self.folder(files.filter { $0.key == only })
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "profiles.json")
    let none = try Self.script(folder.path, to: output)
    #expect(none.status == 1)
    #expect(
      none.output == """
        probe_nibble: its UUID is not known
        0 of 1 characteristics converted
        import-gss: nothing could be converted

        """)
    try FileManager.default.removeItem(at: folder.appending(path: only))
    let empty = try Self.script(folder.path, to: output)
    #expect(empty.status == 1)
    #expect(empty.output.contains("gss has no file org.bluetooth.characteristic.*.yaml; give"))
    let missing = try Self.script(folder.path + "/nowhere", to: output)
    #expect(missing.status == 1)
    #expect(missing.output == "import-gss: there is no folder \(folder.path)/nowhere\n")
    #expect(try Data(contentsOf: output).isEmpty)
  }

  private static func folder(_ files: [String: String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "blue-import-\(UInt32.random(in: 0 ... .max))")
    for (path, text) in files {
      let file = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    return folder
  }

  /// Runs the script, whose profiles go to a file; what it says of them is the run's output.
  private static func script(_ folder: String, to file: URL) throws -> Run {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let script = root.appending(path: "scripts/import-gss").path
    return try Run.shell("'\(script)' '\(folder)' 2>&1 >'\(file.path)'")
  }
}
