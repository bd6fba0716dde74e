import FoundationEssentials
import Profiles

extension Command {
  static let decode = Command(
    name: "decode", summary: "Prints the named values of octets as JSON.",
    details: """
      Prints {"fields": {…}, "units": {…}}, the units by the names of the fields, or
      {"error": WORD, "message": TEXT} with exit status 1.

      \(ProfileSource.contextHelp)

      example: blue decode 2A37 1E48E803A002
      """,
    positionals: [
      .init(
        name: "UUID",
        explanation: "the characteristic, as 2A37, 0x2A37, all 128 bits, or a name"),
      .init(name: "HEX", explanation: "the octets in the order of transmission"),
    ],
    options: ProfileSource.options
  ) { arguments, console in
    let octets = try octets(arguments.required(1), arguments)
    let source = try ProfileSource(arguments)
    let context = try source.context()
    let record = try source.layout(arguments.required(0), context, console)
      .decode(octets, context: context)
    try console.print(["fields": record.json, "units": record.unitsJSON])
  }

  /// Reads pairs of hexadecimal digits, which may have spaces, colons or dashes between them.
  private static func octets(_ text: String, _ arguments: Arguments) throws(UsageError) -> Data {
    var digits = text.filter { !" :-".contains($0) }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") { digits = String(digits.dropFirst(2)) }
    guard let octets = ProfileDatum.text(digits).octets else {
      throw arguments.mistake("\(text.excerpt) is no pairs of hexadecimal digits")
    }
    return octets
  }
}
