extension WireForm {
  /// Takes the value from octets, `nil` if the flags say that it is not there.
  func decode(_ reader: inout OctetReader) throws(ProfileError) -> ProfileDatum? {
    let start = reader.offset
    switch self {
    case .integer(let form, let meaning):
      let bits = try reader.bits(form)
      return try meaning.datum(bits, form.width, at: start)
    case .bits(let range, let meaning):
      let bits = UInt128(range.bits(of: reader.flags))
      return try meaning.datum(bits, range.width, at: start)
    case .float(let form):
      return .real(try form.decode(&reader))
    case .medicalFloat(let size):
      let bits = UInt32(truncatingIfNeeded: try reader.word(size: size, order: .little))
      return MedicalFormat.of(size: size).datum(bits)
    case .hundredths(let whole):
      return .decimal(try whole.decodeHundredths(&reader))
    case .dateTime: return .text("\(try DateTime(&reader))")
    case .day: return .text("\(try CalendarDay(&reader))")
    case .text(let form): return .text(try form.decode(&reader))
    case .octets(let form): return form.datum(try form.decode(&reader))
    case .list(let form, let element): return .list(try form.decode(&reader, element))
    case .record(let layout, let style):
      do throws(ProfileError) {
        return .record(try layout.decodeBody(&reader))
      } catch {
        throw style == .nested ? error.under(".") : error
      }
    case .sized(let prefix, let inner):
      return try prefix.decode(&reader) {
        reader throws(ProfileError) in
        let value = try inner.decode(&reader)
        try inner.finish(&reader)
        return value
      }
    case .when(let condition, let inner):
      return condition.holds(in: reader.flags) ? try inner.decode(&reader) : nil
    case .either(let either):
      let choice = reader.flags >> UInt64(either.bit) & 1 == 1 ? either.set : either.clear
      let value = try choice.form.decode(&reader)
      guard let unit = choice.unit, let value else { return value }
      return .quantity(value, unit)
    case .padded(let padding, let inner):
      try reader.skip(padding.before.count)
      let value = try inner.decode(&reader)
      try padding.leave(&reader)
      return value
    case .limited(let limits, let inner):
      let value = try inner.decode(&reader)
      guard limits.outside == .reject, let value, !limits.allow(value) else { return value }
      throw outside(limits, value, offset: start)
    case .checksum(let presence):
      return try presence.decode(&reader) ? .bool(true) : nil
    case .custom(let form):
      return try form.decode(&reader)
    }
  }

  /// Octets that are left in a sized record after its form.
  func finish(_ reader: inout OctetReader) throws(ProfileError) {
    if case .record(let layout, _) = self, layout.trailing == .ignore {
      try reader.skip(reader.available)
    }
    guard reader.available == 0 else {
      throw .trailing(reader.available, offset: reader.offset)
    }
  }

  /// Reports a value outside of limits, with all its digits if fewer would be a value within them.
  func outside(_ limits: ValueLimits, _ value: ProfileDatum, offset: Int?) -> ProfileError {
    var shown = text(value)
    if let number = ProfileDecimal(shown), limits.allow(.decimal(number)) {
      shown = value.text ?? shown
    }
    return .outOfRange(shown, allowed: text(limits, isExact: true), offset: offset)
  }
}

extension IntegerForm {
  var width: BitWidth { BitWidth(size * 8, isSigned: isSigned) }

  /// A whole number and an octet of hundredths, which has the sign of the whole number; senders
  /// that cast a negative fraction to an octet are understood.
  func decodeHundredths(_ reader: inout OctetReader) throws(ProfileError) -> ProfileDecimal {
    try reader.demand(size + 1)
    let whole = width.number(try reader.bits(self))
    let start = reader.offset
    let octet = try reader.integer(UInt8.self)
    let signed = Int8(bitPattern: octet)
    guard octet < 100 || (isSigned && whole <= 0 && signed > -100 && signed < 0) else {
      throw .outOfRange("\(octet) hundredths", allowed: "0...99 hundredths", offset: start)
    }
    let fraction = octet < 100 ? (whole < 0 ? -Int128(octet) : Int128(octet)) : Int128(signed)
    let (product, overflow) = whole.multipliedReportingOverflow(by: 100)
    guard !overflow else { throw .outOfRange("\(whole)", allowed: "smaller", offset: start) }
    return ProfileDecimal(significand: product + fraction, exponent: -2)
  }
}

