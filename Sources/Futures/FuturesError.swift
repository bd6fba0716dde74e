/// What futures and streams themselves fail with.
///
/// Match it by its code, whatever the static type of the error is: `case FuturesError.timeout:`.
public struct FuturesError: Error, Sendable, CustomStringConvertible {
  /// The kind of a failure; kinds may be added.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let description: String

    /// Somebody cancelled the future.
    public static let cancelled = Code(description: "cancelled")
    /// There was no result in time.
    public static let timeout = Code(description: "timeout")
    /// The promise went away without a result.
    public static let promiseDropped = Code(description: "promiseDropped")
    /// The filter rejected the value.
    public static let noSuchElement = Code(description: "noSuchElement")
    /// Waiting here could never end.
    public static let wouldDeadlock = Code(description: "wouldDeadlock")
    /// The stream finished before there was a value.
    public static let streamEnded = Code(description: "streamEnded")

    /// Matches any error that is a `FuturesError` of this code.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? FuturesError)?.code == code
    }
  }

  /// Somebody cancelled the future.
  public static var cancelled: Code { .cancelled }
  /// There was no result in time.
  public static var timeout: Code { .timeout }
  /// The promise went away without a result.
  public static var promiseDropped: Code { .promiseDropped }
  /// The filter rejected the value.
  public static var noSuchElement: Code { .noSuchElement }
  /// Waiting here could never end.
  public static var wouldDeadlock: Code { .wouldDeadlock }
  /// The stream finished before there was a value.
  public static var streamEnded: Code { .streamEnded }

  /// The kind of the failure.
  public let code: Code
  /// What happened and what to do about it.
  public let message: String
  /// The failure behind this one, if there is one.
  public let cause: (any Error)?

  /// Makes an error of a kind, with a text for people.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message, with the cause behind it.
  public var description: String {
    guard let cause else { return message }
    return "\(message) Cause: \(cause)"
  }
}

extension FuturesError {
  package static let cancellation = FuturesError(.cancelled, "The operation was cancelled.")
  @usableFromInline static let rejection = FuturesError(
    .noSuchElement, "The filter rejected the value; recover from this to go on without it.")
  static let ended = FuturesError(.streamEnded, "The stream finished before it had a value.")

  static func timedOut(after duration: Duration) -> FuturesError {
    FuturesError(.timeout, "There was no result within \(duration); allow more time or try again.")
  }

  @usableFromInline
  static func silence(of duration: Duration) -> FuturesError {
    FuturesError(
      .timeout, "The stream had no element for \(duration); allow more time or look at its source.")
  }

  static func dropped(_ fileID: StaticString, _ line: UInt) -> FuturesError {
    FuturesError(
      .promiseDropped,
      "The promise made at \(fileID):\(line) was released before it had a result; "
        + "keep it until it is completed.")
  }
}
