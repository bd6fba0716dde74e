import FoundationEssentials
import Profiles

extension Command {
  static let encode = Command(
    name: "encode", summary: "Prints the octets of named values.",
    details: """
      Prints {"hex": DIGITS}, or {"error": WORD, "message": TEXT} with exit status 1. Flags, sizes
      and checksums are computed.

      \(ProfileSource.contextHelp)

      example: blue encode 2A37 '{"sensorContact": "detected", "heartRate_bpm": 72}'
      """,
    positionals: [
      .init(
        name: "UUID",
        explanation: "the characteristic, as 2A37, 0x2A37, all 128 bits, or a name"),
      .init(name: "JSON", explanation: "an object of the fields, or all that blue decode prints"),
    ],
    options: ProfileSource.options
  ) { arguments, console in
    let record = try record(arguments.required(1), arguments)
    let source = try ProfileSource(arguments)
    let context = try source.context()
    let octets = try source.layout(arguments.required(0), context, console)
      .encode(record, context: context)
    let digits = octets.map { octet in
      (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
    }
    try console.print(["hex": .string(digits.joined())])
  }

  private static func record(
    _ text: String, _ arguments: Arguments
  ) throws(UsageError) -> ProfileRecord {
    do throws(ProfileError) {
      let json = try ProfileJSON(parsing: text)
      // What decode prints can be given back whole.
      return try ProfileRecord(json: json["units"] == nil ? json : json["fields"] ?? json)
    } catch {
      throw arguments.mistake("\(error)")
    }
  }
}
