import BlueZSimulator
import FoundationEssentials
import Glibc

/// A message bus of the tool's own: a `dbus-daemon` that ends with this process, however that ends.
final class PrivateBus: Sendable {
  /// What clients of the system's bus look for.
  static let variable = "DBUS_SYSTEM_BUS_ADDRESS"

  /// Keeps the daemon as long as its input is open, and so as long as the tool lives: a handler of
  /// signals could not do that when the tool is killed.
  private static let keeper = """
    folder=$1
    shift
    exec 3<&0
    "$@" </dev/null 3<&- &
    daemon=$!
    { read -r _ <&3; kill $daemon; } 2>/dev/null &
    wait $daemon
    kill $! 2>/dev/null
    rm -rf "$folder"
    """

  /// The address to export.
  let address: String
  private let keeper: ChildProcess
  private let lifeline: Int32

  /// Starts the daemon at an address, by default where there is a free place.
  init(address wanted: String?, _ limits: BusEntry? = nil) throws {
    guard Self.isInstalled("dbus-daemon") else {
      throw Failure(
        "noDBusDaemon", "dbus-daemon is not on the PATH; on Debian, apt-get install dbus")
    }
    if let wanted, Self.isInUse(wanted) {
      throw Failure(
        "addressInUse", "a program listens at \(wanted) already; choose another address")
    }
    let folder = try Self.makeFolder()
    do {
      let configuration = "\(folder)/bus.conf"
      let text = try Self.configuration(wanted ?? "unix:path=\(folder)/bus", limits)
      try Data(text.utf8).write(to: URL(filePath: configuration))
      let (input, output) = (try Pipe(), try Pipe())
      // A file, since nobody reads what it says after its start.
      let errors = open("\(folder)/errors", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(errors) }
      let words = [
        "sh", "-c", Self.keeper, "sh", folder, "dbus-daemon", "--nofork", "--nopidfile",
        "--config-file=\(configuration)", "--print-address=1",
      ]
      keeper = try ChildProcess(
        words, standard: [input.reading, output.writing, errors], hasOwnGroup: true)
      lifeline = input.keepWriting()
      output.closeWriting()
      // It prints the address when it listens.
      let line = output.readLine()
      guard !line.isEmpty else {
        close(lifeline)
        throw Failure("busFailed", Self.complaint(in: errors, wanted))
      }
      address = line
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  /// Ends the daemon, and returns when nothing of it is left.
  func end() {
    close(lifeline)
    _ = keeper.reap()
  }

  /// The process that keeps the daemon.
  var process: pid_t { keeper.process }

  /// Whether the daemon has ended by itself.
  var hasEnded: Bool { keeper.hasEnded }

  private static func complaint(in file: Int32, _ wanted: String?) -> String {
    var octets = [UInt8](repeating: 0, count: 4096)
    let count = pread(file, &octets, octets.count, 0)
    let lines = String(decoding: octets[..<max(0, count)], as: UTF8.self).split(separator: "\n")
    let text = lines.last.map(String.init) ?? "dbus-daemon ended at once"
    return text + (wanted.map { " (at \($0))" } ?? "")
  }

  private static func makeFolder() throws -> String {
    var template = Array("/tmp/blue-simulate-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Failure("failed", "no temporary folder in /tmp: \(String(cString: strerror(errno)))")
    }
    return String(cString: made)
  }

  private static func isInstalled(_ program: String) -> Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  /// Whether a program takes connections there: the daemon would take a socket's place silently.
  private static func isInUse(_ address: String) -> Bool {
    let prefix = "unix:path="
    guard address.hasPrefix(prefix) else { return false }
    let path = String(address.dropFirst(prefix.count).prefix { $0 != "," })
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let octets = Array(path.utf8)
    guard octets.count < MemoryLayout.size(ofValue: name.sun_path) else { return false }
    withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: octets) }
    let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(probe) }
    return withUnsafePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(probe, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  /// One that lets everybody do everything, and many do much at once unless the world has limits.
  static func configuration(_ address: String, _ limits: BusEntry?) throws -> String {
    guard !address.contains(where: { "<>&".contains($0) }) else {
      throw Failure("busFailed", "\(address) is not the address of a bus")
    }
    let all = [
      // Beside the daemon and what watches for its name.
      ("max_connections_per_user", limits?.connections.map { $0 + 2 }),
      ("max_completed_connections", nil),
      ("max_match_rules_per_connection", limits?.matchRules),
      ("max_replies_per_connection", limits?.pendingReplies),
    ]
    let lines = all.map { "<limit name=\"\($0)\">\($1 ?? 50_000)</limit>" }.joined(separator: "\n")
    return """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>session</type><listen>\(address)</listen>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/>
      <allow eavesdrop="true"/><allow own="*"/></policy>
      \(lines)</busconfig>

      """
  }
}
