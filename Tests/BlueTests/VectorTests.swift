import FoundationEssentials
import Profiles
import Testing

@testable import blue

/// A vector as the command line takes it.
struct CommandVector: Sendable, CustomTestStringConvertible {
  let json: ProfileJSON

  var testDescription: String { self["id"] }

  subscript(key: String) -> String {
    if case .string(let text) = json[key] { text } else { "" }
  }

  /// The vectors that have a UUID.
  static let all: [CommandVector] = {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    let file = URL(filePath: "/\(folder)/ProfilesTests/Vectors/profile-vectors.json")
    do {
      let json = try ProfileJSON(utf8: Data(contentsOf: file))
      guard case .array(let vectors) = json["vectors"] else { return [] }
      return vectors.map { CommandVector(json: $0) }.filter { !$0["uuid"].isEmpty }
    } catch {
      Issue.record(error)
      return []
    }
  }()

  /// The options that say where the value was found.
  var options: [String] {
    var options: [String] = []
    let service = self["service"]
    if !service.isEmpty, !service.hasPrefix("("), service != self["uuid"] {
      options += ["--service", service]
    }
    if let context = json["context"] { options += ["--context", context.description] }
    return options
  }

  func run(_ command: String, _ argument: String) async -> Run {
    await Run.blue([command, self["uuid"], argument] + options)
  }

  var fields: ProfileJSON? { json["expected"]?["fields"] }
  var error: ProfileJSON? { json["expected"]?["error"] }

  /// Whether printed values are the expected ones: the same names, words and numbers.
  func agrees(_ printed: ProfileJSON?, _ expected: ProfileJSON?) -> Bool {
    switch (printed, expected) {
    case (.object(let members), .object(let others)):
      members.count == others.count
        && members.allSatisfy { agrees($0.value, expected?[$0.key]) }
    case (.array(let elements), .array(let others)):
      elements.count == others.count && zip(elements, others).allSatisfy { agrees($0, $1) }
    case (.number(let number), .number(let wanted)):
      abs(number.doubleValue - wanted.doubleValue) <= tolerance ?? abs(wanted.doubleValue) * 1e-6
    default:
      printed == expected
    }
  }

  private var tolerance: Double? {
    if case .number(let number) = json["tolerance"] { number.doubleValue } else { nil }
  }
}

@Test func `all vectors with a UUID are there`() {
  #expect(CommandVector.all.count == 172)
}

@Test(arguments: CommandVector.all)
func `a vector holds on the command line`(vector: CommandVector) async throws {
  switch vector["direction"] {
  case "decode":
    let run = await vector.run("decode", vector["hex"])
    if let error = vector.error {
      #expect(run.status == 1)
      #expect(try run.json["error"] == error)
      return
    }
    #expect(run.status == 0, "\(run)")
    let fields = try #require(try run.json["fields"])
    #expect(vector.agrees(fields, vector.fields), "\(fields)")
    if vector.json["roundtrip"] == true {
      let back = await vector.run("encode", fields.description)
      #expect(back.output == "{\"hex\": \"\(vector["hex"])\"}\n")
    }
  case "encode":
    let run = await vector.run("encode", try #require(vector.fields).description)
    #expect(run.output == "{\"hex\": \"\(vector["hex"])\"}\n")
    let back = await vector.run("decode", vector["hex"])
    #expect(vector.agrees(try back.json["fields"], vector.fields), "\(back.output)")
  default:
    let run = await vector.run("encode", try #require(vector.fields).description)
    #expect(run.status == 1)
    #expect(try run.json["error"] == vector.error)
  }
}
