import CDBus
package import FoundationEssentials

/// Reads the arguments of a message in order, without making `Value`s.
///
/// Each `read` checks the type first and throws `invalidMessage` if another one stands there.
/// `enter` gives a reader for the content of a container and moves this one behind it.
package struct MessageReader {
  private let message: Message
  private var iterator: DBusMessageIter
  /// Whether the iterator still stands at the value that was read last.
  ///
  /// Moving on takes as long as reading, and nothing comes behind most values.
  private var isBehind = false

  init(_ message: Message) {
    self.message = message
    iterator = DBusMessageIter()
    dbus_message_iter_init(message.raw, &iterator)
  }

  private init(inside message: Message, _ iterator: DBusMessageIter) {
    self.message = message
    self.iterator = iterator
  }

  /// libdbus's getters take a pointer to what may change, and change nothing.
  private func look(_ getter: (UnsafeMutablePointer<DBusMessageIter>) -> Int32) -> UInt8 {
    if isBehind {
      var next = iterator
      dbus_message_iter_next(&next)
      return UInt8(truncatingIfNeeded: getter(&next))
    }
    return withUnsafePointer(to: iterator) {
      UInt8(truncatingIfNeeded: getter(UnsafeMutablePointer(mutating: $0)))
    }
  }

  /// The letter of the next value; 0 at the end.
  var nextCode: UInt8 { look(dbus_message_iter_get_arg_type) }

  /// The letter of the elements of the next value, an array.
  var nextElementCode: UInt8 { look(dbus_message_iter_get_element_type) }

  package var isAtEnd: Bool { nextCode == 0 }

  /// The complete type of the next value; empty at the end.
  package var nextSignature: Signature {
    var iterator = iterator
    if isBehind { dbus_message_iter_next(&iterator) }
    guard !isAtEnd, let text = dbus_message_iter_get_signature(&iterator) else { return .empty }
    defer { dbus_free(text) }
    return Signature(unchecked: String(cString: text))
  }

  /// Moves behind the next value; does nothing at the end.
  package mutating func skip() {
    moveOn()
    dbus_message_iter_next(&iterator)
  }

  private mutating func moveOn() {
    guard isBehind else { return }
    isBehind = false
    dbus_message_iter_next(&iterator)
  }

  private func mismatch(_ wanted: String) -> DBusError {
    let member = message.member ?? message.errorName ?? "reply \(message.replySerial)"
    return DBusError(
      .invalidMessage,
      "Expected \(wanted) but found \(TypeCode.name(nextCode)) in the message \(member) "
        + "of type '\(message.signature)'.")
  }

  private mutating func fixed<T: BitwiseCopyable>(
    _ code: UInt8, _ zero: T
  ) throws(DBusError) -> T {
    moveOn()
    guard nextCode == code else { throw mismatch(TypeCode.name(code)) }
    var value = zero
    withUnsafeMutablePointer(to: &value) { dbus_message_iter_get_basic(&iterator, $0) }
    isBehind = true
    return value
  }

  private mutating func text(_ code: UInt8) throws(DBusError) -> String {
    let pointer: UnsafePointer<CChar>? = try fixed(code, nil)
    return pointer.map { String(cString: $0) } ?? ""
  }

  package mutating func readByte() throws(DBusError) -> UInt8 { try fixed(TypeCode.byte, 0) }
  package mutating func readInt16() throws(DBusError) -> Int16 { try fixed(TypeCode.int16, 0) }
  package mutating func readUInt16() throws(DBusError) -> UInt16 { try fixed(TypeCode.uint16, 0) }
  package mutating func readInt32() throws(DBusError) -> Int32 { try fixed(TypeCode.int32, 0) }
  package mutating func readUInt32() throws(DBusError) -> UInt32 { try fixed(TypeCode.uint32, 0) }
  package mutating func readInt64() throws(DBusError) -> Int64 { try fixed(TypeCode.int64, 0) }
  package mutating func readUInt64() throws(DBusError) -> UInt64 { try fixed(TypeCode.uint64, 0) }
  package mutating func readDouble() throws(DBusError) -> Double { try fixed(TypeCode.double, 0) }
  package mutating func readString() throws(DBusError) -> String { try text(TypeCode.string) }

  package mutating func readBool() throws(DBusError) -> Bool {
    let value: UInt32 = try fixed(TypeCode.bool, 0)
    return value != 0
  }

  package mutating func readObjectPath() throws(DBusError) -> ObjectPath {
    let pointer: UnsafePointer<CChar>? = try fixed(TypeCode.objectPath, nil)
    guard let pointer else { throw mismatch("a path") }
    return ObjectPath(valid: pointer)
  }

  package mutating func readSignature() throws(DBusError) -> Signature {
    Signature(unchecked: try text(TypeCode.signature))
  }

  /// Whether the next value is a string, and this one; stays before it.
  package func isNext(_ literal: StaticString) -> Bool {
    guard !isBehind, nextCode == TypeCode.string else { return false }
    var text: UnsafePointer<CChar>?
    withUnsafePointer(to: iterator) { iterator in
      withUnsafeMutablePointer(to: &text) {
        dbus_message_iter_get_basic(UnsafeMutablePointer(mutating: iterator), $0)
      }
    }
    return Message.equal(text, literal)
  }

  /// Compares the next string without making one, and moves behind it.
  package mutating func readString(equals literal: StaticString) throws(DBusError) -> Bool {
    let pointer: UnsafePointer<CChar>? = try fixed(TypeCode.string, nil)
    return Message.equal(pointer, literal)
  }

  /// A descriptor of the caller's own.
  package mutating func readFileDescriptor() throws(DBusError) -> FileDescriptor {
    let descriptor: Int32 = try fixed(TypeCode.fileDescriptor, -1)
    guard descriptor >= 0 else {
      throw DBusError(
        .limitExceeded, "The process has no file descriptor left; close some or raise the limit.")
    }
    return FileDescriptor(owning: descriptor)
  }

  /// `ay` in one piece.
  package mutating func readBytes() throws(DBusError) -> Data {
    try withBytes { Data($0) }
  }

  /// `ay` in place: the octets are valid only inside the closure.
  package mutating func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(DBusError) -> Result {
    moveOn()
    guard nextIsArray(of: TypeCode.byte) else { throw mismatch("'ay'") }
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    var start: UnsafePointer<UInt8>?
    var count: Int32 = 0
    withUnsafeMutablePointer(to: &start) {
      dbus_message_iter_get_fixed_array(&inner, $0, &count)
    }
    isBehind = true
    return body(UnsafeRawBufferPointer(start: start, count: Int(count)))
  }

  private func nextIsArray(of element: UInt8) -> Bool {
    nextCode == TypeCode.array && nextElementCode == element
  }

  package var nextIsDictionary: Bool { nextIsArray(of: TypeCode.entry) }
  package var nextIsBytes: Bool { nextIsArray(of: TypeCode.byte) }

  private mutating func enter(_ code: UInt8, _ name: String) throws(DBusError) -> MessageReader {
    moveOn()
    guard nextCode == code else { throw mismatch(name) }
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    // After an entry, whoever reads entries asks at once whether there is another.
    isBehind = code != TypeCode.entry
    if !isBehind { dbus_message_iter_next(&iterator) }
    return MessageReader(inside: message, inner)
  }

  package mutating func enterArray() throws(DBusError) -> MessageReader {
    try enter(TypeCode.array, "an array")
  }

  package mutating func enterVariant() throws(DBusError) -> MessageReader {
    try enter(TypeCode.variant, "a variant")
  }

  package mutating func enterStruct() throws(DBusError) -> MessageReader {
    try enter(TypeCode.structure, "a structure")
  }

  package mutating func enterDictEntry() throws(DBusError) -> MessageReader {
    try enter(TypeCode.entry, "a dictionary entry")
  }
}
