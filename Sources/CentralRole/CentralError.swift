import DBus
public import GATT

/// What went wrong in the central role, for which peripheral or attribute, and what to do.
///
/// `case CentralError.disconnected:` matches any error in a `switch`.
public struct CentralError: Error, Sendable, CustomStringConvertible {
  /// Names the kind of a failure; kinds can be added in later versions.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind, as it is spelled in the source.
    public let description: String

    init(_ name: String) { description = name }

    /// The message bus cannot be reached.
    public static let busUnavailable = Code("busUnavailable")
    /// The Bluetooth daemon does not run or does not answer.
    public static let daemonUnavailable = Code("daemonUnavailable")
    /// The adapter is switched off, or there is none.
    public static let poweredOff = Code("poweredOff")
    /// The daemon or the adapter went away while the work was pending.
    public static let resetting = Code("resetting")
    /// A scan could not be started.
    public static let scanFailed = Code("scanFailed")
    /// A scan reached its deadline.
    public static let scanTimeout = Code("scanTimeout")
    /// There is no link: it was lost, or never made.
    public static let disconnected = Code("disconnected")
    /// The link ended because this program asked for it.
    public static let forcedDisconnect = Code("forcedDisconnect")
    /// A connection was not made within its deadline; the message names the phase.
    public static let connectionTimeout = Code("connectionTimeout")
    /// The daemon refused to connect.
    public static let connectionFailed = Code("connectionFailed")
    /// The daemon connected by classic Bluetooth, which has no attributes.
    public static let wrongBearer = Code("wrongBearer")
    /// The adapter has no room for another link.
    public static let connectionLimit = Code("connectionLimit")
    /// A switch of the machine or rfkill holds the radio off.
    public static let radioBlocked = Code("radioBlocked")
    /// The adapter did not do what it was asked; see the cause.
    public static let adapterFailed = Code("adapterFailed")
    /// The manager was ended by `invalidate()`; make a new one.
    public static let managerInvalidated = Code("managerInvalidated")
    /// The characteristic cannot be read.
    public static let readNotSupported = Code("readNotSupported")
    /// The characteristic cannot be written in this way.
    public static let writeNotSupported = Code("writeNotSupported")
    /// The characteristic neither notifies nor indicates.
    public static let notifyNotSupported = Code("notifyNotSupported")
    /// A read had no answer within its deadline.
    public static let readTimeout = Code("readTimeout")
    /// A write had no answer within its deadline.
    public static let writeTimeout = Code("writeTimeout")
    /// A change of a subscription had no answer within its deadline.
    public static let notifyTimeout = Code("notifyTimeout")
    /// The peripheral answered with an ATT error.
    public static let att = Code("att")
    /// The daemon answered with another error; see the cause.
    public static let requestFailed = Code("requestFailed")
    /// The value is longer than an attribute or the link allows; nothing was sent.
    public static let valueTooLong = Code("valueTooLong")
    /// The attribute has gone from the peripheral.
    public static let invalidated = Code("invalidated")
    /// The octets do not fit the type, or the value does not fit the octets.
    public static let notSerializable = Code("notSerializable")
  }

  /// The kind of failure.
  public let code: Code
  /// What happened, to what, and what to do next.
  public let message: String
  /// The attribute concerned, if it is one.
  public let attribute: BluetoothUUID?
  /// The peripheral's ATT error, if it answered with one.
  public let attError: ATTError?
  /// What the layer below said.
  public let cause: (any Error)?

  init(
    _ code: Code, _ message: String, attribute: BluetoothUUID? = nil, attError: ATTError? = nil,
    cause: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.attribute = attribute
    self.attError = attError
    self.cause = cause
  }

  /// The message, and the cause where it adds to it.
  public var description: String {
    // The message of an ATT error says all that the daemon's words for it do.
    guard let cause, attError == nil, !isTold(cause) else { return message }
    return "\(message) (\(cause))"
  }

  private func isTold(_ cause: any Error) -> Bool {
    guard let text = (cause as? DBusError)?.text else { return false }
    return message.contains(Self.clause(text))
  }
}

extension CentralError.Code {
  /// Lets a `switch` over any error name a kind.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? CentralError)?.code == code
  }
}
