/// How a whole number lies in octets.
public struct IntegerForm: Hashable, Sendable {
  /// How many octets there are, 1...16.
  public let size: Int
  /// Whether the number is two's complement.
  public let isSigned: Bool
  /// The order of the octets.
  public let order: OctetOrder

  /// Makes a form of 1 to 16 octets; other sizes become the nearest of these.
  public init(size: Int, isSigned: Bool = false, order: OctetOrder = .little) {
    self.size = min(max(size, 1), 16)
    self.isSigned = isSigned
    self.order = order
  }

  /// One octet without sign.
  public static let uint8 = IntegerForm(size: 1)
  /// Two octets without sign, least significant first.
  public static let uint16 = IntegerForm(size: 2)
  /// Three octets without sign, least significant first.
  public static let uint24 = IntegerForm(size: 3)
  /// Four octets without sign, least significant first.
  public static let uint32 = IntegerForm(size: 4)

  /// The name in documentation, such as `int24`.
  public var name: String {
    "\(isSigned ? "int" : "uint")\(size * 8)" + (order == .big && size > 1 ? " big-endian" : "")
  }

  /// The numbers that fit; 16 octets without sign stop at the maximum of `Int128`.
  var bounds: ClosedRange<Int128> { BitWidth(size * 8, isSigned: isSigned).bounds }
}

/// How many bits a number has, in octets of its own or in a word with others.
struct BitWidth: Hashable, Sendable {
  let width: Int
  let isSigned: Bool

  init(_ width: Int, isSigned: Bool) {
    self.width = min(max(width, 1), 128)
    self.isSigned = isSigned
  }

  var bounds: ClosedRange<Int128> {
    if isSigned {
      let top = Int128(1) << Int128(width - 1)
      return width == 128 ? .min ... .max : -top...top - 1
    }
    return width >= 127 ? 0 ... .max : 0...(Int128(1) << Int128(width)) - 1
  }

  /// The number with these bits.
  func number(_ bits: UInt128) -> Int128 {
    let unused = UInt128(128 - width)
    let shifted = Int128(truncatingIfNeeded: bits << unused)
    return isSigned
      ? shifted >> Int128(unused)
      : Int128(truncatingIfNeeded: (bits << unused) >> unused)
  }
}
