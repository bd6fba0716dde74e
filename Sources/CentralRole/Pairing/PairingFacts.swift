package import BlueZ

/// What the daemon's object tree says about a device's keys at one moment.
package struct PairingFacts: Sendable, Equatable {
  /// The adapter is switched on and its daemon answers.
  package var isReady: Bool
  /// The daemon has an object for the device.
  package var exists: Bool
  /// The devices have made keys.
  package var isPaired: Bool

  package init(isReady: Bool = true, exists: Bool = true, isPaired: Bool = false) {
    self.isReady = isReady
    self.exists = exists
    self.isPaired = isPaired
  }
}

/// What the daemon's answer to a pair call means (BlueZ `src/device.c`, bonding_request_complete).
package enum PairOutcome: Sendable, Equatable {
  case paired
  /// Another pairing, or a connection, of the same device is under way.
  case busy
  case rejected
  /// Another program took it back, or the link was lost.
  case cancelled(String)
  case noLink(String)
  case failed(String)
  case unknownDevice
  case notReady
  /// Nobody is there any more who could answer.
  case lost

  package init(_ error: BlueZError) {
    switch error.code {
    case .alreadyExists: self = .paired
    case .inProgress, .busy: self = .busy
    case .authenticationRejected: self = .rejected
    case .authenticationCanceled: self = .cancelled(error.text)
    case .connectionAttemptFailed: self = .noLink(error.text)
    case .unknownObject, .doesNotExist: self = .unknownDevice
    case .notReady: self = .notReady
    case .busLost, .daemonNotRunning: self = .lost
    case .noReply where error.isFromBus: self = .lost
    default: self = .failed(error.text)
    }
  }
}
