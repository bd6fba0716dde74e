import Glibc

/// A `dbus-daemon` of the test's own in a temporary folder; it ends with this object at the latest.
final class PrivateBus: Sendable {
  struct Failure: Error { let text: String }

  let address: String
  private let folder: String
  private let process: pid_t

  /// Starts the daemon with more `<limit>` elements, such as `max_match_rules_per_connection`.
  init(limits: [String: Int] = [:]) throws {
    var template = Array("/tmp/dbus-tests-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure(text: "no temporary folder") }
    folder = String(cString: made)
    address = "unix:path=\(folder)/bus"
    try Self.write(Self.configuration(address, limits), to: "\(folder)/bus.conf")
    process = try Self.spawn(configuration: "\(folder)/bus.conf")
  }

  deinit {
    kill()
    for file in ["bus", "bus.conf"] { unlink("\(folder)/\(file)") }
    rmdir(folder)
  }

  /// Kills the daemon and waits for its end.
  func kill() {
    guard Glibc.kill(process, SIGKILL) == 0 else { return }
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  private static func configuration(_ address: String, _ limits: [String: Int]) -> String {
    let limitLines = limits.map { "<limit name=\"\($0.key)\">\($0.value)</limit>" }.joined()
    return """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>session</type><listen>\(address)</listen>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/>
      <allow eavesdrop="true"/><allow own="*"/></policy>\(limitLines)</busconfig>
      """
  }

  private static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Failure(text: "cannot write \(path)") }
    fputs(text, file)
    fclose(file)
  }

  /// Returns when the daemon listens: only then does it print its address.
  private static func spawn(configuration: String) throws -> pid_t {
    var pipe: [Int32] = [-1, -1]
    guard Glibc.pipe(&pipe) == 0, fcntl(pipe[0], F_SETFD, FD_CLOEXEC) == 0 else {
      throw Failure(text: "no pipe")
    }
    defer { close(pipe[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
    // Its warnings about limits of this machine are no news for a test.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let words = [
      "dbus-daemon", "--config-file=\(configuration)", "--nofork", "--nopidfile",
      "--print-address=1",
    ]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let result = posix_spawnp(&process, "dbus-daemon", &actions, nil, &arguments, environ)
    close(pipe[1])
    guard result == 0 else { throw Failure(text: "dbus-daemon does not start; install dbus") }
    var octet: UInt8 = 0
    guard read(pipe[0], &octet, 1) == 1 else {
      throw Failure(text: "dbus-daemon does not listen with \(configuration)")
    }
    return process
  }
}
