import Glibc

/// A process that the tool started and waits for.
final class ChildProcess: Sendable {
  let process: pid_t

  /// Starts a program that is found by the PATH, with variables besides those of the tool.
  ///
  /// `standard` are descriptors for its input, output and errors, by default those of the tool.
  /// Signals of the terminal do not reach it if it has a group of its own.
  init(
    _ words: [String], environment: [String: String] = [:], standard: [Int32] = [],
    hasOwnGroup: Bool = false
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in standard.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What the tool ignores or handles is as usual in the program.
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE] + Signals.handled { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))

    let texts = words.map { strdup($0) }
    let variables = Self.variables(environment).map { strdup($0) }
    defer { for text in texts + variables { free(text) } }
    var process: pid_t = 0
    let result = posix_spawnp(
      &process, words[0], &actions, &attributes, texts + [nil], variables + [nil])
    guard result == 0 else {
      throw Failure("noCommand", "\(words[0]): \(String(cString: strerror(result)))")
    }
    self.process = process
  }

  private static func variables(_ own: [String: String]) -> [String] {
    var variables = own.map { "\($0.key)=\($0.value)" }
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      if own[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
      next += 1
    }
    return variables
  }

  /// Waits for its end, and passes signals on that came to the tool alone.
  func finish(passing signals: Signals) throws -> Int32 {
    while true {
      if let status = reap(options: WNOHANG) { return status }
      let received = try signals.next()
      if received.number != SIGCHLD, !received.isFromTerminal { kill(process, received.number) }
    }
  }

  /// Waits for its end; the exit status as a shell gives it.
  func reap() -> Int32 { reap(options: 0) ?? 0 }

  /// Whether it has ended already.
  var hasEnded: Bool { reap(options: WNOHANG) != nil }

  private func reap(options: Int32) -> Int32? {
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, options)
      if result < 0, errno == EINTR { continue }
      guard result == process else { return result == 0 ? nil : 1 }
      let signal = status & 0x7F
      return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
  }
}
