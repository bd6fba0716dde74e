import BlueZSimulator
import FoundationEssentials
import Glibc
import Profiles

extension Command {
  static let simulate = Command(
    name: "simulate", summary: "Serves a simulated BlueZ on a message bus of its own.",
    details: """
      Prints DBUS_SYSTEM_BUS_ADDRESS=ADDRESS, which clients need in their environment, and runs until
      it is interrupted. With a command it runs that beside the world instead, with the variable set,
      and ends with the command's exit status (128 and the signal's number if a signal ended it);
      what the command left running is ended then. What remote centrals of the world do, read and
      are notified of is told on the error output, one line each.

      The worlds that ship: sensortag, strap (a heart-rate strap that loses its link every 20 s),
      hall (500 advertisers). blue simulate WORLD --print prints one, from which others can be made.

      example: blue simulate sensortag -- python3 my_client.py
      """,
    positionals: [
      .init(name: "WORLD", explanation: "a JSON file, or the name of a world that ships"),
      .init(
        name: "COMMAND...", explanation: "a program that meets the world, with its arguments",
        isOptional: true, isRest: true),
    ],
    options: [
      .init(
        name: "--bus", value: "ADDRESS",
        explanation: "where the bus listens, such as unix:path=/tmp/bus; a free place by default"),
      .init(
        name: "--transcript", value: "FILE",
        explanation: "a file for each call, reply and signal of the daemon, one line each"),
      .init(name: "--json", explanation: "print the address as JSON"),
      .init(name: "--print", explanation: "print the document of the world, and do nothing else"),
    ]
  ) { arguments, console in
    let text = try WorldSource.text(arguments.required(0), arguments)
    let document = try WorldSource.document(text, from: arguments.required(0))
    guard !arguments.has("--print") else { return try console.write(text) }
    let transcript = try arguments["--transcript"].map(TranscriptFile.init)
    let signals = try Signals()
    let bus = try PrivateBus(address: arguments["--bus"], document.bus)
    let served = try ServedWorld(document, on: bus, transcript: transcript, note: console.note)
    defer { served.end() }
    if arguments.rest.isEmpty {
      try console.print(served.greeting(asJSON: arguments.has("--json")))
      try signals.wait { try served.check() }
    } else {
      try Orphans.inherit()
      let child = try ChildProcess(
        arguments.rest, environment: [PrivateBus.variable: bus.address])
      defer { Orphans.end(except: [bus.process]) }
      let status = try child.finish(passing: signals)
      guard status == 0 else { throw ExitStatus(rawValue: status) }
    }
  }
}

/// Finds the world that a command line is about.
enum WorldSource {
  static func text(_ name: String, _ arguments: Arguments) throws -> String {
    if let shipped = WorldDocument.Shipped(rawValue: name) { return shipped.text }
    do {
      let data = try Data(contentsOf: URL(filePath: name))
      return String(decoding: data, as: UTF8.self)
    } catch {
      guard name.contains("/") || name.contains(".") else {
        let names = WorldDocument.Shipped.allCases.map(\.rawValue).joined(separator: ", ")
        throw arguments.mistake(
          "\(name) is neither a file nor one of the worlds that ship: \(names)")
      }
      throw Failure("unreadable", "the file \(name) cannot be read")
    }
  }

  static func document(_ text: String, from name: String) throws -> WorldDocument {
    do {
      return try WorldDocument(parsing: text)
    } catch {
      throw Failure("badWorld", "\(name): \(error)")
    }
  }
}
