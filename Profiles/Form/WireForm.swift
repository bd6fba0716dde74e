/// How a value lies in octets, as data: it can be listed, described, exported and built at run time.
///
/// The typed ``Wire`` of a field carries one; a ``DynamicLayout`` decodes and encodes with it.
public indirect enum WireForm: Hashable, Sendable {
  /// A whole number in octets of its own.
  case integer(IntegerForm, Meaning)
  /// A range of bits of the layout's flags word.
  case bits(BitRange, Meaning)
  /// An IEEE 754 number of 4 or 8 octets.
  case float(FloatForm)
  /// An IEEE 11073 number of 2 or 4 octets, with mantissa and exponent.
  case medicalFloat(size: Int)
  /// A signed whole number followed by an octet with hundredths.
  case hundredths(whole: IntegerForm)
  /// Year, month, day, hours, minutes and seconds in 7 octets.
  case dateTime
  /// Year, month and day in 4 octets.
  case day
  /// UTF-8 text.
  case text(TextForm)
  /// Octets without structure.
  case octets(OctetsForm)
  /// Several values of one form.
  case list(ListForm, WireForm)
  /// A nested layout.
  case record(DynamicLayout, RecordStyle)
  /// A form in a stretch of octets whose size is sent before it.
  case sized(SizePrefix, WireForm)
  /// A form that is only there under a condition.
  case when(FlagCondition, WireForm)
  /// One of two forms, chosen by a bit of the layout's flags word.
  case either(Either)
  /// A form with octets before and after it that carry nothing.
  case padded(Padding, WireForm)
  /// A form whose values are limited.
  case limited(ValueLimits, WireForm)
  /// The CRC of all octets before it, from the start of the value or of its sized record.
  case checksum(ChecksumPresence)
  /// A form that only Swift code can read and write.
  case custom(CustomForm)
}

/// An IEEE 754 number.
public struct FloatForm: Hashable, Sendable {
  /// Whether it has 8 octets instead of 4.
  public let isDouble: Bool
  /// The order of the octets.
  public let order: OctetOrder

  /// Makes a form of 4 or 8 octets.
  public init(isDouble: Bool, order: OctetOrder = .little) {
    self.isDouble = isDouble
    self.order = order
  }
}

/// UTF-8 text to the end of the value.
public struct TextForm: Hashable, Sendable {
  /// The most octets.
  public let limit: Int
  /// Whether zero octets at the end are no part of the text.
  public let trimsZeros: Bool

  /// Makes a text of at most `limit` octets.
  public init(limit: Int = 512, trimsZeros: Bool = false) {
    self.limit = max(0, limit)
    self.trimsZeros = trimsZeros
  }
}

/// Octets without structure.
public struct OctetsForm: Hashable, Sendable {
  /// How octets read as text.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// Pairs of hexadecimal digits.
    case hexadecimal
    /// The dashed form of a UUID, whose most significant octet is sent first.
    case uuid
    /// The form of a device address with colons, whose least significant octet is sent first.
    case address
    /// The text that they are in UTF-8, or else pairs of hexadecimal digits after `0x`.
    case readable
  }

  /// The fewest octets.
  public let minimum: Int
  /// The most octets.
  public let maximum: Int
  /// How they read as text.
  public let style: Style

  /// Makes octets up to the end of the value, within limits.
  public init(_ count: ClosedRange<Int>, style: Style = .hexadecimal) {
    minimum = max(0, count.lowerBound)
    maximum = max(0, count.upperBound)
    self.style = style
  }

  var isFixed: Bool { minimum == maximum }
}

/// How many values a list has.
public enum ListForm: Hashable, Sendable {
  /// As many as there are up to the end of the octets, but not fewer than this.
  case toEnd(minimum: Int)
  /// Always as many.
  case fixed(Int)
}

/// How a nested layout shows in the record around it.
public enum RecordStyle: Hashable, Sendable, CaseIterable {
  /// As one value with named values in it.
  case nested
  /// As if its fields stood in the layout around it.
  case inline
}

/// A number that tells how many octets a record has.
public struct SizePrefix: Hashable, Sendable {
  /// How the size is sent.
  public let integer: IntegerForm
  /// Whether the size counts its own octets.
  public let includesItself: Bool

  /// Makes a size of 1 to 4 octets.
  public init(_ integer: IntegerForm = .uint8, includesItself: Bool = false) {
    self.integer = IntegerForm(size: min(integer.size, 4), order: integer.order)
    self.includesItself = includesItself
  }
}

/// Octets around a form that carry nothing: ignored when read, written as given.
public struct Padding: Hashable, Sendable {
  /// What is written before the form.
  public let before: [UInt8]
  /// What is written after the form.
  public let after: [UInt8]
  /// Whether octets may end before the octets after the form.
  public let mayEnd: Bool

  /// Makes padding.
  public init(before: [UInt8] = [], after: [UInt8] = [], mayEnd: Bool = false) {
    self.before = before
    self.after = after
    self.mayEnd = mayEnd
  }

  /// Passes over the octets after the form.
  func leave(_ reader: inout OctetReader) throws(ProfileError) {
    if mayEnd, reader.available == 0 { return }
    try reader.skip(after.count)
  }
}

/// Whether a checksum is there.
public enum ChecksumPresence: Hashable, Sendable, CaseIterable {
  /// Always.
  case required
  /// If octets are left for it.
  case ifOctetsRemain
  /// Always in octets, but FFFF says that there is none.
  case orAllOnes
}
