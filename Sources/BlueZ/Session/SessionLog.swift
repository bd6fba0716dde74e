import DBus
public import Futures

/// Where a session's lines go, and which of them are wanted.
package struct SessionLog: Sendable {
  package let level: LogLevel
  let write: @Sendable (LogLevel, String) -> Void

  package init(_ level: LogLevel, _ write: @escaping @Sendable (LogLevel, String) -> Void) {
    self.level = level
    self.write = write
  }

  /// The simple form: lines without their level, of ``LogLevel/info`` and above.
  package init?(_ write: (@Sendable (String) -> Void)?) {
    guard let write else { return nil }
    self.init(.info) { write($1) }
  }
}

extension Session {
  /// The system's daemon, with a log that tells how much each line matters.
  ///
  /// Otherwise the same as ``system(context:log:)``.
  /// - Parameters:
  ///   - context: where callbacks run; a thread of the session's own by default.
  ///   - logLevel: lines below it are not even put together.
  ///   - log: receives one line for each action, on the thread that acts; it must not block.
  /// - Returns: a session that connects by itself.
  public static func system(
    context: ExecutionContext? = nil, logLevel: LogLevel,
    log: @escaping @Sendable (LogLevel, String) -> Void
  ) -> Session {
    Session(
      .system, loop: BusThread(), context: context ?? newContext(), log: SessionLog(logLevel, log))
  }

  /// A daemon on the message bus at an address, with a log that tells how much each line matters.
  ///
  /// Otherwise the same as ``bus(address:context:log:)``.
  public static func bus(
    address: String, context: ExecutionContext? = nil, logLevel: LogLevel,
    log: @escaping @Sendable (LogLevel, String) -> Void
  ) -> Session {
    Session(
      .address(address), loop: BusThread(), context: context ?? newContext(),
      log: SessionLog(logLevel, log))
  }

  /// Writes a line, if somebody wants it; otherwise it is not even put together.
  package func log(_ level: LogLevel, _ line: @autoclosure () -> String) {
    guard let logger, level >= logger.level else { return }
    logger.write(level, line())
  }

  /// Writes a line of ``LogLevel/info``.
  package func log(_ line: @autoclosure () -> String) { log(.info, line()) }
}
