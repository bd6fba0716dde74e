import Testing

@testable import SensorTagReader

@Suite struct OptionsTests {
  @Test func `without options the reader chooses by itself and runs until it is stopped`() throws {
    let options = try run([])
    #expect(options == Options(source: .automatic, seconds: nil, csv: nil))
  }

  @Test(arguments: [
    (["--simulate"], Options.Source.simulator),
    (["--simulate", "--simulate"], .simulator),
    (["--system"], .system(adapter: nil)),
    (["--system", "--system"], .system(adapter: nil)),
    (["--adapter", "hci1"], .system(adapter: "hci1")),
    (["--system", "--adapter", "hci1"], .system(adapter: "hci1")),
    (["--adapter", "hci1", "--system"], .system(adapter: "hci1")),
    (["--adapter", "hci1", "--adapter", "hci1"], .system(adapter: "hci1")),
  ])
  func `the source is what the options say`(arguments: [String], source: Options.Source) throws {
    #expect(try run(arguments).source == source)
  }

  @Test(arguments: [("2", 2.0), ("0.5", 0.5), ("1e3", 1000), ("1000000000", 1e9)])
  func `seconds are any number above 0`(text: String, seconds: Double) throws {
    #expect(try run(["--seconds", text]).seconds == seconds)
  }

  @Test func `options combine in any order`() throws {
    let expected = Options(source: .system(adapter: "hci1"), seconds: 3, csv: "a b.csv")
    #expect(
      try run(["--csv", "a b.csv", "--seconds", "3", "--adapter", "hci1", "--system"]) == expected)
    #expect(
      try run(["--system", "--seconds", "3", "--adapter", "hci1", "--csv", "a b.csv"]) == expected)
  }

  @Test func `the last of several times and files counts`() throws {
    let options = try run(["--seconds", "3", "--csv", "a", "--seconds", "4", "--csv", "b"])
    #expect(options == Options(source: .automatic, seconds: 4, csv: "b"))
  }

  @Test(arguments: [["--help"], ["-h"], ["--simulate", "--help"], ["--help", "--nonsense"]])
  func `help goes before what follows`(arguments: [String]) throws {
    #expect(try Options.parse(arguments) == .help)
  }

  @Test(arguments: [
    (["--nonsense"], "unknown option '--nonsense'; --help lists the options"),
    (["hci1"], "unknown option 'hci1'; --help lists the options"),
    ([""], "unknown option ''; --help lists the options"),
    (["--seconds"], "--seconds needs a value; --help lists the options"),
    (["--seconds", "--csv"], "--seconds needs a value; --help lists the options"),
    (["--seconds", ""], "--seconds needs a value; --help lists the options"),
    (["--seconds", "0"], "--seconds needs a number above 0 and up to 1000000000, not '0'"),
    (["--seconds", "-1"], "--seconds needs a number above 0 and up to 1000000000, not '-1'"),
    (["--seconds", "soon"], "--seconds needs a number above 0 and up to 1000000000, not 'soon'"),
    (["--seconds", "nan"], "--seconds needs a number above 0 and up to 1000000000, not 'nan'"),
    (["--seconds", "inf"], "--seconds needs a number above 0 and up to 1000000000, not 'inf'"),
    (["--seconds", "1e10"], "--seconds needs a number above 0 and up to 1000000000, not '1e10'"),
    (["--csv"], "--csv needs a value; --help lists the options"),
    (["--adapter"], "--adapter needs a value; --help lists the options"),
    (["--adapter", "--system"], "--adapter needs a value; --help lists the options"),
    (["--simulate", "--system"], "--simulate excludes --system and --adapter"),
    (["--system", "--simulate"], "--simulate excludes --system and --adapter"),
    (["--simulate", "--adapter", "hci0"], "--simulate excludes --system and --adapter"),
    (["--adapter", "hci0", "--simulate"], "--simulate excludes --system and --adapter"),
    (["--adapter", "hci0", "--adapter", "hci1"], "--adapter was given twice: hci0 and hci1"),
  ])
  func `wrong options are told what is right`(arguments: [String], text: String) {
    let error = #expect(throws: Options.Invalid.self) { try Options.parse(arguments) }
    #expect(error?.description == text)
  }

  @Test func `every option is in the help`() {
    for option in ["--simulate", "--system", "--adapter", "--seconds", "--csv", "--help"] {
      #expect(Options.help.contains("\n  \(option) "), "\(option)")
    }
    for line in Options.help.split(separator: "\n") { #expect(line.count <= 100) }
  }

  private func run(_ arguments: [String]) throws -> Options {
    guard case .run(let options) = try Options.parse(arguments) else {
      throw Options.Invalid(description: "help was not asked for")
    }
    return options
  }
}
