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
  private let octets: UnsafeRawBufferPointer

  /// How many octets were taken.
  public private(set) var offset = 0

  init(_ octets: UnsafeRawBufferPointer) {
    self.octets = octets
  }

  /// How many octets are left.
  public var available: Int { octets.count - offset }

  /// Takes one number.
  public mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type = Number.self, order: OctetOrder = .little
  ) throws(ProfileError) -> Number {
    let size = MemoryLayout<Number>.size
    guard size <= available else {
      throw .truncated(needed: size, available: available, offset: offset)
    }
    let raw = octets.loadUnaligned(fromByteOffset: offset, as: Number.self)
    offset += size
    return order == .little ? Number(littleEndian: raw) : Number(bigEndian: raw)
  }

  /// Takes `count` octets.
  public mutating func data(count: Int) throws(ProfileError) -> Data {
    let count = max(0, count)
    guard count <= available else {
      throw .truncated(needed: count, available: available, offset: offset)
    }
    defer { offset += count }
    return Data(octets[offset..<offset + count])
  }
}

/// Collects the octets that wire forms write.
public struct OctetWriter: ~Copyable {
  /// What was written so far.
  public private(set) var data: Data

  init(capacity: Int) {
    data = Data(capacity: capacity)
  }

  /// Appends one number.
  public mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(
    _ number: Number, order: OctetOrder = .little
  ) {
    withUnsafeBytes(of: order == .little ? number.littleEndian : number.bigEndian) {
      data.append(contentsOf: $0)
    }
  }

  /// Appends octets as they are.
  public mutating func append(_ octets: Data) {
    data.append(octets)
  }
}
