import BlueFutures
import BlueZSimulator
import DBus
import Glibc

/// A `dbus-daemon` of the test's own, on which a simulated BlueZ may be served.
final class PrivateBus: Sendable {
  let address: String
  private let folder: Folder
  private let process: pid_t

  /// Starts the daemon; with `denyingBlueZ` its policy lets nobody send to `org.bluez`.
  init(denyingBlueZ: Bool = false) throws {
    folder = try Folder()
    address = "unix:path=\(folder.path)/bus"
    let denial = denyingBlueZ ? "<deny send_destination=\"org.bluez\"/>" : ""
    try folder.write(
      """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-BUS Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <busconfig><type>session</type><listen>\(address)</listen>
      <policy context="default"><allow send_destination="*" eavesdrop="true"/>
      <allow eavesdrop="true"/><allow own="*"/>\(denial)</policy></busconfig>
      """, to: "bus.conf")
    process = try Self.spawn(configuration: "\(folder.path)/bus.conf")
  }

  deinit {
    kill(process, SIGKILL)
    var status: Int32 = 0
    waitpid(process, &status, 0)
  }

  /// Serves a running world and waits until programs find it in this state.
  func serve(_ world: SimulatedBlueZ, until state: ManagerState) async throws {
    world.serve(onBus: address)
    let owned = Promise<Void>()
    let watcher = Connection(.address(address), loop: BusThread(), name: "test") { event in
      if case .nameOwnerChanged(_, _, _?) = event { owned.success(()) }
    }
    watcher.watchName("org.bluez")
    watcher.open()
    defer { watcher.close() }
    try await owned.future.timeout(.seconds(20)).value
    let manager = CentralManager(session: world.session())
    _ = try await manager.whenStateChanges().withFilter { $0 == state }.first()
      .timeout(.seconds(20)).value
  }

  /// Returns when the daemon listens: only then does it print its address.
  private static func spawn(configuration: String) throws -> pid_t {
    let pipe = try PrivatePipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe.writing, 1)
    // Its warnings about limits of this machine are no news for a test.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let words: [String] = [
      "dbus-daemon", "--config-file=\(configuration)", "--nofork", "--nopidfile",
      "--print-address=1",
    ]
    let arguments = words.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let result = posix_spawnp(&process, "dbus-daemon", &actions, nil, arguments + [nil], environ)
    guard result == 0 else {
      throw Program.Failure(description: "dbus-daemon does not start; install dbus-daemon")
    }
    pipe.closeWriting()
    guard pipe.waitForOutput() else {
      throw Program.Failure(description: "dbus-daemon does not listen with \(configuration)")
    }
    return process
  }
}
