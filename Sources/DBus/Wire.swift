/// The octets of a message as the D-Bus specification lays them out ("Marshaling (Wire Format)").
///
/// Values are found by where they begin, and types by where their letters stand: in the header or
/// before the content of a variant. All offsets count from the beginning of the message. Nothing is
/// read behind the end, whatever the octets say.
struct Wire {
  let start: UnsafeRawPointer
  let end: Int

  func pointer(at offset: Int) -> UnsafePointer<CChar> {
    (start + offset).assumingMemoryBound(to: CChar.self)
  }

  func octets(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start + range.lowerBound, count: range.count)
  }

  /// Only inside the message.
  @inline(__always)
  func load<T: BitwiseCopyable>(_ type: T.Type, at offset: Int) -> T {
    start.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// The letter at a place of a signature; 0 behind the end of the message.
  @inline(__always)
  func letter(at type: Int) -> UInt8 {
    type < end ? load(UInt8.self, at: type) : 0
  }

  @inline(__always)
  static func align(_ offset: Int, _ alignment: Int) -> Int {
    (offset &+ alignment &- 1) & ~(alignment &- 1)
  }

  /// D-Bus specification, "Summary of D-Bus Marshalling"; also the size of what has a fixed one.
  static func alignment(_ letter: UInt8) -> Int {
    switch letter {
    case TypeCode.bool, TypeCode.int32, TypeCode.uint32, TypeCode.fileDescriptor, TypeCode.string,
      TypeCode.objectPath, TypeCode.array:
      4
    case TypeCode.int16, TypeCode.uint16: 2
    case TypeCode.int64, TypeCode.uint64, TypeCode.double, TypeCode.openStructure,
      TypeCode.openEntry:
      8
    default: 1
    }
  }

  /// Where the complete type ends that begins here.
  func typeEnd(_ type: Int) -> Int {
    var next = type
    while letter(at: next) == TypeCode.array { next += 1 }
    var depth = 0
    repeat {
      switch letter(at: next) {
      case TypeCode.openStructure, TypeCode.openEntry: depth += 1
      case TypeCode.closeStructure, TypeCode.closeEntry: depth -= 1
      case 0: return next
      default: break
      }
      next += 1
    } while depth > 0
    return next
  }

  /// The octets behind a length of 32 bits, and behind the padding to what they are.
  func counted(at offset: Int, before limit: Int, alignment: Int = 1) -> Range<Int>? {
    let length = Self.align(offset, 4)
    guard length + 4 <= limit else { return nil }
    let start = Self.align(length + 4, alignment)
    let end = start + Int(load(UInt32.self, at: length))
    return end <= limit ? start..<end : nil
  }

  /// The signature of a variant; its value comes after the zero behind it.
  func signature(at offset: Int, before limit: Int) -> Range<Int>? {
    guard offset < limit else { return nil }
    let end = offset + 1 + Int(load(UInt8.self, at: offset))
    return end < limit ? (offset + 1)..<end : nil
  }

  /// Where the content of a container or the value itself begins and ends.
  ///
  /// `nil` if it does not end before `limit`, or if there is no such type.
  func content(of type: Int, at offset: Int, before limit: Int) -> Range<Int>? {
    let letter = letter(at: type)
    switch letter {
    case TypeCode.string, TypeCode.objectPath:
      // A text ends with a zero that its length does not count.
      return counted(at: offset, before: limit - 1)
    case TypeCode.signature:
      return signature(at: offset, before: limit)
    case TypeCode.array:
      let alignment = Self.alignment(self.letter(at: type + 1))
      return counted(at: offset, before: limit, alignment: alignment)
    case TypeCode.variant:
      guard let signature = signature(at: offset, before: limit) else { return nil }
      let start = signature.upperBound + 1
      return end(of: signature.lowerBound, at: start, before: limit).map { start..<$0 }
    case TypeCode.openStructure, TypeCode.openEntry:
      let start = Self.align(offset, 8)
      guard let end = endOfMembers(type + 1, at: start, before: limit), end > start else {
        return nil
      }
      return start..<end
    default:
      guard TypeCode.isBasic(letter) else { return nil }
      let size = Self.alignment(letter)
      let start = Self.align(offset, size)
      return start + size <= limit ? start..<(start + size) : nil
    }
  }

  /// Where the next value begins, before the padding to what that is.
  func end(of type: Int, at offset: Int, before limit: Int) -> Int? {
    content(of: type, at: offset, before: limit).map { Self.end(letter(at: type), $0) }
  }

  /// The end of a value, by its letter and content.
  static func end(_ letter: UInt8, _ content: Range<Int>) -> Int {
    switch letter {
    case TypeCode.string, TypeCode.objectPath, TypeCode.signature: content.upperBound + 1
    default: content.upperBound
    }
  }

  private func endOfMembers(_ type: Int, at offset: Int, before limit: Int) -> Int? {
    var (type, offset) = (type, offset)
    while letter(at: type) != TypeCode.closeStructure, letter(at: type) != TypeCode.closeEntry {
      guard let end = end(of: type, at: offset, before: limit) else { return nil }
      (type, offset) = (typeEnd(type), end)
    }
    return offset
  }
}
