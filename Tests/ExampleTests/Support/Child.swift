import Glibc

/// A running process with pipes for what it prints; it never outlives ``finish(_:)``.
final class Child {
  private let process: pid_t
  private var output: Pipe?
  private var errors: Pipe?

  /// The reading end of a pipe, with what came out of it.
  private struct Pipe {
    let descriptor: Int32
    var octets: [UInt8] = []
    var isAtEnd = false

    var text: String { String(decoding: octets, as: UTF8.self) }
    var lines: Int { octets.count { $0 == UInt8(ascii: "\n") } }

    /// Reads what is there.
    mutating func read() {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 { octets += buffer[..<count] }
      isAtEnd = count == 0 || count < 0 && errno != EINTR
    }
  }

  init(_ program: Program) throws {
    let (output, errors) = (try PrivatePipe(), try PrivatePipe())
    process = try Self.spawn(program, output: output.writing, errors: errors.writing)
    self.output = Pipe(descriptor: output.keepReading())
    self.errors = Pipe(descriptor: errors.keepReading())
  }

  /// Reads what the process prints until it ends.
  func finish(_ program: Program) throws -> Program.Ended {
    let deadline = ContinuousClock.now + program.limit
    var texts = (output: "", errors: "")
    var step = program.step
    while output != nil || errors != nil {
      guard wait(until: deadline) else {
        end()
        throw Program.Failure(
          description: "\(program.arguments) still ran after \(program.limit): "
            + "\(output?.text ?? texts.output)\(errors?.text ?? texts.errors)")
      }
      switch step {
      case .send(let signal, let lines) where output?.lines ?? 0 >= lines:
        kill(process, signal)
        step = nil
      case .interrupt(let notes) where errors?.lines ?? 0 >= notes:
        kill(process, SIGINT)
        step = nil
      case .closeOutput(let lines) where output?.lines ?? 0 >= lines:
        texts.output = close(&output)
        step = nil
      default:
        break
      }
      if let output, output.isAtEnd { texts.output = close(&self.output) }
      if let errors, errors.isAtEnd { texts.errors = close(&self.errors) }
    }
    return Program.Ended(status: reap(), output: texts.output, errors: texts.errors)
  }

  /// Waits for output and reads it; `false` at the deadline.
  private func wait(until deadline: ContinuousClock.Instant) -> Bool {
    let rest = (deadline - ContinuousClock.now) / .milliseconds(1)
    guard rest > 0 else { return false }
    var polled = [output, errors].map { pipe in
      pollfd(fd: pipe?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
    }
    guard poll(&polled, 2, Int32(rest.rounded(.up))) > 0 else { return true }
    if polled[0].revents != 0 { output?.read() }
    if polled[1].revents != 0 { errors?.read() }
    return true
  }

  private func close(_ pipe: inout Pipe?) -> String {
    guard let old = pipe else { return "" }
    Glibc.close(old.descriptor)
    pipe = nil
    return old.text
  }

  private func end() {
    kill(process, SIGKILL)
    _ = reap()
    _ = close(&output)
    _ = close(&errors)
  }

  private func reap() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : -signal
  }

  private static func spawn(
    _ program: Program, output: Int32, errors: Int32
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // What the process of the tests ignores would be ignored in the program too.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

    let path = try Program.path
    let words = ([path] + program.arguments).map { strdup($0) }
    let variables = environment(bus: program.bus).map { strdup($0) }
    defer { for word in words + variables { free(word) } }
    var process: pid_t = 0
    let result = posix_spawn(
      &process, path, &actions, &attributes, words + [nil], variables + [nil])
    guard result == 0 else {
      throw Program.Failure(description: "\(path): \(String(cString: strerror(result)))")
    }
    return process
  }

  private static func environment(bus: String) -> [String] {
    let name = "DBUS_SYSTEM_BUS_ADDRESS="
    var variables = [name + bus]
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if !text.hasPrefix(name) { variables.append(text) }
      next += 1
    }
    return variables
  }
}
