import CDBus
package import FoundationEssentials

/// Writes the arguments of a message one after the other.
///
/// They are laid out here and checked by libdbus as a whole, because appending a dictionary with
/// libdbus's iterators takes five times as long. A mistake (a NUL in a text, an element of the wrong
/// type, too much data) is kept in `fault`, and what follows it is not written.
package struct MessageWriter: ~Copyable {
  /// The protocol allows 64 MiB for an array; the whole content is kept below that.
  static let maximumSize = 1 << 26
  static let maximumDepth = 64

  private(set) var body = WireBuilder(capacity: 128)
  /// The types of the arguments in `body`.
  private(set) var signature = ""
  /// The first descriptor and what follows it.
  private(set) var tail: [PlainArgument] = []
  /// Inside a container, what may come next there.
  private var expected = ExpectedTypes.once(.empty)
  private var depth = 0
  package private(set) var fault: DBusError?

  init() {}

  mutating func fail(_ text: String) {
    guard fault == nil else { return }
    fault = DBusError(.invalidMessage, text)
  }

  /// True if a container of this type may come next.
  private mutating func admits(_ type: Signature, size: Int) -> Bool {
    guard fault == nil else { return false }
    if depth == 0 {
      signature += type.string
    } else if !expected.accept(type) {
      fail("A value of type '\(type)' does not fit into \(expected).")
    }
    return hasRoom(for: size)
  }

  /// True if a value of a type with one letter may come next.
  private mutating func admits(_ code: UInt8, size: Int) -> Bool {
    guard fault == nil else { return false }
    if depth == 0 {
      if tail.isEmpty { signature.unicodeScalars.append(Unicode.Scalar(code)) }
    } else if !expected.accept(code) {
      fail("A value of type \(TypeCode.name(code)) does not fit into \(expected).")
    }
    return hasRoom(for: size)
  }

  private mutating func hasRoom(for size: Int) -> Bool {
    if signature.utf8.count > Signature.maximumLength {
      fail("The types of a message's arguments have over \(Signature.maximumLength) letters.")
    }
    if body.count + size > Self.maximumSize {
      fail("The content of a message is over 64 MiB.")
    }
    return fault == nil
  }

  private mutating func fixed(_ code: UInt8, _ value: some FixedWidthInteger & BitwiseCopyable) {
    guard admits(code, size: 8) else { return }
    guard tail.isEmpty else { return tail.append(.number(code, UInt64(truncatingIfNeeded: value))) }
    body.append(value)
  }

  private mutating func text(_ code: UInt8, _ value: String) {
    guard !value.utf8.contains(0) else { return fail("A text with a NUL cannot be sent.") }
    guard admits(code, size: 8 + value.utf8.count) else { return }
    guard tail.isEmpty else { return tail.append(.text(code, value)) }
    body.append(text: value)
  }

  package mutating func appendByte(_ value: UInt8) { fixed(TypeCode.byte, value) }
  package mutating func appendBool(_ value: Bool) { fixed(TypeCode.bool, UInt32(value ? 1 : 0)) }
  package mutating func appendInt16(_ value: Int16) { fixed(TypeCode.int16, value) }
  package mutating func appendUInt16(_ value: UInt16) { fixed(TypeCode.uint16, value) }
  package mutating func appendInt32(_ value: Int32) { fixed(TypeCode.int32, value) }
  package mutating func appendUInt32(_ value: UInt32) { fixed(TypeCode.uint32, value) }
  package mutating func appendInt64(_ value: Int64) { fixed(TypeCode.int64, value) }
  package mutating func appendUInt64(_ value: UInt64) { fixed(TypeCode.uint64, value) }
  package mutating func appendDouble(_ value: Double) { fixed(TypeCode.double, value.bitPattern) }
  package mutating func appendString(_ value: String) { text(TypeCode.string, value) }
  package mutating func appendObjectPath(_ path: ObjectPath) {
    text(TypeCode.objectPath, path.string)
  }

  package mutating func appendSignature(_ signature: Signature) {
    guard admits(TypeCode.signature, size: 257) else { return }
    guard tail.isEmpty else { return tail.append(.text(TypeCode.signature, signature.string)) }
    body.append(signature: signature.string)
  }

  /// The message gets a duplicate; the caller keeps its own.
  ///
  /// A descriptor is an argument of its own, and only numbers, texts and descriptors follow it.
  package mutating func appendFileDescriptor(_ descriptor: FileDescriptor) {
    guard descriptor.raw >= 0 else { return fail("A closed file descriptor cannot be sent.") }
    guard depth == 0 else { return fail("A file descriptor cannot stand inside \(expected).") }
    guard fault == nil else { return }
    tail.append(.descriptor(descriptor))
  }

  /// `ay` in one piece.
  package mutating func appendBytes(_ data: Data) {
    data.withUnsafeBytes { appendBytes($0) }
  }

  package mutating func appendBytes(_ octets: UnsafeRawBufferPointer) {
    guard opens(), admits("ay", size: 8 + octets.count) else { return }
    body.append(UInt32(octets.count))
    body.append(octets)
  }

  /// An array whose elements the closure writes.
  package mutating func appendArray(of element: Signature, _ write: (inout MessageWriter) -> Void) {
    guard opens(), admits(element.arrayOf, size: 16) else { return }
    let array = body.openArray(Wire.alignment(element.string.utf8.first ?? 0))
    inside(.repeated(element), write)
    body.closeArray(array)
  }

  package mutating func appendVariant(of type: Signature, _ write: (inout MessageWriter) -> Void) {
    guard type.isSingleType else { return fail("A variant cannot hold '\(type)'.") }
    guard opens(), admits(TypeCode.variant, size: 8 + type.string.utf8.count) else { return }
    body.append(signature: type.string)
    inside(.once(type), write)
  }

  /// A structure; its signature has the parentheses.
  package mutating func appendStructure(
    _ type: Signature, _ write: (inout MessageWriter) -> Void
  ) {
    guard type.string.utf8.first == TypeCode.openStructure, type.isSingleType else {
      return fail("'\(type)' is not a structure.")
    }
    guard opens(), admits(type, size: 8) else { return }
    body.align(8)
    inside(.once(Signature(unchecked: String(type.string.dropFirst().dropLast()))), write)
  }

  /// An entry of a dictionary, inside `appendArray(of: "{…}")`.
  package mutating func appendEntry(
    key: Signature, value: Signature, _ write: (inout MessageWriter) -> Void
  ) {
    guard depth > 0 else { return fail("A dictionary entry stands outside a dictionary.") }
    let members = Signature(unchecked: key.string + value.string)
    guard opens(), admits(Signature(unchecked: "{\(members)}"), size: 8) else { return }
    body.align(8)
    inside(.once(members), write)
  }

  /// True if a container may stand here.
  private mutating func opens() -> Bool {
    if depth >= Self.maximumDepth { fail("Containers are nested over 64 deep.") }
    if !tail.isEmpty { fail("A container cannot follow a file descriptor.") }
    return fault == nil
  }

  /// Writes the content of a container.
  private mutating func inside(_ content: ExpectedTypes, _ write: (inout MessageWriter) -> Void) {
    let outer = expected
    expected = content
    depth += 1
    write(&self)
    if !expected.isComplete { fail("Something is missing in \(expected).") }
    depth -= 1
    expected = outer
  }
}
