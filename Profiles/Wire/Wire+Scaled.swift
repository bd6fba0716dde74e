extension Wire where Value == Double {
  /// One unsigned octet as `raw × scale + offset`.
  public static func uint8(scale: Double = 1, offset: Double = 0) -> Wire {
    scaled(UInt8.self, .little, scale, offset)
  }
  /// One signed octet as `raw × scale + offset`.
  public static func int8(scale: Double = 1, offset: Double = 0) -> Wire {
    scaled(Int8.self, .little, scale, offset)
  }
  /// Two octets without sign as `raw × scale + offset`.
  public static func uint16(
    scale: Double = 1, offset: Double = 0, order: OctetOrder = .little
  ) -> Wire {
    scaled(UInt16.self, order, scale, offset)
  }
  /// Two octets with sign as `raw × scale + offset`.
  public static func int16(
    scale: Double = 1, offset: Double = 0, order: OctetOrder = .little
  ) -> Wire {
    scaled(Int16.self, order, scale, offset)
  }
  /// Four octets without sign as `raw × scale + offset`.
  public static func uint32(
    scale: Double = 1, offset: Double = 0, order: OctetOrder = .little
  ) -> Wire {
    scaled(UInt32.self, order, scale, offset)
  }
  /// Four octets with sign as `raw × scale + offset`.
  public static func int32(
    scale: Double = 1, offset: Double = 0, order: OctetOrder = .little
  ) -> Wire {
    scaled(Int32.self, order, scale, offset)
  }

  /// A physical quantity as a count of steps, rounded half away from zero to the nearest one.
  ///
  /// Eight octets are left out on purpose: a `Double` does not hold all their values.
  static func scaled<Raw: FieldInteger & BitwiseCopyable>(
    _ raw: Raw.Type, _ order: OctetOrder, _ scale: Double, _ offset: Double
  ) -> Wire {
    let size = MemoryLayout<Raw>.size
    let steps = Steps(scale: scale, offset: offset)
    let base = "\(Raw.self)".lowercased()
    let shift = offset == 0 ? "" : offset < 0 ? " − \(-offset)" : " + \(offset)"
    return Wire(
      kind: (scale == 1 ? base : "\(base) × \(scale)") + shift, size: size...size,
      decode: { reader throws(ProfileError) in
        steps.value(of: try reader.integer(Raw.self, order: order))
      },
      encode: { value, writer throws(ProfileError) in
        writer.append(try steps.count(of: value, as: Raw.self), order: order)
      },
      text: { steps.text(of: $0) },
      parse: { text throws(ProfileError) in
        guard let value = Double(text.trimmed) else {
          throw .badValue("\"\(text)\"", allowed: "a number")
        }
        return steps.value(of: try steps.count(of: value, as: Raw.self))
      })
  }
}

/// The arithmetic between a quantity and the count of steps that is sent for it.
struct Steps: Sendable {
  let scale: Double
  let offset: Double

  func value(of count: some BinaryInteger) -> Double {
    Double(count) * scale + offset
  }

  func count<Raw: FixedWidthInteger>(
    of value: Double, as raw: Raw.Type
  ) throws(ProfileError) -> Raw {
    let count = ((value - offset) / scale).rounded(.toNearestOrAwayFromZero)
    guard let raw = Raw(exactly: count) else {
      let ends = [self.value(of: Raw.min), self.value(of: Raw.max)].sorted().map(text(of:))
      throw .outOfRange(text(of: value), allowed: ends.joined(separator: "..."))
    }
    return raw
  }

  /// Prints as many decimals as tell one step from the next.
  func text(of value: Double) -> String {
    fixed(value, decimals: decimals)
  }

  private var decimals: Int {
    var decimals = 0
    var step = abs(scale)
    while step < 0.999_999_999, decimals < 12 {
      step *= 10
      decimals += 1
    }
    // A value half a step off the printed grid would be rounded to its neighbour.
    let isOnGrid = isWhole(offset / scale) && (scale < 1 || isWhole(scale))
    return isOnGrid ? decimals : decimals + 1
  }

  private func isWhole(_ number: Double) -> Bool {
    abs(number - number.rounded()) < 1e-9
  }
}

/// Prints a number with a fixed count of decimals, rounded half away from zero.
func fixed(_ value: Double, decimals: Int) -> String {
  let power = (0..<decimals).reduce(UInt64(1)) { power, _ in power &* 10 }
  let digits = (abs(value) * Double(power)).rounded(.toNearestOrAwayFromZero)
  // Above 2⁵³ a Double has no decimals left to print, and the default text is exact.
  guard digits < 0x1p53 else { return "\(value)" }
  let (whole, rest) = UInt64(digits).quotientAndRemainder(dividingBy: power)
  let sign = value < 0 && digits > 0 ? "-" : ""
  guard decimals > 0 else { return "\(sign)\(whole)" }
  let tail = "\(rest)"
  return "\(sign)\(whole)." + String(repeating: "0", count: decimals - tail.utf8.count) + tail
}
