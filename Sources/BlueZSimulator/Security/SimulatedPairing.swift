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
  /// The PIN of a device from before Bluetooth 2.1, which the program sees as `LegacyPairing`.
  ///
  /// The program's agent is asked with `RequestPinCode`, whatever its capability; if the device has
  /// keys itself (`capability`), the daemon makes a PIN up, shows this one with `DisplayPinCode`,
  /// and somebody types it at the device. Without an agent the pairing fails. What is beyond 16
  /// octets or behind a NUL is cut off; an empty PIN is none.
  public var pin: String? {
    didSet { pin = pin.flatMap(Self.usable) }
  }
  /// Whether it refuses to pair.
  public var isRefused: Bool

  /// Makes a way to pair.
  public init(
    capability: Capability = .noInputNoOutput, passkey: UInt32 = 123_456, pin: String? = nil,
    isRefused: Bool = false
  ) {
    self.capability = capability
    self.passkey = min(passkey, 999_999)
    self.pin = pin.flatMap(Self.usable)
    self.isRefused = isRefused
  }

  static func usable(pin: String) -> String? {
    var usable = ""
    for character in pin.prefix(while: { $0 != "\0" }) {
      guard usable.utf8.count + character.utf8.count <= 16 else { break }
      usable.append(character)
    }
    return usable.isEmpty ? nil : usable
  }

  /// It pairs with whoever asks.
  public static let justWorks = SimulatedPairing()
  /// It wants a PIN, as devices from before Bluetooth 2.1 do.
  public static func legacy(pin: String = "0000") -> SimulatedPairing {
    SimulatedPairing(pin: pin)
  }
  /// It pairs with nobody.
  public static let refused = SimulatedPairing(isRefused: true)
}

extension SimulatedPairing.Capability {
  /// Whether it has keys for a number.
  fileprivate var hasKeys: Bool { self == .keyboardOnly || self == .keyboardDisplay }
}

/// How two devices pair (Core specification, Vol 3 Part H 2.3.5.1, LE Secure Connections; the PIN is
/// that of Vol 3 Part C 3.2.3, BR/EDR).
enum PairingMethod: Hashable {
  case justWorks
  case comparison
  /// The central shows a number that is typed at the peripheral.
  case centralShows
  /// The peripheral shows a number that is typed at the central.
  case peripheralShows
  /// A PIN that both have, shown here if it is to be typed there; one of 16 octets authenticates.
  case pin(isShown: Bool, isLong: Bool)

  /// The method of an agent here, or of nobody, and a device.
  init(
    agent: SimulatedPairing.Capability?, with device: SimulatedPairing, isIncoming: Bool = false
  ) {
    if let pin = device.pin {
      // Only an initiator makes one up (`src/adapter.c`, pin_code_request_callback).
      self = .pin(
        isShown: device.capability.hasKeys && !isIncoming, isLong: pin.utf8.count == 16)
      return
    }
    let own = agent ?? .noInputNoOutput
    self =
      isIncoming
      ? Self(central: device.capability, peripheral: own)
      : Self(central: own, peripheral: device.capability)
  }

  private init(central: SimulatedPairing.Capability, peripheral: SimulatedPairing.Capability) {
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
  var isAuthenticated: Bool {
    switch self {
    case .justWorks: false
    case .pin(_, let isLong): isLong
    case .comparison, .centralShows, .peripheralShows: true
    }
  }
}

/// How far a link is secured.
enum SecurityLevel: Int, Comparable, Sendable {
  case none
  case encrypted
  case authenticated

  static func < (lhs: SecurityLevel, rhs: SecurityLevel) -> Bool { lhs.rawValue < rhs.rawValue }
}
