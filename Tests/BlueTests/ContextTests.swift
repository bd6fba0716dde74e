import FoundationEssentials
import Profiles
import Testing

@testable import blue

private let acceleration = "F000AA11-0451-4000-B000-000000000000"
private let barometer = "F000AA41-0451-4000-B000-000000000000"
private let movement = "F000AA81-0451-4000-B000-000000000000"

@Suite struct ContextTests {
  private static let empty: [([String], String)] = [
    (
      ["2A37", "0048", "--context", #"{"x": 1}"#],
      "--context does not suit Heart Rate Measurement: it asks for nothing, not for x"
    ),
    (
      [acceleration, "000000", "--context", #"{"firmwear": "1.5"}"#],
      "--context does not suit Accelerometer Data: it asks for firmware, not for firmwear"
    ),
    (
      [acceleration, "000000", "--context", #"{"firmware": "new"}"#],
      "--context does not suit Accelerometer Data: firmware is \"new\", which is not a version such as 1.5"
    ),
    (
      [acceleration, "000000", "--context", #"{"firmware": [1, 5]}"#],
      "--context does not suit Accelerometer Data: firmware is [1, 5], which is not a version such as 1.5"
    ),
    (
      [movement, "00", "--context", #"{"accelRange_g": 99}"#],
      "--context does not suit Movement Data: accelRange_g is 99, which is not one of 2, 4, 8, 16"
    ),
    (
      ["2A37", "0048", "--context", #"{"model": ""}"#],
      "--context: model is not the name of a device, such as CC2650"
    ),
    (
      ["2A37", "0048", "--context", #"{"model": []}"#],
      "--context: model is not the name of a device, such as CC2650"
    ),
    (
      ["2A37", "0048", "--model", ""],
      "--model is empty; leave it out or name a device, such as CC2650"
    ),
    (
      [acceleration, "000000", "--model", "CC2541", "--context", #"{"model": "CC2650"}"#],
      "--model is CC2541, and --context says CC2650"
    ),
  ]

  @Test(arguments: empty)
  func `a context that says nothing is a mistake`(words: [String], message: String) async {
    let notes = "blue: decode: \(message)\nblue decode --help explains\n"
    #expect(await Run.blue(["decode"] + words) == Run(status: 64, output: "", notes: notes))
  }

  @Test func `a context that is missing tells how it is given`() async throws {
    let run = await Run.blue("decode", barometer, "00000000", "--model", "CC2541")
    #expect(run.status == 1)
    #expect(
      try run.json["message"]
        == .string(
          "Barometer Data: the layout needs calibration from the context; read it from the device first; here --context '{\"calibration\": …}' gives it"
        ))
    let long = await Run.blue("decode", barometer, "0000000000", "--model", "CC2541")
    #expect(try long.json["error"] == "trailing")
  }

  @Test func `the keys of a context are told where a profile is described`() async {
    let run = await Run.blue("profiles", barometer, "--model", "CC2541")
    #expect(run.output.contains("\ncontext: calibration\n"))
    for command in ["decode", "encode"] {
      let help = await Run.blue(command, "--help")
      #expect(help.output.contains("blue profiles UUID\ntells the keys"))
    }
  }

  private static let services: [([String], Int32, String)] = [
    (
      ["decode", "180D", "00"], 1,
      "there is no profile for 180D; 180D (Heart Rate) is a service; give one of its characteristics: 2A37 (Heart Rate Measurement), 2A38 (Body Sensor Location), 2A39 (Heart Rate Control Point)"
    ),
    (
      ["decode", "heart rate", "00"], 64,
      "180D (Heart Rate) is a service; give one of its characteristics: 2A37 (Heart Rate Measurement), 2A38 (Body Sensor Location), 2A39 (Heart Rate Control Point)"
    ),
    (
      ["decode", "2A37", "0048", "--service", "2A37"], 64,
      "--service 2A37 is no service; 2A37 (Heart Rate Measurement) is a characteristic of the service 180D (Heart Rate)"
    ),
    (
      ["decode", "2A37", "0048", "--service", "Heart Rate Measurement"], 64,
      "--service Heart Rate Measurement is no service; 2A37 (Heart Rate Measurement) is a characteristic of the service 180D (Heart Rate)"
    ),
    (
      ["decode", "2A37", "0048", "--service", "1809"], 1,
      "there is no profile for 2A37 in the service 1809; 2A37 (Heart Rate Measurement) is a characteristic of the service 180D (Heart Rate)"
    ),
  ]

  @Test(arguments: services)
  func `a service in the place of a characteristic is told`(
    words: [String], status: Int32, message: String
  ) async throws {
    let run = await Run.blue(words)
    #expect(run.status == status)
    if status == 64 {
      #expect(run.notes == "blue: decode: \(message)\nblue decode --help explains\n")
    } else {
      #expect(try run.json == ["error": "unknownProfile", "message": .string(message)])
    }
  }
}
