import BlueZSimulator
import FoundationEssentials
import Glibc
import Profiles
import Testing

@testable import blue

@Suite struct SimulateTests {
  private static let variable = "DBUS_SYSTEM_BUS_ADDRESS"

  /// The folder of a bus, from its address.
  private func folder(_ output: String) throws -> String {
    let path = try #require(output.split(separator: "unix:path=").last?.split(separator: ",").first)
    return String(path.split(separator: "/bus").first ?? "")
  }

  @Test func `a command runs beside the world and its exit status is the tool's`() throws {
    let run = try Run.program(
      ["simulate", "strap", "--", "sh", "-c", "echo $\(Self.variable); exit 7"])
    #expect(run.status == 7)
    #expect(run.output.hasPrefix("unix:path=/tmp/blue-simulate-"))
    let folder = try folder(run.output)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `the world is on the bus before the command starts`() throws {
    let run = try Run.program([
      "simulate", "strap", "--", "dbus-send", "--system", "--print-reply", "--dest=org.bluez",
      "/org/bluez/hci0", "org.freedesktop.DBus.Properties.Get", "string:org.bluez.Adapter1",
      "string:Powered",
    ])
    #expect(run.status == 0)
    #expect(run.output.contains("boolean true"))
  }

  @Test func `a signal ends the command, and what stays is cleaned up`() throws {
    let run = try Run.program([
      "simulate", "strap", "--", "sh", "-c",
      "echo $\(Self.variable); kill -TERM $PPID; exec sleep 60",
    ])
    #expect(run.status == 128 + 15)
    let folder = try folder(run.output)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `a killed command ends the tool like a shell`() throws {
    let run = try Run.program(["simulate", "strap", "--", "sh", "-c", "kill -KILL $$"])
    #expect(run.status == 128 + 9)
  }

  @Test func `what a command leaves running is ended with the world`() throws {
    let run = try Run.program([
      "simulate", "strap", "--", "sh", "-c",
      // The second one's parent ends before the command does, and the third one will not listen.
      "sleep 600 >/dev/null 2>&1 & echo $!; (sleep 600 >/dev/null 2>&1 & echo $!); "
        + "setsid sh -c \"trap : TERM; sleep 600; sleep 600\" >/dev/null 2>&1 & echo $!",
    ])
    #expect(run.status == 0)
    let processes = run.output.split(separator: "\n").compactMap { pid_t($0) }
    #expect(processes.count == 3)
    for process in processes { #expect(kill(process, 0) == -1, "\(process) is still there") }
  }

  @Test func `without a command the address is printed until a signal comes`() throws {
    let run = try Run.program([
      "simulate", "sensortag", "--", "timeout", "--preserve-status", "3", try Run.path,
      "simulate", "hall", "--json",
    ])
    #expect(run.status == 0)
    #expect(try run.json["peripherals"] == 500)
    #expect(try run.json["adapters"] == 1)
  }

  @Test func `a transcript is written as things happen`() throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "blue-transcript-\(UInt32.random(in: 0 ... .max))")
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try Run.program([
      "simulate", "strap", "--transcript", file.path, "--", "dbus-send", "--system",
      "--print-reply", "--dest=org.bluez", "/org/bluez/hci0", "org.bluez.Adapter1.StartDiscovery",
    ])
    #expect(run.status == 0)
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains("call /org/bluez/hci0 StartDiscovery"))
    #expect(lines.contains("reply /org/bluez/hci0 StartDiscovery"))
    #expect(lines.contains { $0.hasPrefix("signal /org/bluez/hci0 PropertiesChanged ") })
    let refused = try Run.program(["simulate", "strap", "--transcript", "/nowhere/t"])
    #expect(refused.status == 1)
    #expect(try refused.json["error"] == "unwritable")
  }

