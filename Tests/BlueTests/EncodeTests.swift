import Testing

@testable import blue

private let data = "F000AA11-0451-4000-B000-000000000000"
private let period = "F000AA13-0451-4000-B000-000000000000"

@Suite struct EncodeTests {
  @Test(arguments: [
    (data, #"{"x_g": -0.015625, "y_g": 0.046875, "z_g": 1.03125}"#, "FF0342"),
    (data, #"{"z": "1 g", "y": 0, "x": 0.5}"#, nil),
    (data, #"{"z": 1, "y": 0, "x": 0.5}"#, "200040"),
    (period, #"{"period_ms": 500}"#, "32"),
    (period, #"{"fields": {"period_ms": 500}, "units": {"period_ms": "ms"}}"#, "32"),
    ("F000AA12-0451-4000-B000-000000000000", #"{"enabled": "Yes"}"#, "01"),
  ])
  func `fields become octets`(uuid: String, json: String, hex: String?) async {
    let run = await Run.blue("encode", uuid, json)
    guard let hex else {
      #expect(run.status == 1)
      return
    }
    #expect(run == Run(status: 0, output: "{\"hex\": \"\(hex)\"}\n"))
  }

  @Test(arguments: [
    (
      #"{"period_ms": 50}"#,
      #"{"error": "outOfRange", "message": "Accelerometer Update Period, field period: 50 ms is outside 100...2550 ms; write a value of that range"}"#
    ),
    (
      "{}",
      #"{"error": "missingField", "message": "Accelerometer Update Period: no value for the field period; give one for each field"}"#
    ),
    (
      #"{"period_ms": 100, "x": 1}"#,
      #"{"error": "unknownField", "message": "Accelerometer Update Period: there is no field x; the fields are period"}"#
    ),
  ])
  func `a value that does not fit is an object with status 1`(json: String, output: String) async {
    #expect(await Run.blue("encode", period, json) == Run(status: 1, output: output + "\n"))
  }

  @Test(arguments: [
    ("{", "encode: JSON at offset 1: the end of the text is not the name of a member"),
    ("[]", "encode: JSON: an array is not an object"),
    ("null", "encode: JSON: null is not an object"),
  ])
  func `what is no object is a mistake in the command line`(json: String, message: String) async {
    let notes = "blue: \(message)\nblue encode --help explains\n"
    #expect(await Run.blue("encode", period, json) == Run(status: 64, output: "", notes: notes))
  }
}
