/// A whole number that a field can hold.
public typealias FieldInteger = FixedWidthInteger & Sendable

extension Wire where Value: FieldInteger {
  /// One unsigned octet, times `scale`.
  public static func uint8(scale: Value = 1) -> Wire { integer(UInt8.self, .little, scale) }
  /// One signed octet, times `scale`.
  public static func int8(scale: Value = 1) -> Wire { integer(Int8.self, .little, scale) }
  /// Two octets without sign, times `scale`.
  public static func uint16(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(UInt16.self, order, scale)
  }
  /// Two octets with sign, times `scale`.
  public static func int16(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(Int16.self, order, scale)
  }
  /// Four octets without sign, times `scale`.
  public static func uint32(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(UInt32.self, order, scale)
  }
  /// Four octets with sign, times `scale`.
  public static func int32(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(Int32.self, order, scale)
  }
  /// Eight octets without sign, times `scale`.
  public static func uint64(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(UInt64.self, order, scale)
  }
  /// Eight octets with sign, times `scale`.
  public static func int64(scale: Value = 1, order: OctetOrder = .little) -> Wire {
    integer(Int64.self, order, scale)
  }

  /// A number as `Raw` in octets; it fits only if it is a multiple of the scale.
  static func integer<Raw: FieldInteger & BitwiseCopyable>(
    _ raw: Raw.Type, _ order: OctetOrder, _ scale: Value
  ) -> Wire {
    let size = MemoryLayout<Raw>.size
    let base = "\(Raw.self)".lowercased()
    let ends = [product(Raw.min, scale), product(Raw.max, scale)].sorted()
    let allowed = "\(ends[0])...\(ends[1])"
    return Wire(
      kind: scale == 1 ? base : "\(base) × \(scale)", size: size...size,
      decode: { reader throws(ProfileError) in
        let offset = reader.offset
        let raw = try reader.integer(Raw.self, order: order)
        guard let count = Value(exactly: raw) else {
          throw .outOfRange("\(raw)", allowed: "\(Value.min)...\(Value.max)", offset: offset)
        }
        let (value, overflow) = count.multipliedReportingOverflow(by: scale)
        guard !overflow else {
          throw .outOfRange(
            "\(raw) times \(scale)", allowed: "\(Value.min)...\(Value.max)", offset: offset)
        }
        return value
      },
      encode: { value, writer throws(ProfileError) in
        let (count, isImpossible) = value.dividedReportingOverflow(by: scale)
        guard !isImpossible, count &* scale == value else {
          throw .badValue("\(value)", allowed: "a multiple of \(scale)")
        }
        guard let raw = Raw(exactly: count) else {
          throw .outOfRange("\(value)", allowed: allowed)
        }
        writer.append(raw, order: order)
      },
      text: { "\($0)" },
      parse: { text throws(ProfileError) in
        guard let value = Value(text.trimmed) else {
          throw .badValue("\"\(text)\"", allowed: "a whole number")
        }
        return value
      })
  }

  /// The nearest value to a count of steps.
  private static func product(_ count: some FieldInteger, _ scale: Value) -> Value {
    let count = Value(clamping: count)
    let (product, overflow) = count.multipliedReportingOverflow(by: scale)
    guard overflow else { return product }
    return (count < 0) == (scale < 0) ? .max : .min
  }
}
