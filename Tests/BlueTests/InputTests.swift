import FoundationEssentials
import Glibc
import Profiles
import Testing

@testable import blue

private let document = """
  {"services": [{"uuid": "FF00", "name": "S", "characteristics": [{"uuid": "FF01", "name": "Level",
    "layout": {"fields": [{"name": "level", "type": "uint8"}]}}]}]}
  """

@Suite struct InputTests {
  @Test func `profiles may come from a pipe`() async throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let octets = Array(document.utf8)
    #expect(write(ends[1], octets, octets.count) == octets.count)
    close(ends[1])
    defer { close(ends[0]) }
    let run = await Run.blue(
      "decode", "FF01", "07", "--profiles", "/proc/self/fd/\(ends[0])")
    #expect(run == Run(status: 0, output: "{\"fields\": {\"level\": 7}, \"units\": {}}\n"))
  }

  @Test func `a directory is no file with profiles, and the reason is told`() async {
    #expect(
      await Run.blue("profiles", "--profiles", "/tmp")
        == Run(
          status: 1,
          output: """
            {"error": "unreadable", "message": "the file /tmp cannot be read: Is a directory"}

            """))
  }

  @Test func `two kinds of output exclude each other`() async {
    #expect(
      await Run.blue("profiles", "--json", "--markdown")
        == Run(
          status: 64, output: "",
          notes: """
            blue: profiles: --json and --markdown exclude each other; leave one out
            blue profiles --help explains

            """))
  }

  @Test func `an unknown model is told with those that there are`() async throws {
    let run = await Run.blue("profiles", "--model", "nope")
    #expect(run.status == 1)
    #expect(
      try run.json
        == [
          "error": "unknownProfile",
          "message": .string(
            "there is no profile of the model nope; the models are CC2541, SensorTag, TI BLE Sensor "
              + "Tag, CC2650, CC2650 SensorTag, SensorTag 2.0"),
        ])
    #expect(await Run.blue("profiles", "--model", "").status == 64)
  }

  @Test func `long digits are not repeated whole`() async {
    let digits = String(repeating: "0A", count: 50_000)
    let runs = [
      await Run.blue("decode", "2A37", digits + "x"), await Run.blue("decode", "2A37", digits),
      await Run.blue("decode", digits, "00"), await Run.blue("decode", "2A37", "00", digits),
      await Run.blue("encode", "2A39", "{\"command\": \"\(digits)\"}"),
      await Run.blue("encode", "2A39", "{\"\(digits)\": 1}"),
      await Run.blue("decode", "2A37", "00", "--model", digits),
      await Run.blue("profiles", digits), await Run.blue("profiles", "--model", digits),
      await Run.blue("profiles", "--profiles", digits),
    ]
    for run in runs {
      #expect(run.status != 0)
      #expect(run.output.utf8.count + run.notes.utf8.count < 500, "\(run)")
    }
    #expect(runs[0].notes.contains("0A0A… (100001 characters) is no pairs of hexadecimal digits"))
  }

  @Test(arguments: [">&-", ">&- <&-", ">/dev/full"])
  func `an output that is closed or full is told, with status 1`(redirection: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "blue-notes-\(UInt32.random(in: 0 ... .max)).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    let words = ["'\(try Run.path)'", "decode", "2A37", "0048", redirection, "2>'\(file.path)'"]
    let status = system(words.joined(separator: " "))
    #expect((status >> 8) & 0xFF == 1)
    let notes = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    let reason = redirection.hasSuffix("full") ? "No space left on device" : "Bad file descriptor"
    #expect(notes == "blue: the output cannot be written: \(reason)\n")
  }
}
