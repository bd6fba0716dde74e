/// A sub-command as data: what its help says, what it takes, and what it does.
///
/// Each one is a static member in a file of its own in `Commands`, and ``Tool/commands`` lists it.
struct Command: Sendable {
  /// An argument that is found by its place.
  struct Positional: Sendable {
    /// In capitals, as in the help.
    let name: String
    let explanation: String
    var isOptional = false
    /// Takes all words behind `--`.
    var isRest = false
  }

  /// An argument that is found by its name.
  struct Option: Sendable {
    /// With its dashes.
    let name: String
    /// The name of the value in capitals, `nil` for a switch.
    var value: String?
    let explanation: String
  }

  let name: String
  /// One sentence.
  let summary: String
  /// More for the command's own help.
  var details = ""
  var positionals: [Positional] = []
  var options: [Option] = []
  /// Does it; what is thrown becomes output and exit status.
  let run: @Sendable (Arguments, Console) async throws -> Void

  var usage: String {
    let places = positionals.filter { !$0.isRest }
      .map { $0.isOptional ? "[\($0.name)]" : $0.name }
    let named = options.map { "[\($0.label)]" }
    let rest = positionals.filter(\.isRest).map { "[-- \($0.name)]" }
    return (["blue", name] + places + named + rest).joined(separator: " ")
  }

  var help: String {
    let lines =
      positionals.map { ($0.name, $0.explanation) } + options.map { ($0.label, $0.explanation) }
      + [("--help", "print this text")]
    let width = lines.map(\.0.count).max() ?? 0
    let table = lines.map { "  " + $0.0.padded(to: width) + "  " + $0.1 }
    let parts = [summary, "usage: " + usage, table.joined(separator: "\n"), details]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

extension Command.Option {
  /// The option as in the help: `--model MODEL`.
  var label: String { ([name] + [value].compactMap(\.self)).joined(separator: " ") }
}

extension String {
  /// The text with spaces behind it up to a width.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
