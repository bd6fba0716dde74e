public import DBus

/// What the daemon, or the bus in front of it, answered instead of doing what was asked.
///
/// The names are BlueZ's own (`org.bluez.Error.*`, `doc/org.bluez.*.rst`); a role reports it as
/// the cause of its own error.
public struct BlueZError: Error, Sendable, CustomStringConvertible {
  /// Names the kind of a failure; kinds can be added in later versions.
  public struct Code: Hashable, Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    /// Failed, for the reason in the text.
    public static let failed = Code("Failed")
    /// The same operation is already running.
    public static let inProgress = Code("InProgress")
    /// There is no link to the device.
    public static let notConnected = Code("NotConnected")
    /// There is a link to the device already.
    public static let alreadyConnected = Code("AlreadyConnected")
    /// The adapter is switched off.
    public static let notReady = Code("NotReady")
    /// The peer or the daemon does not do this.
    public static let notSupported = Code("NotSupported")
    /// The attribute does not allow this.
    public static let notPermitted = Code("NotPermitted")
    /// Authorisation is missing.
    public static let notAuthorized = Code("NotAuthorized")
    /// An argument has the wrong form, length or offset.
    public static let invalidArguments = Code("InvalidArguments")
    /// The thing to be made exists.
    public static let alreadyExists = Code("AlreadyExists")
    /// The thing asked for does not exist.
    public static let doesNotExist = Code("DoesNotExist")
    /// The object has gone from the bus.
    public static let unknownObject = Code("UnknownObject")
    /// The controller is blocked, for instance by rfkill.
    public static let blocked = Code("Blocked")
    /// The controller is busy with a change of its state.
    public static let busy = Code("Busy")
    /// The bus's policy does not let this program talk to the daemon.
    public static let accessDenied = Code("AccessDenied")
    /// Nobody owns the daemon's name on the bus.
    public static let daemonNotRunning = Code("DaemonNotRunning")
    /// There was no answer within the deadline.
    public static let noReply = Code("NoReply")
    /// The connection to the bus is gone.
    public static let busLost = Code("BusLost")
    /// The call was cancelled by the caller.
    public static let cancelled = Code("Cancelled")
    /// Any other answer; its name is in the text.
    public static let other = Code("Other")

    private static let named: [Code] =
      [
        failed, inProgress, notConnected, alreadyConnected, notReady, notSupported, notPermitted,
        notAuthorized, invalidArguments, alreadyExists, doesNotExist, blocked, busy,
      ] + pairing

    private static let byName: [String: Code] = {
      let prefix = "org.freedesktop.DBus.Error."
      var codes: [String: Code] = [
        prefix + "AccessDenied": accessDenied, prefix + "ServiceUnknown": daemonNotRunning,
        prefix + "NameHasNoOwner": daemonNotRunning, prefix + "UnknownObject": unknownObject,
        prefix + "UnknownMethod": unknownObject, prefix + "UnknownInterface": unknownObject,
        prefix + "NoReply": noReply, prefix + "Timeout": noReply, prefix + "Disconnected": busLost,
      ]
      for code in named { codes["org.bluez.Error." + code.name] = code }
      return codes
    }()

    /// The kind that a D-Bus error name stands for.
    package init(errorName: String) {
      if errorName.hasPrefix("org.freedesktop.DBus.Error.Spawn.") {
        self = .daemonNotRunning
      } else {
        self = Self.byName[errorName] ?? .other
      }
    }

    /// The D-Bus error name that stands for this kind, where there is one of BlueZ's.
    package var errorName: String? {
      Self.named.contains(self) ? "org.bluez.Error." + name : nil
    }
  }

  /// The kind of failure.
  public let code: Code
  /// The daemon's words.
  public let text: String
  /// The object that was called, as a path on the bus.
  public let object: String?
  /// What came over the bus.
  public let cause: DBusError

  package init(_ cause: DBusError, object: ObjectPath? = nil) {
    self.cause = cause
    self.object = object?.string
    switch cause.code {
    case .remote:
      let name = cause.name ?? ""
      code = Code(errorName: name)
      text = code == .other ? "\(name): \(cause.text)" : cause.text
      return
    case .noReply: code = .noReply
    case .cancelled: code = .cancelled
    case .accessDenied: code = .accessDenied
    case .invalidMessage, .limitExceeded: code = .other
    default: code = .busLost
    }
    text = cause.text
  }

  /// Whether the bus said that there will be no reply, as opposed to a deadline of our own.
  package var isFromBus: Bool { code == .noReply && cause.code == .remote }

  /// The octet of an ATT error, if the daemon's answer stands for one.
  ///
  /// BlueZ gives most codes as text and some only as an error name (`src/gatt-client.c`); names
  /// that stand for several codes give the most general one.
  public var attErrorCode: UInt8? {
    let marker = "ATT error: 0x"
    if let range = text.firstRange(of: marker) {
      return UInt8(text[range.upperBound...].prefix(2), radix: 16)
    }
    switch (code, text) {
    case (.notPermitted, "Read not permitted"): return 0x02
    case (.notPermitted, "Write not permitted"): return 0x03
    case (.notPermitted, "Not paired"): return 0x05
    case (.notSupported, _): return 0x06
    case (.invalidArguments, "Invalid offset"): return 0x07
    case (.notAuthorized, _): return 0x08
    case (.invalidArguments, "Invalid Length"): return 0x0d
    default: return nil
    }
  }

  /// Kind, object and the daemon's words.
  public var description: String {
    "BlueZ answered \(code.name)\(object.map { " for \($0)" } ?? ""): \(text)"
  }
}

extension BlueZError.Code {
  /// Lets a `switch` over any error name a kind.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? BlueZError)?.code == code
  }
}

extension BlueZError {
  /// Codes as members of the error, so that `case BlueZError.notReady:` reads well.
  public static var notReady: Code { .notReady }
  /// See ``Code/accessDenied``.
  public static var accessDenied: Code { .accessDenied }
  /// See ``Code/daemonNotRunning``.
  public static var daemonNotRunning: Code { .daemonNotRunning }
  /// See ``Code/inProgress``.
  public static var inProgress: Code { .inProgress }
  /// See ``Code/blocked``.
  public static var blocked: Code { .blocked }
  /// See ``Code/busy``.
  public static var busy: Code { .busy }
  /// See ``Code/noReply``.
  public static var noReply: Code { .noReply }
}
