/// The command line of the reader.
struct Options: Equatable {
  /// Which daemon the reader talks to.
  enum Source: Equatable {
    /// The system's adapter if there is one, else the simulator.
    case automatic
    case simulator
    case system(adapter: String?)

    /// The adapter that was asked for by name.
    var adapter: String? {
      if case .system(let adapter) = self { adapter } else { nil }
    }
  }

  enum Command: Equatable {
    case run(Options)
    case help
  }

  struct Invalid: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  var source = Source.automatic
  /// How long to read; `nil` for ever.
  var seconds: Double?
  var csv: String?

  static let help = """
    Reads the accelerometer of a TI SensorTag and prints one line a sample.

    usage: SensorTagReader [--simulate | --system | --adapter NAME] [--seconds N] [--csv FILE]

      --simulate      read a simulated SensorTag
      --system        read with the system's Bluetooth adapter
      --adapter NAME  read with this adapter, such as hci1
      --seconds N     stop after N seconds; otherwise Ctrl-C stops
      --csv FILE      also write the samples to FILE
      --help          print this text

    Without --simulate, --system or --adapter the system's adapter is used if there is one, else
    the simulator. Exit status: 0 after reading, 1 if reading failed, 2 for wrong options.
    """

  static func parse(_ arguments: [String]) throws(Invalid) -> Command {
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        return .help
      case "--simulate":
        try options.choose(.simulator)
      case "--system":
        try options.choose(.system(adapter: options.source.adapter))
      case "--adapter":
        try options.choose(.system(adapter: try value(of: argument, from: &rest)))
      case "--seconds":
        let text = try value(of: argument, from: &rest)
        guard let seconds = Double(text), seconds > 0, seconds <= 1e9 else {
          throw Invalid(
            description: "--seconds needs a number above 0 and up to 1000000000, not '\(text)'")
        }
        options.seconds = seconds
      case "--csv":
        options.csv = try value(of: argument, from: &rest)
      default:
        throw Invalid(description: "unknown option '\(argument)'; --help lists the options")
      }
    }
    return .run(options)
  }

  private mutating func choose(_ source: Source) throws(Invalid) {
    switch (self.source, source) {
    case (.simulator, .system), (.system, .simulator):
      throw Invalid(description: "--simulate excludes --system and --adapter")
    case (.system(let name?), .system(let other)) where name != other:
      throw Invalid(description: "--adapter was given twice: \(name) and \(other ?? "none")")
    default:
      self.source = source
    }
  }

  private static func value(
    of option: String, from rest: inout ArraySlice<String>
  ) throws(Invalid) -> String {
    guard let value = rest.popFirst(), !value.hasPrefix("--"), !value.isEmpty else {
      throw Invalid(description: "\(option) needs a value; --help lists the options")
    }
    return value
  }
}
