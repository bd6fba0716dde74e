package import FoundationEssentials
import Glibc

/// Reads the arguments of a message in order, without making `Value`s.
///
/// Each `read` checks the type first and throws `invalidMessage` if another one stands there.
/// `enter` gives a reader for the content of a container and moves this one behind it.
package struct MessageReader {
  private let message: Message
  /// Its octets.
  private let wire: Wire
  /// Behind the value that was read last, before the padding to the next.
  private var offset: Int
  private let end: Int
  /// Where the letter of the next value stands.
  private var type: Int
  /// Whether all values have that type, as in an array.
  private let isRepeated: Bool

  /// `content` is the message's own, but in tests.
  init(_ message: Message, _ content: MessageContent) {
    self.message = message
    wire = content.wire
    offset = content.bodyStart
    end = wire.end
    type = content.signatureStart
    isRepeated = false
  }

  private init(inside outer: MessageReader, _ content: Range<Int>, type: Int, isRepeated: Bool) {
    message = outer.message
    wire = outer.wire
    offset = content.lowerBound
    end = content.upperBound
    self.type = type
    self.isRepeated = isRepeated
  }

  /// Every value has at least one octet, so at the end of the octets is the end of the values.
  package var isAtEnd: Bool { offset >= end }

  private var letter: UInt8 { isAtEnd ? 0 : wire.letter(at: type) }

  /// The letter of the next value; 0 at the end.
  var nextCode: UInt8 { TypeCode.code(letter) }

  /// The letter of the elements of the next value, an array.
  var nextElementCode: UInt8 { TypeCode.code(wire.letter(at: type + 1)) }

  /// The complete type of the next value; empty at the end.
  package var nextSignature: Signature {
    guard !isAtEnd else { return .empty }
    let letters = wire.octets(type..<wire.typeEnd(type))
    return Signature(unchecked: String(decoding: letters, as: UTF8.self))
  }

  /// Where the content of the next value begins.
  var nextStart: Int? { content?.lowerBound }

  private var content: Range<Int>? { wire.content(of: type, at: offset, before: end) }

  /// Moves behind the next value; does nothing at the end.
  package mutating func skip() {
    guard !isAtEnd else { return }
    guard let content else { return offset = end }
    moveBehind(content)
  }

  private mutating func moveBehind(_ content: Range<Int>) {
    offset = Wire.end(wire.letter(at: type), content)
    if !isRepeated { type = wire.typeEnd(type) }
  }

  private func mismatch(_ wanted: String) -> DBusError {
    let member = message.member ?? message.errorName ?? "reply \(message.replySerial)"
    return DBusError(
      .invalidMessage,
      "Expected \(wanted) but found \(TypeCode.name(nextCode)) in the message \(member) "
        + "of type '\(message.signature)'.")
  }

  /// The content of the next value, of a type that has one letter, and moves behind it.
  @inline(__always)
  private mutating func take(_ code: UInt8) throws(DBusError) -> Range<Int> {
    guard !isAtEnd, wire.letter(at: type) == code, let content else {
      throw mismatch(TypeCode.name(code))
    }
    offset = Wire.end(code, content)
    if !isRepeated { type += 1 }
    return content
  }

  @inline(__always)
  private mutating func fixed<T: BitwiseCopyable>(_ code: UInt8) throws(DBusError) -> T {
    let size = MemoryLayout<T>.size
    let start = Wire.align(offset, size)
    guard start + size <= end, wire.letter(at: type) == code else {
      throw mismatch(TypeCode.name(code))
    }
    offset = start + size
    if !isRepeated { type += 1 }
    return wire.load(T.self, at: start)
  }

  private mutating func text(_ code: UInt8) throws(DBusError) -> String {
    String(decoding: wire.octets(try take(code)), as: UTF8.self)
  }

  package mutating func readByte() throws(DBusError) -> UInt8 { try fixed(TypeCode.byte) }
  package mutating func readInt16() throws(DBusError) -> Int16 { try fixed(TypeCode.int16) }
  package mutating func readUInt16() throws(DBusError) -> UInt16 { try fixed(TypeCode.uint16) }
  package mutating func readInt32() throws(DBusError) -> Int32 { try fixed(TypeCode.int32) }
  package mutating func readUInt32() throws(DBusError) -> UInt32 { try fixed(TypeCode.uint32) }
  package mutating func readInt64() throws(DBusError) -> Int64 { try fixed(TypeCode.int64) }
  package mutating func readUInt64() throws(DBusError) -> UInt64 { try fixed(TypeCode.uint64) }
  package mutating func readDouble() throws(DBusError) -> Double { try fixed(TypeCode.double) }
  package mutating func readBool() throws(DBusError) -> Bool {
    let value: UInt32 = try fixed(TypeCode.bool)
    return value != 0
  }

  package mutating func readString() throws(DBusError) -> String { try text(TypeCode.string) }

  package mutating func readObjectPath() throws(DBusError) -> ObjectPath {
    ObjectPath(valid: try text(TypeCode.objectPath))
  }

  package mutating func readSignature() throws(DBusError) -> Signature {
    Signature(unchecked: try text(TypeCode.signature))
  }

  /// Whether the next value is a string, and this one; stays before it.
  package func isNext(_ literal: StaticString) -> Bool {
    guard letter == TypeCode.string, let content else { return false }
    return Message.equal(wire.pointer(at: content.lowerBound), literal)
  }

  /// Compares the next string without making one, and moves behind it.
  package mutating func readString(equals literal: StaticString) throws(DBusError) -> Bool {
    let content = try take(TypeCode.string)
    return Message.equal(wire.pointer(at: content.lowerBound), literal)
  }

  /// Reads a string that is one of `known` most of the time, which then takes no memory of its own.
  package mutating func readString(
    amongOthers known: [(text: StaticString, string: String)]
  ) throws(DBusError) -> String {
    let octets = wire.octets(try take(TypeCode.string))
    guard let start = octets.baseAddress else { return "" }
    for (text, string) in known where text.utf8CodeUnitCount == octets.count {
      if memcmp(start, text.utf8Start, octets.count) == 0 { return string }
    }
    return String(decoding: octets, as: UTF8.self)
  }

  /// A descriptor of the caller's own.
  package mutating func readFileDescriptor() throws(DBusError) -> FileDescriptor {
    let content = try take(TypeCode.fileDescriptor)
    let descriptor = message.duplicateDescriptor(at: content.lowerBound)
    guard descriptor >= 0 else { throw .noDescriptorLeft }
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
    guard nextIsBytes, let content else { throw mismatch("'ay'") }
    moveBehind(content)
    return body(wire.octets(content))
  }

  private func nextIsArray(of element: UInt8) -> Bool {
    letter == TypeCode.array && wire.letter(at: type + 1) == element
  }

  package var nextIsDictionary: Bool { nextIsArray(of: TypeCode.openEntry) }
  package var nextIsBytes: Bool { nextIsArray(of: TypeCode.byte) }

  private mutating func enter(_ code: UInt8, _ name: String) throws(DBusError) -> MessageReader {
    guard letter == code, let reader = enterContainer() else { throw mismatch(name) }
    return reader
  }

  /// A reader for the content of the next value, if that is a container; moves behind it then.
  mutating func enterContainer() -> MessageReader? {
    let letter = letter
    let inner: Int
    switch letter {
    case TypeCode.array, TypeCode.openStructure, TypeCode.openEntry: inner = type + 1
    // The type of a variant's content stands behind its length.
    case TypeCode.variant: inner = offset + 1
    default: return nil
    }
    guard let content else { return nil }
    moveBehind(content)
    return MessageReader(inside: self, content, type: inner, isRepeated: letter == TypeCode.array)
  }

  package mutating func enterArray() throws(DBusError) -> MessageReader {
    try enter(TypeCode.array, "an array")
  }

  package mutating func enterVariant() throws(DBusError) -> MessageReader {
    try enter(TypeCode.variant, "a variant")
  }

  package mutating func enterStruct() throws(DBusError) -> MessageReader {
    try enter(TypeCode.openStructure, "a structure")
  }

  package mutating func enterDictEntry() throws(DBusError) -> MessageReader {
    try enter(TypeCode.openEntry, "a dictionary entry")
  }
}
