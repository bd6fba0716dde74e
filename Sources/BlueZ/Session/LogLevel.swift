/// How much a line of the log matters.
public enum LogLevel: Int, Comparable, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// Every call to the daemon.
  case debug
  /// One line for each action: what was done, to which device and attribute.
  case info
  /// Something did not go as it should, and the library goes on.
  case warning
  /// Something that the program asked for failed.
  case error

  /// The more something matters, the greater it is.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The name in the source.
  public var description: String {
    switch self {
    case .debug: "debug"
    case .info: "info"
    case .warning: "warning"
    case .error: "error"
    }
  }
}
