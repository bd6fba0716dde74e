public import FoundationEssentials

/// The order in which the octets of a number are sent.
public enum OctetOrder: Hashable, Sendable, CaseIterable {
  /// Least significant octet first, as in all attributes of the Bluetooth SIG.
  case little
  /// Most significant octet first, as in most beacons.
  case big
}

/// A position in received octets from which wire forms take what they need.
///
/// It lends the octets for the time of one decoding, so it cannot be copied, and never reads past
/// their end.
public struct OctetReader: ~Copyable {
  @usableFromInline let octets: UnsafeRawBufferPointer
  /// The end of the value, or of the sized record that is being read.
  @usableFromInline var end: Int
  /// Where the value or the sized record began.
  private var start = 0

  /// How many octets were taken.
  @inlinable public var offset: Int { place }
  @usableFromInline var place = 0

  /// The flags word of the layout that is being read.
  @inlinable public var flags: UInt64 { word }
  @usableFromInline var word: UInt64 = 0

  /// What is known from elsewhere.
  public let context: ProfileContext

  @usableFromInline
  init(_ octets: UnsafeRawBufferPointer, context: ProfileContext) {
    self.octets = octets
    self.context = context
    end = octets.count
  }

  /// How many octets are left.
  @inlinable public var available: Int { end - place }

  /// Throws if fewer octets are left.
  public func demand(_ count: Int) throws(ProfileError) {
    guard count <= available else {
      throw .truncated(needed: count, available: available, offset: offset)
    }
  }

  /// Takes one number.
  @inlinable @inline(__always)
  public mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self, order: OctetOrder = .little
  ) throws(ProfileError) -> Number {
    let size = MemoryLayout<Number>.size
    guard size <= available else {
      throw .truncated(needed: size, available: available, offset: offset)
    }
    let raw = octets.loadUnaligned(fromByteOffset: offset, as: Number.self)
    place += size
    return order == .little ? Number(littleEndian: raw) : Number(bigEndian: raw)
  }

  /// Puts back the flags of the layout around the one that was read.
  @inlinable
  mutating func leave(_ outer: UInt64) { word = outer }

  /// Takes `count` octets.
  public mutating func data(count: Int) throws(ProfileError) -> Data {
    let count = max(0, count)
    try demand(count)
    defer { place += count }
    return Data(octets[offset..<offset + count])
  }

  /// Passes over `count` octets.
  public mutating func skip(_ count: Int) throws(ProfileError) {
    let count = max(0, count)
    try demand(count)
    place += count
  }

  /// Takes the bits of a number of 1 to 16 octets.
  mutating func bits(_ form: IntegerForm) throws(ProfileError) -> UInt128 {
    try demand(form.size)
    var bits: UInt128 = 0
    for index in 0..<form.size {
      let place = form.order == .little ? form.size - 1 - index : index
      bits = bits << 8 | UInt128(octets[offset + place])
    }
    place += form.size
    return bits
  }

  /// Takes the bits of a number of at most 8 octets.
  mutating func word(size: Int, order: OctetOrder) throws(ProfileError) -> UInt64 {
    try demand(size)
    if size == 1 {
      defer { place += 1 }
      return UInt64(octets[offset])
    }
    var bits: UInt64 = 0
    for index in 0..<size {
      bits = bits << 8 | UInt64(octets[offset + (order == .little ? size - 1 - index : index)])
    }
    place += size
    return bits
  }

  /// Goes back to an offset that was reached before.
  mutating func rewind(to offset: Int) {
    place = min(offset, place)
  }

  /// The checksum of all octets since the value or the sized record began.
  var checksum: UInt16 { endToEndChecksum(octets[start..<offset]) }

  /// Reads a part that ends after `size` octets and began at an offset.
  mutating func scoped<Value>(
    from start: Int, size: Int,
    _ read: (inout OctetReader) throws(ProfileError) -> Value
  ) throws(ProfileError) -> Value {
    try demand(size)
    let outer = (self.start, end)
    (self.start, end) = (start, offset + size)
    let value = try read(&self)
    (self.start, end) = outer
    return value
  }
}
