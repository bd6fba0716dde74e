public import GATT

/// What the daemon wants to know from a person, or to show to one, while a device pairs.
public struct PairingQuestion: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of questions (BlueZ `doc/org.bluez.Agent.rst`).
  public enum Kind: Hashable, Sendable {
    /// Do both devices show this number? Answered by ``PairingAnswer/accept``.
    case confirm(Passkey)
    /// Which number does the device show? Answered by ``PairingAnswer/passkey(_:)``.
    case enterPasskey
    /// Which PIN does an old device want? Answered by ``PairingAnswer/pin(_:)``.
    case enterPIN
    /// May the device pair, with nothing to compare? Answered by ``PairingAnswer/accept``.
    case authorize
    /// May the device use a service of this machine? Answered by ``PairingAnswer/accept``.
    case authorizeService(BluetoothUUID)
    /// Show the number that is to be typed at the device, so many digits of which are typed.
    ///
    /// No answer is waited for.
    case display(Passkey, entered: Int)
    /// Show the PIN that is to be typed at the device; no answer is waited for.
    case displayPIN(String)
  }

  /// What is asked.
  public let kind: Kind
  /// The device that pairs.
  public let address: BluetoothAddress
  /// The name that the device gave itself, which anybody on the air can choose.
  public let name: String?

  package init(_ kind: Kind, address: BluetoothAddress, name: String?) {
    self.kind = kind
    self.address = address
    self.name = name
  }

  /// Whether something is only shown.
  public var isDisplay: Bool {
    switch kind {
    case .display, .displayPIN: true
    default: false
    }
  }

  /// The question as a sentence for a person.
  public var description: String {
    switch kind {
    case .confirm(let passkey): "does \(address) show \(passkey)?"
    case .enterPasskey: "which passkey does \(address) show?"
    case .enterPIN: "which PIN does \(address) want?"
    case .authorize: "may \(address) pair?"
    case .authorizeService(let uuid): "may \(address) use \(uuid)?"
    case .display(let passkey, let entered):
      "type \(passkey) at \(address)" + (entered > 0 ? ", \(entered) of 6 digits are typed" : "")
    case .displayPIN(let pin): "type \(pin) at \(address)"
    }
  }
}

/// What a person says to a ``PairingQuestion``.
public enum PairingAnswer: Hashable, Sendable {
  /// Yes.
  case accept
  /// No; the pairing ends.
  case reject
  /// The number that the device shows.
  case passkey(Passkey)
  /// The PIN of an old device, 1 to 16 octets.
  case pin(String)
}