  @Test func `what the centrals of a world do is told`() async throws {
    let document = try WorldDocument(
      parsing: #"{"centrals": [{"name": "Phone", "steps": ["connect"]}]}"#)
    let (lines, continuation) = AsyncStream<String>.makeStream()
    let served = try ServedWorld(document, on: try PrivateBus(address: nil)) { line in
      continuation.yield(line)
    }
    defer { served.end() }
    let first = await lines.first { _ in true }
    #expect(first == "central Phone: waits for a program that advertises at hci0")
    let greeting = try ProfileJSON(parsing: served.greeting(asJSON: true))
    #expect(greeting["centrals"] == 1)
  }

  @Test(arguments: [(1, 1), (2, 0)])
  func `the bus has the limits of the world`(connections: Int, status: Int32) throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "blue-world-\(UInt32.random(in: 0 ... .max)).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let limits = "\"connections\": \(connections), \"matchRules\": 4, \"pendingReplies\": 1"
    try Data("{\"peripherals\": [], \"bus\": {\(limits)}}".utf8).write(to: file)
    let run = try Run.program([
      "simulate", file.path, "--", "bash", "-c",
      // The first one is on the bus when it has printed something.
      "exec 3< <(dbus-monitor --system); read -r _ <&3; dbus-send --system --print-reply "
        + "--dest=org.bluez / org.freedesktop.DBus.Peer.Ping",
    ])
    #expect(run.status == status, "\(run.output)")
    #expect(run.output.contains("maximum number of active connections") == (status == 1))
  }

  @Test func `a limit of the world is one of the bus`() throws {
    let document = try WorldDocument(
      parsing: #"{"peripherals": [], "bus": {"matchRules": 7, "pendingReplies": 9}}"#)
    let text = try PrivateBus.configuration("unix:path=/x", document.bus)
    #expect(text.contains("<limit name=\"max_match_rules_per_connection\">7</limit>"))
    #expect(text.contains("<limit name=\"max_replies_per_connection\">9</limit>"))
    #expect(text.contains("<limit name=\"max_connections_per_user\">50000</limit>"))
  }

  @Test func `a place that is taken is refused`() throws {
    let run = try Run.program([
      "simulate", "strap", "--", "sh", "-c",
      "exec \(try Run.path) simulate strap --bus $\(Self.variable)",
    ])
    #expect(run.status == 1)
    #expect(try run.json["error"] == "addressInUse")
  }

  @Test func `a place where no bus can be is a failure`() async throws {
    let run = try Run.program(["simulate", "strap", "--bus", "unix:path=/nowhere/bus"])
    #expect(run.status == 1)
    #expect(try run.json["error"] == "busFailed")
    #expect(run.output.contains("/nowhere/bus\\\": No such file or directory"))
  }

  @Test func `a command that does not exist is a failure`() throws {
    let run = try Run.program(["simulate", "strap", "--", "/nowhere/x"])
    #expect(run.status == 1)
    #expect(try run.json["message"] == "/nowhere/x: No such file or directory")
  }

  @Test func `no command behind the dashes is a mistake`() async {
    let run = await Run.blue("simulate", "strap", "--")
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
  }

  @Test func `an unknown world is a mistake`() async {
    let notes = """
      blue: simulate: hal is neither a file nor one of the worlds that ship: sensortag, strap, hall
      blue simulate --help explains

      """
    #expect(await Run.blue("simulate", "hal") == Run(status: 64, output: "", notes: notes))
  }

  @Test func `a file that is no world is a failure with its place`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "blue-world-\(UInt32.random(in: 0 ... .max)).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(#"{"peripherals": [{"nmae": "x"}]}"#.utf8).write(to: file)
    let run = await Run.blue("simulate", file.path)
    #expect(run.status == 1)
    #expect(try run.json["error"] == "badWorld")
    #expect(run.output.contains("JSON, peripherals[0]: \\\"nmae\\\" is not one of profile, name"))
    #expect(try await Run.blue("simulate", "/nowhere/w.json").json["error"] == "unreadable")
  }

  @Test func `a world that ships can be printed and served from a file`() async throws {
    let printed = await Run.blue("simulate", "hall", "--print")
    #expect(printed.status == 0)
    let file = FileManager.default.temporaryDirectory.appending(
      path: "blue-world-\(UInt32.random(in: 0 ... .max)).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(printed.output.utf8).write(to: file)
    #expect(try Run.program(["simulate", file.path, "--", "true"]) == Run(status: 0, output: ""))
  }
}
