import FoundationEssentials
import Profiles
import Testing

@testable import blue

private let data = "F000AA11-0451-4000-B000-000000000000"

@Suite struct ProfilesTests {
  @Test func `the list has a line for each service and characteristic`() async {
    let run = await Run.blue("profiles")
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("F000AA10-0451-4000-B000-000000000000  TI Acc") })
    #expect(lines.contains { $0.hasPrefix("  \(data)  Accelerometer Data  ") })
    for entry in ProfileManager.catalogue.entries {
      #expect(lines.contains { $0.hasPrefix("\(entry.service.uuid)  \(entry.service.name)") })
    }
    #expect(!run.output.contains(" \n"))
  }

  @Test(arguments: [data, "Accelerometer Data"])
  func `a profile is described field by field`(uuid: String) async {
    let run = await Run.blue("profiles", uuid)
    #expect(run.status == 0)
    #expect(
      run.output == """
        \(data)  Accelerometer Data
        in F000AA10-0451-4000-B000-000000000000  TI Accelerometer (CC2541, SensorTag, TI BLE Sensor Tag)
        read, notify
        context: firmware
          x_g  int8 × 0.015625  g
          y_g  int8 × 0.015625  g
          z_g  int8 × 0.015625  g
          x_g  int8 × 0.0625    g  if firmware is at least 1.5
          y_g  int8 × 0.0625    g  if firmware is at least 1.5
          z_g  int8 × 0.0625    g  if firmware is at least 1.5

        """)
  }

  @Test func `a service is described with all its characteristics`() async {
    let run = await Run.blue("profiles", "F000AA10-0451-4000-B000-000000000000")
    #expect(run.output.contains("Accelerometer Update Period\n"))
    #expect(run.output.contains("  period_ms  uint8 × 10  ms  100...2550 ms\n"))
    #expect(run.output.contains("  enabled  enumeration, uint8  0 = No, 1 = Yes\n"))
  }

  @Test func `the definitions in JSON are profiles for the other commands`() async throws {
    let run = await Run.blue("profiles", data, "--json")
    let text = run.output.split(separator: data).joined(separator: "FFF7")
    #expect(try await Run.blue("profiles", "--json").json == ProfileManager.catalogue.json)
    let file = FileManager.default.temporaryDirectory.appending(
      path: "blue-profiles-\(UInt32.random(in: 0 ... .max)).json")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let decoded = await Run.blue("decode", "FFF7", "400000", "--profiles", file.path)
    #expect(try decoded.json["fields"]?.description == #"{"x_g": 1, "y_g": 0, "z_g": 0}"#)
    #expect(await Run.blue("decode", "FFF7", "400000").status == 1)
    let listed = await Run.blue("profiles", "--profiles", file.path)
    #expect(listed.output.contains("  FFF7  Accelerometer Data"))
  }

  @Test func `a file that is no document is a failure`() async throws {
    #expect(
      await Run.blue("profiles", "--profiles", "/nowhere/x.json")
        == Run(
          status: 1,
          output: """
            {"error": "unreadable", "message": "the file /nowhere/x.json cannot be read: No such file or directory"}

            """))
    let file = FileManager.default.temporaryDirectory.appending(
      path: "blue-broken-\(UInt32.random(in: 0 ... .max)).json")
    try Data("{".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let run = await Run.blue("profiles", "--profiles", file.path)
    #expect(run.status == 1)
    #expect(try run.json["error"] == "badJSON")
    #expect(
      try run.json["message"]
        == .string(
          "\(file.path): JSON at offset 1: the end of the text is not the name of a member"))
  }

  @Test func `a model has its own profiles`() async throws {
    let run = await Run.blue("profiles", "--model", "cc2541")
    #expect(run.output.contains("TI Accelerometer"))
    #expect(!run.output.contains("Heart Rate"))
    #expect(await Run.blue("profiles", "FF01").status == 1)
    #expect(await Run.blue("profiles", "no such thing").status == 64)
  }
}
