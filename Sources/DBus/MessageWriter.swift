import CDBus
package import FoundationEssentials

/// Writes the arguments of a message one after the other.
///
/// A mistake (a NUL in a text, an element of the wrong type, too much data) is kept in `fault`, and
/// what follows it is not written; libdbus would end the process over most of them.
package struct MessageWriter {
  /// The protocol allows 64 MiB for an array; the whole content is kept below that.
  static let maximumSize = 1 << 26
  static let maximumDepth = 64

  private var iterator = DBusMessageIter()
  private var expected: ExpectedTypes
  private let depth: Int
  private var size: Int
  package private(set) var fault: DBusError?

  init(_ message: OpaquePointer) {
    dbus_message_iter_init_append(message, &iterator)
    expected = .anything
    depth = 0
    size = 0
  }

  private init(
    inside writer: MessageWriter, iterator: DBusMessageIter, expecting expected: ExpectedTypes
  ) {
    self.iterator = iterator
    self.expected = expected
    depth = writer.depth + 1
    size = writer.size
  }

  mutating func fail(_ text: String) {
    guard fault == nil else { return }
    fault = DBusError(.invalidMessage, text)
  }

  /// True if a value of this type may come next.
  private mutating func admits(_ type: @autoclosure () -> Signature, size added: Int) -> Bool {
    guard fault == nil else { return false }
    if !expected.isAnything {
      let found = type()
      guard expected.accept(found) else {
        fail("A value of type '\(found)' does not fit into \(expected).")
        return false
      }
    }
    size += added
    guard size <= Self.maximumSize else {
      fail("The content of a message is over 64 MiB.")
      return false
    }
    return true
  }

  private mutating func fixed<T: BitwiseCopyable>(_ code: UInt8, _ value: T) {
    guard admits(Signature(unchecked: String(Unicode.Scalar(code))), size: 8) else { return }
    let written = withUnsafePointer(to: value) {
      dbus_message_iter_append_basic(&iterator, Int32(code), $0)
    }
    if written == 0 { fail("The value of type \(TypeCode.name(code)) could not be appended.") }
  }

  private mutating func text(_ code: UInt8, _ value: String) {
    guard !value.utf8.contains(0) else { return fail("A text with a NUL cannot be sent.") }
    let added = 8 + value.utf8.count
    guard admits(Signature(unchecked: String(Unicode.Scalar(code))), size: added) else { return }
    let written = value.withCString { text in
      withUnsafePointer(to: text) {
        dbus_message_iter_append_basic(&iterator, Int32(code), $0)
      }
    }
    if written == 0 { fail("The text could not be appended.") }
  }

  package mutating func appendByte(_ value: UInt8) { fixed(TypeCode.byte, value) }
  package mutating func appendBool(_ value: Bool) { fixed(TypeCode.bool, UInt32(value ? 1 : 0)) }
  package mutating func appendInt16(_ value: Int16) { fixed(TypeCode.int16, value) }
  package mutating func appendUInt16(_ value: UInt16) { fixed(TypeCode.uint16, value) }
  package mutating func appendInt32(_ value: Int32) { fixed(TypeCode.int32, value) }
  package mutating func appendUInt32(_ value: UInt32) { fixed(TypeCode.uint32, value) }
  package mutating func appendInt64(_ value: Int64) { fixed(TypeCode.int64, value) }
  package mutating func appendUInt64(_ value: UInt64) { fixed(TypeCode.uint64, value) }
  package mutating func appendDouble(_ value: Double) { fixed(TypeCode.double, value) }
  package mutating func appendString(_ value: String) { text(TypeCode.string, value) }
  package mutating func appendObjectPath(_ path: ObjectPath) {
    text(TypeCode.objectPath, path.string)
  }
  package mutating func appendSignature(_ signature: Signature) {
    text(TypeCode.signature, signature.string)
  }

  /// The message gets a duplicate; the caller keeps its own.
  package mutating func appendFileDescriptor(_ descriptor: FileDescriptor) {
    let raw = descriptor.raw
    guard raw >= 0 else { return fail("A closed file descriptor cannot be sent.") }
    fixed(TypeCode.fileDescriptor, raw)
  }

  /// `ay` in one piece.
  package mutating func appendBytes(_ data: Data) {
    data.withUnsafeBytes { appendBytes($0) }
  }

  package mutating func appendBytes(_ octets: UnsafeRawBufferPointer) {
    guard admits("ay", size: 8 + octets.count) else { return }
    var inner = DBusMessageIter()
    guard dbus_message_iter_open_container(&iterator, Int32(TypeCode.array), "y", &inner) != 0
    else { return fail("The octets could not be appended.") }
    // libdbus wants an address even for no octets.
    var nothing: UInt8 = 0
    let written = withUnsafePointer(to: &nothing) { spare in
      let start = octets.baseAddress ?? UnsafeRawPointer(spare)
      return withUnsafePointer(to: start) {
        dbus_message_iter_append_fixed_array(
          &inner, Int32(TypeCode.byte), $0, Int32(octets.count))
      }
    }
    dbus_message_iter_close_container(&iterator, &inner)
    if written == 0 { fail("The octets could not be appended.") }
  }

  /// An array whose elements the closure writes.
  package mutating func appendArray(of element: Signature, _ body: (inout MessageWriter) -> Void) {
    container(
      TypeCode.array, contained: element, admittedAs: element.arrayOf,
      expecting: .repeated(element), body)
  }

  package mutating func appendVariant(of type: Signature, _ body: (inout MessageWriter) -> Void) {
    guard type.isSingleType else { return fail("A variant cannot hold '\(type)'.") }
    container(TypeCode.variant, contained: type, admittedAs: "v", expecting: .once(type), body)
  }

  /// A structure; its signature has the parentheses.
  package mutating func appendStructure(
    _ type: Signature, _ body: (inout MessageWriter) -> Void
  ) {
    let members = Signature(unchecked: String(type.string.dropFirst().dropLast()))
    guard type.string.utf8.first == TypeCode.openStructure, type.isSingleType else {
      return fail("'\(type)' is not a structure.")
    }
    container(
      TypeCode.structure, contained: nil, admittedAs: type, expecting: .once(members), body)
  }

  /// An entry of a dictionary, inside `appendArray(of: "{…}")`.
  package mutating func appendEntry(
    key: Signature, value: Signature, _ body: (inout MessageWriter) -> Void
  ) {
    let members = Signature(unchecked: key.string + value.string)
    container(
      TypeCode.entry, contained: nil, admittedAs: Signature(unchecked: "{\(members)}"),
      expecting: .once(members), body)
  }

  private mutating func container(
    _ code: UInt8, contained: Signature?, admittedAs type: Signature,
    expecting expected: ExpectedTypes, _ body: (inout MessageWriter) -> Void
  ) {
    guard depth < Self.maximumDepth else { return fail("Containers are nested over 64 deep.") }
    guard code != TypeCode.entry || !self.expected.isAnything else {
      return fail("A dictionary entry stands outside a dictionary.")
    }
    guard admits(type, size: 8 + type.string.utf8.count) else { return }
    var inner = DBusMessageIter()
    guard
      dbus_message_iter_open_container(&iterator, Int32(code), contained?.string, &inner) != 0
    else { return fail("The container '\(type)' could not be opened.") }
    var writer = MessageWriter(inside: self, iterator: inner, expecting: expected)
    body(&writer)
    size = writer.size
    if writer.fault == nil, !writer.expected.isComplete {
      writer.fail("Something is missing in \(writer.expected).")
    }
    inner = writer.iterator
    guard writer.fault == nil else {
      fault = writer.fault
      dbus_message_iter_abandon_container(&iterator, &inner)
      return
    }
    if dbus_message_iter_close_container(&iterator, &inner) == 0 {
      fail("The container '\(type)' could not be closed.")
    }
  }
}
