package import BlueZ

/// What the daemon's answer to a connect call means for the attempt.
package enum ConnectOutcome: Sendable, Equatable {
  case accepted
  /// Trying again soon usually works.
  case transient
  /// The daemon has no such object.
  case unknownDevice
  /// The controller or the daemon has no room for another link.
  case full(String)
  /// The daemon tried classic Bluetooth instead of Low Energy.
  case wrongBearer(String)
  /// The peripheral does not have the key that this machine has.
  case bondLost(String)
  case refused(String)

  /// Reasons that come and go with the radio (BlueZ `src/error.c`); the text form is older than
  /// 5.62's.
  private static let transientTexts: Set<String> = [
    "le-connection-abort-by-local", "le-connection-abort-by-remote", "le-connection-busy",
    "le-connection-timeout", "br-connection-canceled", "Operation already in progress",
    "Software caused connection abort", "Connection reset by peer", "le-connection-unknown",
  ]

  /// Refusals of classic Bluetooth that say nothing of the bearer.
  private static let bearerlessTexts: Set<String> = [
    "br-connection-adapter-not-powered"
  ]

  private static let keyTexts: Set<String> = [
    "le-connection-key-missing", "br-connection-key-missing",
  ]

  private static let fullTexts: Set<String> = [
    "le-connection-concurrent-connection-limit", "br-connection-concurrent-connection-limit",
  ]

  package init(_ error: BlueZError) {
    switch error.code {
    case .alreadyConnected: self = .accepted
    case .inProgress, .busy: self = .transient
    // The daemon's or the bus's end follows, and is the reason then.
    case .noReply, .busLost, .daemonNotRunning: self = .transient
    case .unknownObject, .doesNotExist: self = .unknownDevice
    case .failed where Self.transientTexts.contains(error.text): self = .transient
    case .failed where Self.fullTexts.contains(error.text): self = .full(error.text)
    case .failed where Self.keyTexts.contains(error.text),
      .authenticationFailed, .authenticationRejected:
      self = .bondLost(error.text)
    case .failed where Self.bearerlessTexts.contains(error.text): self = .refused(error.text)
    case .failed where error.text.hasPrefix("br-connection-"),
      .other where error.text.hasPrefix("org.bluez.Error.BREDR."):
      self = .wrongBearer(error.text)
    default: self = .refused(error.text)
    }
  }
}
