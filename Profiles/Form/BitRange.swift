/// A range of bits of a flags word.
public struct BitRange: Hashable, Sendable {
  /// The lowest bit, 0...63.
  public let start: Int
  /// How many bits there are, 1...64.
  public let count: Int
  /// Whether the bits are two's complement.
  public let isSigned: Bool
  /// The bits in their places.
  @usableFromInline let mask: UInt64

  /// Makes a range within 64 bits; what is outside is left out.
  public init(_ bits: Range<Int>, isSigned: Bool = false) {
    start = min(max(bits.lowerBound, 0), 63)
    count = min(max(bits.upperBound, start + 1), 64) - start
    self.isSigned = isSigned
    mask = (.max >> UInt64(64 - count)) << UInt64(start)
  }

  /// Makes a single bit, 0...63.
  public init(bit: Int) {
    let bit = min(max(bit, 0), 63)
    self.init(bit..<bit + 1)
  }

  var width: BitWidth { BitWidth(count, isSigned: isSigned) }

  /// The bits of a word, without sign.
  @inlinable func bits(of word: UInt64) -> UInt64 { (word & mask) &>> UInt64(start) }
}

extension BitRange: CustomStringConvertible {
  /// The bits for documentation, such as `1–2`.
  public var description: String {
    count == 1 ? "\(start)" : "\(start)–\(start + count - 1)"
  }
}
