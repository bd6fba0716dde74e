import Profiles

/// What stands behind the name of a command, checked against what the command takes.
///
/// `--name value` and `--name=value` are the same; what follows `--` is found by its place.
struct Arguments: Sendable {
  private let command: Command
  private var positionals: [String] = []
  /// The words behind `--`, if the command takes any number of them.
  private(set) var rest: [String] = []
  private var values: [String: String] = [:]
  private var switches: Set<String> = []

  init(_ words: [String], _ command: Command) throws(UsageError) {
    self.command = command
    var words = words[...]
    let takesRest = command.positionals.contains(where: \.isRest)
    var isByPlace = false
    while let word = words.popFirst() {
      if isByPlace || !word.hasPrefix("-") || word == "-" {
        positionals.append(word)
      } else if word == "--", takesRest {
        guard !words.isEmpty else { throw mistake("there is no command behind --") }
        rest = Array(words)
        words = []
      } else if word == "--" {
        isByPlace = true
      } else if word == "--help" || word == "-h" {
        switches.insert("--help")
      } else {
        try take(word, &words)
      }
    }
    guard !asksForHelp else { return }
    let places = command.positionals.filter { !$0.isRest }
    let least = places.filter { !$0.isOptional }.count
    if positionals.count < least {
      throw mistake("\(places[positionals.count].name) is missing")
    }
    if positionals.count > places.count {
      throw mistake("\(positionals[places.count].excerpt) is one argument too many")
    }
  }

  private mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw mistake("there is no option \(name.excerpt)")
    }
    guard option.value != nil else {
      guard parts.count == 1 else { throw mistake("\(name) takes no value") }
      switches.insert(name)
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
      throw mistake("\(option.label) lacks its value")
    }
    guard values.updateValue(value, forKey: name) == nil else {
      throw mistake("\(name) is there twice")
    }
  }

  /// Whether the command's help is wanted instead of its work.
  var asksForHelp: Bool { has("--help") }

  /// The argument at a place, `nil` if an optional one is not there.
  func optional(_ place: Int) -> String? {
    place < positionals.count ? positionals[place] : nil
  }

  /// The argument at a place that the command demands.
  func required(_ place: Int) throws(UsageError) -> String {
    guard let text = optional(place) else { throw mistake("an argument is missing") }
    return text
  }

  /// The value of an option.
  subscript(option: String) -> String? { values[option] }

  /// Whether a switch is there.
  func has(_ name: String) -> Bool { switches.contains(name) }

  /// A mistake in the command line of this command.
  func mistake(_ text: String) -> UsageError {
    UsageError("\(command.name): \(text)", help: "blue \(command.name) --help")
  }
}
