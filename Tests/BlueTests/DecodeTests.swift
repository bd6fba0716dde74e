import Profiles
import Testing

@testable import blue

private let data = "F000AA11-0451-4000-B000-000000000000"

@Suite struct DecodeTests {
  @Test(arguments: [
    data, "f000aa1104514000b000000000000000", "Accelerometer Data", "accelerometer data",
  ])
  func `octets become fields and units`(uuid: String) async {
    #expect(
      await Run.blue("decode", uuid, "FF0342")
        == Run(
          status: 0,
          output: """
            {"fields": {"x_g": -0.015625, "y_g": 0.046875, "z_g": 1.03125}, \
            "units": {"x_g": "g", "y_g": "g", "z_g": "g"}}

            """))
  }

  @Test(arguments: ["ff0342", "FF 03 42", "ff:03:42", "0xFF-03-42"])
  func `octets may be spelled as tools print them`(hex: String) async throws {
    #expect(
      try await Run.blue("decode", data, hex).json["fields"]?["z_g"]?.description == "1.03125")
  }

  @Test func `a context and a model choose the layout`() async throws {
    for arguments in [
      ["--context", #"{"model": "CC2541", "firmware": "1.5"}"#],
      ["--context=" + #"{"firmware": "1.5 (Oct 23 2013)"}"#, "--model", "cc2541"],
      ["--service", "TI Accelerometer", "--context", #"{"firmware": 1.5}"#],
    ] {
      let run = await Run.blue(["decode", data, "F010C0"] + arguments)
      #expect(try run.json["fields"]?.description == #"{"x_g": -1, "y_g": 1, "z_g": -4}"#)
    }
  }

  @Test func `where devices share a UUID, the one that was taken is told`() async {
    let uuid = "F000AA01-0451-4000-B000-000000000000"
    let run = await Run.blue("decode", uuid, "01020204")
    #expect(run.status == 0)
    #expect(
      run.notes == "blue: this is the profile of CC2541; --model chooses another: CC2650\n")
    #expect(await Run.blue("decode", uuid, "01020204", "--model", "CC2650").notes == "")
  }

  @Test func `a failure is an object with a word and a message, and status 1`() async {
    #expect(
      await Run.blue("decode", data, "FF03")
        == Run(
          status: 1,
          output: """
            {"error": "truncated", "message": "Accelerometer Data, field z at offset 2: needs 1 \
            octet, 0 available; the value was cut off or has another layout"}

            """))
    #expect(
      await Run.blue("decode", data, "", "--model", "CC9999")
        == Run(
          status: 1,
          output: """
            {"error": "unknownProfile", "message": "there is no profile for \(data) of the model \
            CC9999; blue profiles lists those that there are, and --profiles adds some from a file"}

            """))
  }

  @Test(arguments: [
    (["decode"], "decode: UUID is missing"),
    (["decode", data], "decode: HEX is missing"),
    (["decode", data, "00", "00"], "decode: 00 is one argument too many"),
    (["decode", data, "0"], "decode: 0 is no pairs of hexadecimal digits"),
    (["decode", data, "xy"], "decode: xy is no pairs of hexadecimal digits"),
    (["decode", "nothing", "00"], "decode: nothing is neither a UUID nor the name of one"),
    (["decode", data, "00", "--modell", "x"], "decode: there is no option --modell"),
    (["decode", data, "00", "--model"], "decode: --model MODEL lacks its value"),
    (["decode", data, "00", "--model", "a", "--model=b"], "decode: --model is there twice"),
    (
      ["decode", data, "00", "--service", "x"],
      "decode: --service x is neither a UUID nor the name of one"
    ),
    (
      ["decode", data, "00", "--context", "{"],
      "decode: --context is no JSON object: JSON at offset 1: the end of the text is not the name "
        + "of a member"
    ),
    (
      ["decode", data, "00", "--context", "[1]"],
      "decode: --context is no JSON object: JSON: an array is not an object"
    ),
  ])
  func `a mistake in the command line is told to people, with status 64`(
    arguments: [String], message: String
  ) async {
    let notes = "blue: \(message)\nblue decode --help explains\n"
    #expect(await Run.blue(arguments) == Run(status: 64, output: "", notes: notes))
  }
}
