import GATT

/// An error as the daemon answers it: BlueZ's name and text.
struct DaemonError: Error, Equatable {
  let name: String
  let text: String

  /// An error of any name.
  init(name: String, text: String) {
    self.name = name
    self.text = text
  }

  private init(_ name: String, _ text: String) {
    self.init(name: name, text: text)
  }

  private static func bluez(_ name: String, _ text: String) -> DaemonError {
    DaemonError("org.bluez.Error.\(name)", text)
  }

  private static func bus(_ name: String, _ text: String) -> DaemonError {
    DaemonError("org.freedesktop.DBus.Error.\(name)", text)
  }

  static let notReady = bluez("NotReady", "Resource Not Ready")
  static let inProgress = bluez("InProgress", "Operation already in progress")
  static let requestInProgress = bluez("InProgress", "In Progress")
  static let invalidArguments = bluez("InvalidArguments", "Invalid arguments in method call")
  static let notSupported = bluez("NotSupported", "Operation is not supported")
  static let doesNotExist = bluez("DoesNotExist", "Does Not Exist")
  static let alreadyExists = bluez("AlreadyExists", "Already Exists")
  static let authenticationFailed = bluez("AuthenticationFailed", "Authentication Failed")
  static let authenticationTimeout = bluez("AuthenticationTimeout", "Authentication Timeout")
  static let authenticationCanceled = bluez(
    "AuthenticationCanceled", "Authentication Canceled")
  static let connectionAttemptFailed = bluez("ConnectionAttemptFailed", "Page Timeout")
  static let notConnected = failed("Not connected")
  /// What only a request for notifications answers, while the link is being ended.
  static let disconnecting = bluez("NotConnected", "Not Connected")
  static let accessDenied = bus(
    "AccessDenied", "Rejected send message, 2 matched rules; the policy does not allow it")

  static func failed(_ text: String) -> DaemonError { bluez("Failed", text) }

  static func notPermitted(_ text: String) -> DaemonError { bluez("NotPermitted", text) }

  static func unknownObject(
    _ member: String, _ interface: String, _ signature: String
  )
    -> DaemonError
  {
    // BlueZ speaks of the method although the object is what is missing.
    bus(
      "UnknownObject",
      "Method \"\(member)\" with signature \"\(signature)\" on interface \"\(interface)\" "
        + "doesn't exist\n")
  }

  static func unknownMethod(
    _ member: String, _ interface: String, _ signature: String
  )
    -> DaemonError
  {
    bus(
      "UnknownMethod",
      "Method \"\(member)\" with signature \"\(signature)\" on interface \"\(interface)\" "
        + "doesn't exist\n")
  }

  static func noSuchInterface(_ name: String) -> DaemonError {
    bus("InvalidArgs", "No such interface '\(name)'")
  }

  static func noSuchProperty(_ name: String) -> DaemonError {
    bus("InvalidArgs", "No such property '\(name)'")
  }

  static func cannotSetUnknown(_ name: String) -> DaemonError {
    bus("UnknownProperty", "No such property '\(name)'")
  }

  static func readOnly(_ name: String) -> DaemonError {
    bus("PropertyReadOnly", "Property '\(name)' is not writable")
  }

  static func wrongType(_ name: String) -> DaemonError {
    bus("InvalidArgs", "Invalid signature for '\(name)'")
  }

  /// What BlueZ makes of a peripheral's answer (`src/gatt-client.c`, create_gatt_dbus_error).
  static func att(_ error: ATTError) -> DaemonError {
    switch error {
    case .readNotPermitted: notPermitted("Read not permitted")
    case .writeNotPermitted: notPermitted("Write not permitted")
    case .insufficientAuthentication, .encryptionKeySizeTooShort, .insufficientEncryption:
      notPermitted("Not paired")
    case .requestNotSupported: notSupported
    case .invalidOffset: bluez("InvalidArguments", "Invalid offset")
    case .insufficientAuthorization: bluez("NotAuthorized", "Operation Not Authorized")
    case .invalidAttributeValueLength: bluez("InvalidArguments", "Invalid Length")
    default: failed("Operation failed with ATT error: 0x\(hexadecimal(error.code))")
    }
  }

  private static func hexadecimal(_ octet: UInt8) -> String {
    let digits = String(octet, radix: 16)
    return digits.count < 2 ? "0\(digits)" : digits
  }
}
