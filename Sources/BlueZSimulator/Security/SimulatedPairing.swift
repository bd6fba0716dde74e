/// What a simulated peripheral can do when it pairs.
public struct SimulatedPairing: Hashable, Sendable {
  /// What a device can show and take in (Core specification, Vol 3 Part H 2.3.2).
  public enum Capability: String, Hashable, Sendable, CaseIterable {
    /// It shows a number.
    case displayOnly = "DisplayOnly"
    /// It shows a number and has a yes and a no.
    case displayYesNo = "DisplayYesNo"
    /// It has keys for a number.
    case keyboardOnly = "KeyboardOnly"
    /// Neither.
    case noInputNoOutput = "NoInputNoOutput"
    /// It shows a number and has keys for one.
    case keyboardDisplay = "KeyboardDisplay"
  }

  /// What it can show and take in.
  public var capability: Capability
  /// The number that it shows or that both sides compare, 0 to 999,999.
  public var passkey: UInt32
  /// Whether it refuses to pair.
  public var isRefused: Bool

  /// Makes a way to pair.
  public init(
    capability: Capability = .noInputNoOutput, passkey: UInt32 = 123_456, isRefused: Bool = false
  ) {
    self.capability = capability
    self.passkey = min(passkey, 999_999)
    self.isRefused = isRefused
  }

  /// It pairs with whoever asks.
  public static let justWorks = SimulatedPairing()
  /// It pairs with nobody.
  public static let refused = SimulatedPairing(isRefused: true)
}

/// How two devices pair (Core specification, Vol 3 Part H 2.3.5.1, LE Secure Connections).
enum PairingMethod: Hashable {
  case justWorks
  case comparison
  /// The central shows a number that is typed at the peripheral.
  case centralShows
  /// The peripheral shows a number that is typed at the central.
  case peripheralShows

  init(central: SimulatedPairing.Capability, peripheral: SimulatedPairing.Capability) {
    switch (central, peripheral) {
    case (.noInputNoOutput, _), (_, .noInputNoOutput): self = .justWorks
    case (.displayOnly, .keyboardOnly), (.displayOnly, .keyboardDisplay),
      (.displayYesNo, .keyboardOnly), (.keyboardDisplay, .keyboardOnly):
      self = .centralShows
    case (.keyboardOnly, _), (.keyboardDisplay, .displayOnly): self = .peripheralShows
    case (.displayYesNo, .displayYesNo), (.displayYesNo, .keyboardDisplay),
      (.keyboardDisplay, .displayYesNo), (.keyboardDisplay, .keyboardDisplay):
      self = .comparison
    case (.displayOnly, _), (.displayYesNo, .displayOnly): self = .justWorks
    }
  }

  /// Whether a person has confirmed it.
  var isAuthenticated: Bool { self != .justWorks }
}

/// How far a link is secured.
enum SecurityLevel: Int, Comparable, Sendable {
  case none
  case encrypted
  case authenticated

  static func < (lhs: SecurityLevel, rhs: SecurityLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}
