/// An answer of the attribute protocol that refuses a request.
///
/// The codes are those of the Core specification, Vol 3 Part F 3.4.1.1, and of its supplement
/// for the common profile codes. A switch over any error can match one:
///
/// ```swift
/// do { … } catch ATTError.readNotPermitted { … }
/// ```
public struct ATTError: Error, Hashable, Sendable {
  /// The error code as it is sent.
  public let code: UInt8

  /// Makes an error from its code.
  public init(code: UInt8) {
    self.code = code
  }

  /// Makes an error of the application that a profile defines, `nil` outside 0x80...0x9F.
  public static func application(_ code: UInt8) -> ATTError? {
    (0x80...0x9F).contains(code) ? ATTError(code: code) : nil
  }

  /// Whether the code's meaning is defined by the profile of the service.
  public var isApplicationError: Bool { (0x80...0x9F).contains(code) }

  /// Whether the code belongs to those that all profiles share.
  public var isCommonProfileError: Bool { code >= 0xE0 }

  /// Matches an error of any type that is an attribute protocol error with the same code.
  public static func ~= (pattern: ATTError, error: any Error) -> Bool {
    (error as? ATTError) == pattern
  }
}

extension ATTError {
  /// The handle does not exist.
  public static let invalidHandle = ATTError(code: 0x01)
  /// The attribute cannot be read.
  public static let readNotPermitted = ATTError(code: 0x02)
  /// The attribute cannot be written.
  public static let writeNotPermitted = ATTError(code: 0x03)
  /// The request was malformed.
  public static let invalidPDU = ATTError(code: 0x04)
  /// The link is not authenticated.
  public static let insufficientAuthentication = ATTError(code: 0x05)
  /// The server does not know the request.
  public static let requestNotSupported = ATTError(code: 0x06)
  /// The offset is past the end of the value.
  public static let invalidOffset = ATTError(code: 0x07)
  /// The client is not authorized.
  public static let insufficientAuthorization = ATTError(code: 0x08)
  /// Too many prepared writes are queued.
  public static let prepareQueueFull = ATTError(code: 0x09)
  /// No attribute was found.
  public static let attributeNotFound = ATTError(code: 0x0A)
  /// The attribute cannot be read in parts.
  public static let attributeNotLong = ATTError(code: 0x0B)
  /// The encryption key is too short.
  public static let encryptionKeySizeTooShort = ATTError(code: 0x0C)
  /// The value's length does not fit the attribute.
  public static let invalidAttributeValueLength = ATTError(code: 0x0D)
  /// The server failed in a way that nobody expected.
  public static let unlikelyError = ATTError(code: 0x0E)
  /// The link is not encrypted.
  public static let insufficientEncryption = ATTError(code: 0x0F)
  /// The attribute type does not group others.
  public static let unsupportedGroupType = ATTError(code: 0x10)
  /// The server lacks memory or another resource.
  public static let insufficientResources = ATTError(code: 0x11)
  /// The client's picture of the attributes is out of date.
  public static let databaseOutOfSync = ATTError(code: 0x12)
  /// The value is not allowed.
  public static let valueNotAllowed = ATTError(code: 0x13)
  /// The server cannot fulfil the write now.
  public static let writeRequestRejected = ATTError(code: 0xFC)
  /// The client configuration descriptor is not set as the profile demands.
  public static let clientConfigurationImproper = ATTError(code: 0xFD)
  /// A procedure that was started before is still running.
  public static let procedureAlreadyInProgress = ATTError(code: 0xFE)
  /// The value is outside the range that the profile defines.
  public static let outOfRange = ATTError(code: 0xFF)
}
