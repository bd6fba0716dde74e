import BlueZ
import DBus
import FoundationEssentials
import GATT

extension CentralError.Code {
  /// The attribute demands a link that is encrypted, authenticated or authorized: pair first.
  public static let insufficientSecurity = Self("insufficientSecurity")
  /// Another program holds the characteristic's socket for notifications or writes.
  public static let heldElsewhere = Self("heldElsewhere")
  /// A subscription was stopped by this program before it was there.
  public static let notifyStopped = Self("notifyStopped")
  /// The descriptor belongs to the daemon, which writes it for `startNotifying()`.
  public static let useStartNotifying = Self("useStartNotifying")
  /// The offset is outside of what a value can have; nothing was sent.
  public static let offsetOutOfRange = Self("offsetOutOfRange")
  /// Nothing with this UUID was discovered.
  public static let attributeNotFound = Self("attributeNotFound")
  /// Several attributes have this UUID, so that it names none.
  public static let attributeAmbiguous = Self("attributeAmbiguous")
  /// The peripheral's attributes were still changing at the deadline of their discovery.
  public static let discoveryTimeout = Self("discoveryTimeout")
}

extension CentralError {
  /// The attribute demands a link that is encrypted, authenticated or authorized: pair first.
  public static var insufficientSecurity: Code { .insufficientSecurity }
  /// Another program holds the characteristic's socket for notifications or writes.
  public static var heldElsewhere: Code { .heldElsewhere }
  /// A subscription was stopped by this program before it was there.
  public static var notifyStopped: Code { .notifyStopped }
  /// The descriptor belongs to the daemon, which writes it for `startNotifying()`.
  public static var useStartNotifying: Code { .useStartNotifying }
  /// The offset is outside of what a value can have; nothing was sent.
  public static var offsetOutOfRange: Code { .offsetOutOfRange }
  /// Nothing with this UUID was discovered.
  public static var attributeNotFound: Code { .attributeNotFound }
  /// Several attributes have this UUID, so that it names none.
  public static var attributeAmbiguous: Code { .attributeAmbiguous }
  /// The peripheral's attributes were still changing at the deadline of their discovery.
  public static var discoveryTimeout: Code { .discoveryTimeout }

  /// Whether the attribute can be used after pairing.
  public var needsPairing: Bool { code == .insufficientSecurity }

  // MARK: The texts

  /// The peripheral wants more of the link than it has (Core Specification, Vol 3, Part F,
  /// 3.4.1.1); the daemon tells 0x05, 0x0C and 0x0F apart no more and names the first.
  static func insecure(
    _ verb: String, _ uuid: BluetoothUUID, _ error: ATTError, _ cause: BlueZError
  ) -> CentralError? {
    let secured: [ATTError] = [
      .insufficientAuthentication, .insufficientAuthorization, .encryptionKeySizeTooShort,
      .insufficientEncryption,
    ]
    guard secured.contains(error) else { return nil }
    let advice =
      error == .insufficientAuthorization
      ? "let its user allow this, or pair() with it" : "pair() with it, then try again"
    return CentralError(
      .insufficientSecurity,
      "the peripheral refused the \(verb) of \(uuid) over a link that is not secure enough, "
        + "ATT error 0x\(hexadecimal(error.code)) (\(error.name)): \(advice)",
      attribute: uuid, attError: error, cause: cause)
  }

  private static func hexadecimal(_ octet: UInt8) -> String {
    (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
  }

  /// A socket stands in the way.
  static func held(
    _ verb: String, _ uuid: BluetoothUUID, _ cause: BlueZError
  ) -> CentralError? {
    guard cause.isWriteAcquired || cause.isNotifyAcquired else { return nil }
    let what = cause.isWriteAcquired ? "the writing of" : "the notifications of"
    return CentralError(
      .heldElsewhere,
      "the \(verb) of \(uuid) was refused: another program has acquired \(what) it for itself; "
        + "end that program, or connect again", attribute: uuid, cause: cause)
  }

  static func outOfRange(_ offset: Int, _ uuid: BluetoothUUID) -> CentralError? {
    guard !(0...PeripheralDriver.longestValue).contains(offset) else { return nil }
    return CentralError(
      .offsetOutOfRange,
      "\(uuid): the offset \(offset) is outside of 0...\(PeripheralDriver.longestValue); "
        + "nothing was sent", attribute: uuid)
  }

  static func tooLong(_ data: Data, _ uuid: BluetoothUUID, limit: Int) -> CentralError? {
    guard data.count > limit else { return nil }
    return CentralError(
      .valueTooLong,
      "\(uuid): \(data.count) octets were to be written, "
        + "at most \(limit) are possible; nothing was sent", attribute: uuid)
  }

  /// An attribute went while the link stayed.
  static func gone(_ uuid: BluetoothUUID) -> CentralError {
    CentralError(
      .invalidated,
      "\(uuid): the peripheral no longer has it; discover its services again", attribute: uuid)
  }

  static func goneService(_ uuid: BluetoothUUID) -> CentralError {
    CentralError(
      .invalidated,
      "\(uuid): the peripheral no longer has this service; discover its services again",
      attribute: uuid)
  }

  static func notFound(_ uuid: BluetoothUUID, _ kind: String, of owner: String) -> CentralError {
    CentralError(
      .attributeNotFound,
      "no \(kind) \(uuid) of \(owner) was discovered: discover it first, or look whether the "
        + "peripheral has it", attribute: uuid)
  }

  static func ambiguous(
    _ uuid: BluetoothUUID, _ kind: String, of owner: String, handles: [UInt16?]
  ) -> CentralError {
    let places = handles.map { $0.map { "0x\(String($0, radix: 16))" } ?? "?" }
    return CentralError(
      .attributeAmbiguous,
      "\(owner) has \(handles.count) \(kind)s \(uuid), at the handles "
        + "\(places.joined(separator: ", ")): choose one of the list or by its handle",
      attribute: uuid)
  }
}

extension BlueZError {
  /// A program holds the socket for writes.
  var isWriteAcquired: Bool { code == .notPermitted && text == "Write acquired" }
  /// A program holds the socket for notifications.
  var isNotifyAcquired: Bool { code == .notPermitted && text == "Notify acquired" }

  /// What the daemon answers for an object that it does not have.
  static func unknownObject(_ path: ObjectPath) -> BlueZError {
    BlueZError(
      DBusError(
        .remote, name: "org.freedesktop.DBus.Error.UnknownObject", "the daemon has no such object"),
      object: path)
  }
}
