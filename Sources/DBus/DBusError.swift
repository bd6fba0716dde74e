/// What went wrong on the message bus.
///
/// Match it by its code: `case DBusError.noReply:` works on any error. `name` is the error's name on
/// the bus if the other side sent one.
public struct DBusError: Error, Sendable, CustomStringConvertible {
  /// The kind of a failure; codes can be added later.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code as it appears in descriptions.
    public let description: String

    /// The other side answered with an error.
    public static let remote = Code(description: "remote")
    /// No answer came before the deadline.
    public static let noReply = Code(description: "noReply")
    /// The connection to the bus is not open (any more).
    public static let disconnected = Code(description: "disconnected")
    /// The caller cancelled the call.
    public static let cancelled = Code(description: "cancelled")
    /// A message has another content than was expected, or cannot be sent as it is.
    public static let invalidMessage = Code(description: "invalidMessage")
    /// No message bus listens at the address.
    public static let noBus = Code(description: "noBus")
    /// The bus refused this user.
    public static let accessDenied = Code(description: "accessDenied")
    /// The bus was found, but the connection could not be made.
    public static let connectFailed = Code(description: "connectFailed")
    /// A limit of the bus, of the process or of the protocol was reached.
    public static let limitExceeded = Code(description: "limitExceeded")
    /// Another connection owns the name that was asked for.
    public static let nameTaken = Code(description: "nameTaken")

    /// Tells whether an error of any type is a `DBusError` with this code.
    public static func ~= (code: Code, error: any Error) -> Bool {
      (error as? DBusError)?.code == code
    }
  }

  /// The other side answered with an error.
  public static let remote = Code.remote
  /// No answer came before the deadline.
  public static let noReply = Code.noReply
  /// The connection to the bus is not open (any more).
  public static let disconnected = Code.disconnected
  /// The caller cancelled the call.
  public static let cancelled = Code.cancelled
  /// A message has another content than was expected, or cannot be sent as it is.
  public static let invalidMessage = Code.invalidMessage
  /// No message bus listens at the address.
  public static let noBus = Code.noBus
  /// The bus refused this user.
  public static let accessDenied = Code.accessDenied
  /// The bus was found, but the connection could not be made.
  public static let connectFailed = Code.connectFailed
  /// A limit of the bus, of the process or of the protocol was reached.
  public static let limitExceeded = Code.limitExceeded
  /// Another connection owns the name that was asked for.
  public static let nameTaken = Code.nameTaken

  /// The kind of failure.
  public let code: Code
  /// The name of the error on the bus, such as `org.bluez.Error.Failed`.
  public let name: String?
  /// What happened, in words.
  public let text: String

  package init(_ code: Code, name: String? = nil, _ text: String) {
    self.code = code
    self.name = name
    self.text = text
  }

  /// The text, with the name on the bus in front of it if there is one.
  public var description: String {
    guard let name else { return text }
    return text.isEmpty ? name : "\(name): \(text)"
  }
}
