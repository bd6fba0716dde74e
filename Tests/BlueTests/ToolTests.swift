import Testing

@testable import blue

@Suite struct ToolTests {
  @Test(arguments: [["--help"], ["-h"], ["help"]])
  func `help lists the commands`(arguments: [String]) async {
    #expect(await Run.blue(arguments) == Run(status: 0, output: Tool.help + "\n"))
    for command in Tool.commands {
      #expect(Tool.help.contains("  \(command.name)  "))
      #expect(Tool.help.contains(command.summary))
    }
  }

  @Test func `without a command the help goes to the error output`() async {
    #expect(await Run.blue() == Run(status: 64, output: "", notes: Tool.help + "\n"))
  }

  @Test func `every command has its help`() async {
    for command in Tool.commands {
      let help = Run(status: 0, output: command.help + "\n")
      for arguments in [
        [command.name, "--help"], [command.name, "x", "-h"], ["help", command.name],
      ] {
        #expect(await Run.blue(arguments) == help)
      }
      #expect(command.help.hasPrefix(command.summary + "\n\nusage: blue \(command.name) "))
      for option in command.options { #expect(command.help.contains("  \(option.label)  ")) }
      #expect(command.help.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }
  }

  @Test func `the version is one line`() async {
    #expect(await Run.blue("--version") == Run(status: 0, output: "blue \(Tool.version)\n"))
  }

  @Test(arguments: [["dekode"], ["help", "dekode"]])
  func `an unknown command is a mistake`(arguments: [String]) async {
    let notes = """
      blue: there is no command dekode; the commands are decode, encode, profiles, simulate
      blue --help explains

      """
    #expect(await Run.blue(arguments) == Run(status: 64, output: "", notes: notes))
  }

  @Test func `an output that nobody takes is a failure`() async {
    let console = Console(write: { _ in throw Console.Unwritable(number: 32) }, note: { _ in })
    #expect(await Tool.run(["--help"], console) == .failure)
    #expect(
      "\(Console.Unwritable(number: 32))" == "the output cannot be written: Broken pipe")
  }

  @Test func `the built program prints the same and ends with the same status`() async throws {
    let uuid = "F000AA11-0451-4000-B000-000000000000"
    for arguments in [["decode", uuid, "FF0342"], ["decode", uuid, "FF03"], ["profiles", uuid]] {
      #expect(try Run.program(arguments) == (await Run.blue(arguments)))
    }
    let mistaken = try Run.program(["decode", uuid])
    #expect(mistaken.status == 64)
    #expect(mistaken.output == "blue: decode: HEX is missing\nblue decode --help explains\n")
    #expect(
      try Run.program(["encode", uuid, #"{"x": 0, "y": 0, "z": 1}"#]).output
        == "{\"hex\": \"000040\"}\n")
  }
}

@Suite struct ArgumentsTests {
  private static let command = Command(
    name: "test", summary: "Tests.",
    positionals: [
      .init(name: "A", explanation: "first"), .init(name: "B", explanation: "", isOptional: true),
    ],
    options: [
      .init(name: "--flag", explanation: "a switch"),
      .init(name: "--value", value: "V", explanation: "a value"),
    ], run: { _, _ in })

  @Test(arguments: [
    (["a"], ["a"], nil, false), (["a", "b"], ["a", "b"], nil, false),
    (["--flag", "a", "--value", "v"], ["a"], "v", true),
    (["--value=v=w", "a"], ["a"], "v=w", false),
    (["--value", "--flag", "a"], ["a"], "--flag", false), (["--value=", "a"], ["a"], "", false),
    (["--", "--flag"], ["--flag"], nil, false), (["-"], ["-"], nil, false),
  ])
  func `words are found by place and by name`(
    words: [String], places: [String], value: String?, flag: Bool
  ) throws {
    let arguments = try Arguments(words, Self.command)
    #expect((0..<3).compactMap { arguments.optional($0) } == places)
    #expect(try arguments.required(0) == places[0])
    #expect(arguments["--value"] == value)
    #expect(arguments.has("--flag") == flag)
  }

  @Test(arguments: [
    ([], "test: A is missing"), (["a", "b", "c"], "test: c is one argument too many"),
    (["--flag=1", "a"], "test: --flag takes no value"), (["-x"], "test: there is no option -x"),
    (["a", "--value"], "test: --value V lacks its value"),
  ])
  func `what the command does not take is refused`(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try Arguments(words, Self.command) }
    #expect(error?.description == message + "\nblue test --help explains")
  }

  @Test func `words behind two dashes are another program's`() throws {
    let command = Command(
      name: "test", summary: "Tests.",
      positionals: [
        .init(name: "A", explanation: "first"),
        .init(name: "B...", explanation: "others", isOptional: true, isRest: true),
      ],
      options: [.init(name: "--flag", explanation: "a switch")], run: { _, _ in })
    let arguments = try Arguments(["a", "--flag", "--", "b", "--help", "--", "-x"], command)
    #expect(try arguments.required(0) == "a")
    #expect(arguments.has("--flag"))
    #expect(!arguments.asksForHelp)
    #expect(arguments.rest == ["b", "--help", "--", "-x"])
    #expect(command.usage == "blue test A [--flag] [-- B...]")
    let error = #expect(throws: UsageError.self) { try Arguments(["a", "b"], command) }
    #expect(error?.description == "test: b is one argument too many\nblue test --help explains")
  }

  @Test func `the help shows how to call the command`() {
    #expect(
      Self.command.help == """
        Tests.

        usage: blue test A [B] [--flag] [--value V]

          A          first
          B          
          --flag     a switch
          --value V  a value
          --help     print this text
        """)
  }
}
