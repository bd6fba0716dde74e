import CDBus
import Futures
import Glibc
import Synchronization

/// One message of the bus.
///
/// A message is written while it is made and never changes afterwards, which is why threads may share
/// it: libdbus's reference counts are atomic, and everything that it caches in a message is filled
/// when the message is made or received. A message that cannot be sent (a name that is none, a text
/// with a NUL) carries the reason in `fault`; sending it fails with that error.
package final class Message: @unchecked Sendable {
  package enum Kind: Sendable { case methodCall, methodReturn, error, signal, unknown }

  let raw: OpaquePointer
  package let fault: DBusError?
  private let received: MessageContent?
  /// Of a message that was made, as soon as somebody reads it: libdbus completes the header in
  /// place then, which one thread may do at a time.
  private let made = Lock<MessageContent?>(nil)
  /// Set with the first send; libdbus allows no other serial from then on.
  private let isUsed: Atomic<Bool>

  /// Takes over the reference of a message that was made in this process.
  init(made raw: OpaquePointer, fault: DBusError?) {
    self.raw = raw
    self.fault = fault
    received = nil
    isUsed = Atomic(false)
  }

  /// Takes over the reference of a message that came from elsewhere.
  init(received raw: OpaquePointer) {
    self.raw = raw
    fault = nil
    received = MessageContent(of: raw)
    isUsed = Atomic(true)
  }

  deinit {
    (received ?? made.withLock { $0 })?.free()
    dbus_message_unref(raw)
  }

  /// This message, or a copy if it was sent before, ready to be sent with the serial.
  func claim(serial: UInt32?, expectsReply: Bool) -> Message? {
    let isFree = !isUsed.exchange(true, ordering: .acquiringAndReleasing)
    guard let message = isFree ? self : copy() else { return nil }
    if let serial { dbus_message_set_serial(message.raw, serial) }
    if !expectsReply, kind == .methodCall { dbus_message_set_no_reply(message.raw, 1) }
    return message
  }

  /// A copy without serial and with descriptors of its own; nil when the process has none left.
  func copy() -> Message? {
    guard let copy = dbus_message_copy(raw) else { return nil }
    let message = Message(made: copy, fault: fault)
    message.isUsed.store(true, ordering: .releasing)
    return message
  }

  var head: MessageHead { received?.head ?? MessageHead(of: raw) }

  package var kind: Kind {
    switch dbus_message_get_type(raw) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL: .methodCall
    case DBUS_MESSAGE_TYPE_METHOD_RETURN: .methodReturn
    case DBUS_MESSAGE_TYPE_ERROR: .error
    case DBUS_MESSAGE_TYPE_SIGNAL: .signal
    default: .unknown
    }
  }

  /// libdbus has looked at it already.
  package var path: ObjectPath? { text(head.path).map { ObjectPath(valid: $0) } }
  package var interface: String? { text(head.interface) }
  package var member: String? { text(head.member) }
  package var sender: String? { text(head.sender) }
  package var destination: String? { text(head.destination) }
  package var errorName: String? { text(head.errorName) }
  package var signature: String { text(head.signature) ?? "" }
  package var serial: UInt32 { dbus_message_get_serial(raw) }
  package var replySerial: UInt32 { head.replySerial }
  package var expectsReply: Bool { dbus_message_get_no_reply(raw) == 0 }

  private func text(_ text: UnsafePointer<CChar>?) -> String? { text.map { String(cString: $0) } }

  /// Compares without making a `String`.
  package func hasSignature(_ signature: StaticString) -> Bool {
    Self.equal(head.signature, signature)
  }

  /// The first argument of an error, which is its text.
  package var errorText: String? {
    var reader = reader
    return try? reader.readString()
  }

  /// Compares without making a `String`.
  package func isCall(to interface: StaticString, _ member: StaticString) -> Bool {
    let head = head
    return Self.equal(head.interface, interface) && Self.equal(head.member, member)
  }

  static func equal(_ text: UnsafePointer<CChar>?, _ literal: StaticString) -> Bool {
    guard let text else { return false }
    // A pointer and a terminated text, as every literal but a single scalar is.
    guard literal.hasPointerRepresentation else { return String(cString: text) == "\(literal)" }
    return literal.utf8Start.withMemoryRebound(
      to: CChar.self, capacity: literal.utf8CodeUnitCount + 1
    ) { strcmp(text, $0) == 0 }
  }

  /// A fresh reader at the first argument.
  package var reader: MessageReader { MessageReader(self, content) }

  var content: MessageContent {
    received
      ?? made.withLock { made in
        let content = made ?? MessageContent(of: raw)
        made = content
        return content
      }
  }

  /// All arguments.
  ///
  /// Throws `invalidMessage` if a descriptor cannot be duplicated.
  package func body() throws(DBusError) -> [Value] {
    var reader = reader
    var values: [Value] = []
    while !reader.isAtEnd { values.append(try reader.readValue()) }
    return values
  }

  /// The error of an error message.
  package var asError: DBusError {
    DBusError(.remote, name: errorName, errorText ?? "")
  }
}