extension FloatForm {
  func decode(_ reader: inout OctetReader) throws(ProfileError) -> Double {
    guard isDouble else {
      return Double(Float(bitPattern: try reader.integer(UInt32.self, order: order)))
    }
    return Double(bitPattern: try reader.integer(UInt64.self, order: order))
  }
}

extension MedicalFormat {
  func datum(_ bits: UInt32) -> ProfileDatum {
    guard let decimal = decimal(bits) else { return .special(special(bits) ?? "reserved") }
    return .decimal(decimal)
  }
}

extension TextForm {
  func decode(_ reader: inout OctetReader) throws(ProfileError) -> String {
    let offset = reader.offset
    var octets = try reader.data(count: min(limit, reader.available))
    if trimsZeros {
      while octets.last == 0 { octets.removeLast() }
    }
    guard let text = String(validating: octets, as: UTF8.self) else {
      throw .badValue(hexadecimal(octets), allowed: "UTF-8", offset: offset)
    }
    return text
  }
}

extension ListForm {
  func decode(
    _ reader: inout OctetReader, _ element: WireForm
  ) throws(ProfileError) -> [ProfileDatum] {
    var elements: [ProfileDatum] = []
    try forEachIndex(&reader) { index, reader throws(ProfileError) in
      if let value = try element.decode(&reader) { elements.append(value) }
    }
    return elements
  }

  /// Calls once for each element that is there or must be; an element takes at least one octet.
  @inlinable
  func forEachIndex(
    _ reader: inout OctetReader,
    _ decode: (Int, inout OctetReader) throws(ProfileError) -> Void
  ) throws(ProfileError) {
    var index = 0
    while isDue(index, reader.available) {
      let start = reader.offset
      do throws(ProfileError) {
        try decode(index, &reader)
        guard reader.offset > start else {
          throw .badValue("an element without octets", allowed: "possible in a list", offset: start)
        }
      } catch {
        throw error.under("[\(index)]")
      }
      index += 1
    }
  }

  @inlinable
  func isDue(_ index: Int, _ available: Int) -> Bool {
    switch self {
    case .toEnd(let minimum): available > 0 || index < minimum
    case .fixed(let count): index < count
    }
  }
}

extension SizePrefix {
  func decode<Value>(
    _ reader: inout OctetReader, _ read: (inout OctetReader) throws(ProfileError) -> Value
  ) throws(ProfileError) -> Value {
    let start = reader.offset
    let size = Int(truncatingIfNeeded: try reader.word(size: integer.size, order: integer.order))
    let own = includesItself ? integer.size : 0
    guard size >= own else {
      throw .badValue("the size \(size)", allowed: "at least \(own)", offset: start)
    }
    return try reader.scoped(from: start, size: size - own, read)
  }
}

extension ChecksumPresence {
  /// Takes the checksum; `false` if there is none.
  func decode(_ reader: inout OctetReader) throws(ProfileError) -> Bool {
    if self == .ifOctetsRemain, reader.available == 0 { return false }
    let expected = reader.checksum
    let start = reader.offset
    let sent = try reader.integer(UInt16.self)
    if sent == expected { return true }
    if self == .orAllOnes, sent == 0xFFFF { return false }
    throw .badChecksum(sent, expected: expected, offset: start)
  }
}

extension Meaning {
  func datum(
    _ bits: UInt128, _ width: BitWidth, at start: Int
  ) throws(ProfileError) -> ProfileDatum {
    do throws(ProfileError) {
      return try datum(bits, width)
    } catch {
      throw error.at(start)
    }
  }
}
