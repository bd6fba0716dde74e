import Glibc
import Profiles

/// The command line tool: finds the sub-command, and turns errors into output and exit status.
@main
enum Tool {
  static let version = "0.1.0"

  /// The sub-commands in the order of the help.
  static let commands: [Command] = [.decode, .encode, .profiles, .simulate]

  static func main() async {
    Console.fillClosedDescriptors()
    // A reader of the output that has gone is an error of the write.
    signal(SIGPIPE, SIG_IGN)
    let status = await run(Array(CommandLine.arguments.dropFirst()), .standard)
    exit(status.rawValue)
  }

  /// Runs the tool as the command line asks.
  static func run(_ arguments: [String], _ console: Console) async -> ExitStatus {
    do {
      return try await choose(arguments, console)
    } catch let status as ExitStatus {
      // Of a program that ran beside the tool, and that has said itself what went wrong.
      return status
    } catch let failure as Console.Unwritable {
      console.note("blue: \(failure)")
      return .failure
    } catch {
      return report(error, console)
    }
  }

  private static func choose(
    _ arguments: [String], _ console: Console
  ) async throws -> ExitStatus {
    switch arguments.first {
    case nil:
      console.note(help)
      return .usage
    case "--help"?, "-h"?:
      try console.print(help)
    case "--version"?:
      try console.print("blue \(version)")
    case "help"? where arguments.count <= 2:
      try console.print(arguments.count == 2 ? try command(arguments[1]).help : help)
    case let name?:
      let command = try command(name)
      let parsed = try Arguments(Array(arguments.dropFirst()), command)
      guard !parsed.asksForHelp else {
        try console.print(command.help)
        return .success
      }
      try await command.run(parsed, console)
    }
    return .success
  }

  private static func command(_ name: String) throws(UsageError) -> Command {
    if let command = commands.first(where: { $0.name == name }) { return command }
    let names = commands.map(\.name).joined(separator: ", ")
    throw UsageError(
      "there is no command \(name.excerpt); the commands are \(names)", help: "blue --help")
  }

  /// What went wrong: a mistake in the command line for people, everything else as JSON.
  private static func report(_ error: any Error, _ console: Console) -> ExitStatus {
    if let error = error as? UsageError {
      console.note("blue: \(error)")
      return .usage
    }
    do {
      try console.print(Failure(error).json)
    } catch {
      console.note("blue: \(error)")
    }
    return .failure
  }

  static var help: String {
    let width = commands.map(\.name.count).max() ?? 0
    let lines = commands.map { command in
      "  " + command.name.padded(to: width) + "  " + command.summary
    }
    return """
      Works with Bluetooth Low Energy from the command line.

      usage: blue COMMAND [ARGUMENT...]

      \(lines.joined(separator: "\n"))

      blue COMMAND --help explains a command, blue --version prints the version.
      Exit status: 0 after success, 1 after a failure, 64 for a mistake in the command line.
      """
  }
}
