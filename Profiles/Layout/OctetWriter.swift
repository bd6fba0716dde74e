public import FoundationEssentials

/// Collects the octets that wire forms write.
public struct OctetWriter: ~Copyable {
  /// What was written so far.
  public private(set) var data: Data

  /// What is known from elsewhere.
  public let context: ProfileContext

  /// Where the value or the sized record began.
  private var start = 0

  init(capacity: Int, context: ProfileContext = ProfileContext()) {
    data = Data(capacity: capacity)
    self.context = context
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

  /// Appends octets as they are.
  public mutating func append(_ octets: [UInt8]) {
    data.append(contentsOf: octets)
  }

  /// Appends the bits of a number of 1 to 16 octets.
  mutating func append(_ bits: UInt128, _ form: IntegerForm) {
    for index in 0..<form.size {
      let place = form.order == .little ? index : form.size - 1 - index
      data.append(UInt8(truncatingIfNeeded: bits >> UInt128(8 * place)))
    }
  }

  /// The checksum of all octets since the value or the sized record began.
  var checksum: UInt16 { endToEndChecksum(data.dropFirst(start)) }

  /// Writes a part with its size before it.
  mutating func sized(
    _ prefix: SizePrefix, _ write: (inout OctetWriter) throws(ProfileError) -> Void
  ) throws(ProfileError) {
    let outer = start
    start = data.count
    append(UInt128(0), prefix.integer)
    try write(&self)
    let own = prefix.integer.size
    let size = data.count - start - (prefix.includesItself ? 0 : own)
    guard prefix.integer.bounds.contains(Int128(size)) else {
      throw .outOfRange(
        "a record of \(size) octets", allowed: "0...\(prefix.integer.bounds.upperBound) octets")
    }
    for index in 0..<own {
      let place = prefix.integer.order == .little ? index : own - 1 - index
      data[data.startIndex + start + index] = UInt8(truncatingIfNeeded: size >> (8 * place))
    }
    start = outer
  }
}
