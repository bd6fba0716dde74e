extension WireForm {
  /// Decides the bits of the flags word that the value or its absence asks for.
  func mark(
    _ datum: ProfileDatum?, _ word: inout FlagWord, _ context: ProfileContext
  ) throws(ProfileError) {
    switch self {
    case .when(let condition, let inner):
      try condition.mark(datum != nil, &word)
      if datum != nil { try inner.mark(datum, &word, context) }
    case .bits(let range, let meaning):
      guard let datum else { return }
      try word.set(range, to: UInt64(truncatingIfNeeded: try meaning.bits(datum, range.width)))
    case .either(let either):
      guard let datum else { return }
      let isSet = try either.isSet(datum, context)
      try word.set(either.range, to: isSet ? 1 : 0)
      try (isSet ? either.set : either.clear).form.mark(datum.withoutUnit, &word, context)
    case .padded(_, let inner):
      try inner.mark(datum, &word, context)
    case .limited(let limits, let inner):
      if let datum, !limits.allow(datum) { throw outside(limits, datum, offset: nil) }
      try inner.mark(datum, &word, context)
    case .record(let layout, .inline):
      if case .record(let record) = datum { try layout.mark(record, &word, context) }
    default:
      break
    }
  }

  /// Appends the octets of a value; the flags that it asks for were written before.
  func encode(_ datum: ProfileDatum?, _ writer: inout OctetWriter) throws(ProfileError) {
    switch (self, datum) {
    case (.checksum(let presence), _):
      try presence.encode(
        datum != nil && datum != .bool(false), isWrong: datum == .bool(false), &writer)
    case (.bits, _), (.when, nil):
      break
    case (.when(_, let inner), _):
      try inner.encode(datum, &writer)
    case (.padded(let padding, let inner), _):
      writer.append(padding.before)
      try inner.encode(datum, &writer)
      writer.append(padding.after)
    case (_, let datum?):
      try encode(present: datum, &writer)
    case (_, nil):
      throw .missing("")
    }
  }

  private func encode(
    present datum: ProfileDatum, _ writer: inout OctetWriter
  ) throws(ProfileError) {
    switch self {
    case .integer(let form, let meaning):
      writer.append(try meaning.bits(datum, form.width), form)
    case .float(let form):
      try form.encode(datum, &writer)
    case .medicalFloat(let size):
      let bits = try MedicalFormat.of(size: size).bits(datum)
      writer.append(UInt128(bits), IntegerForm(size: size))
    case .hundredths(let whole):
      try whole.encodeHundredths(datum, &writer)
    case .dateTime:
      guard let value = datum.text.flatMap(DateTime.init) else {
        throw .badValue(datum.printed, allowed: "a time such as 2012-12-05T11:50:27")
      }
      try value.write(&writer)
    case .day:
      guard let value = datum.text.flatMap(CalendarDay.init) else {
        throw .badValue(datum.printed, allowed: "a day such as 2012-12-05")
      }
      try value.write(&writer)
    case .text(let form):
      guard let text = datum.text else { throw .badValue(datum.printed, allowed: "a text") }
      try form.encode(text, &writer)
    case .octets(let form):
      try form.encode(try form.octets(datum), &writer)
    case .list(let form, let element):
      try form.encode(datum, element, &writer)
    case .record(let layout, _):
      guard case .record(let record) = datum else {
        throw .badValue(datum.printed, allowed: "a group of named values")
      }
      try layout.encodeBody(record, &writer)
    case .sized(let prefix, let inner):
      try writer.sized(prefix) { writer throws(ProfileError) in try inner.encode(datum, &writer) }
    case .either(let either):
      let choice = try either.isSet(datum, writer.context) ? either.set : either.clear
      try choice.form.encode(datum.withoutUnit, &writer)
    case .limited(let limits, let inner):
      guard limits.allow(datum) else { throw outside(limits, datum, offset: nil) }
      try inner.encode(datum, &writer)
    case .custom(let form):
      try form.encode(datum, &writer)
    case .bits, .when, .padded, .checksum:
      break
    }
  }
}

extension Either {
  /// Whether the bit is set for a value: by its unit, or by the form that holds it.
  func isSet(_ datum: ProfileDatum, _ context: ProfileContext) throws(ProfileError) -> Bool {
    if clear.unit != nil || set.unit != nil {
      guard case .quantity(_, let unit) = datum else { return false }
      if unit == clear.unit { return false }
      if unit == set.unit { return true }
      let allowed = [clear.unit, set.unit].compactMap { $0?.symbol }.joined(separator: " or ")
      throw .badValue("the unit \(unit)", allowed: allowed)
    }
    var probe = OctetWriter(capacity: 0, context: context)
    do throws(ProfileError) {
      try clear.form.encode(datum, &probe)
      return false
    } catch {
      return true
    }
  }
}

extension ProfileDatum {
  var withoutUnit: ProfileDatum {
    if case .quantity(let value, _) = self { value } else { self }
  }
}

extension FloatForm {
  func encode(_ datum: ProfileDatum, _ writer: inout OctetWriter) throws(ProfileError) {
    let named: Double? =
      switch datum.text?.lowercased() {
      case "nan": .nan
      case "inf", "+inf": .infinity
      case "-inf": -.infinity
      default: nil
      }
    guard let value = datum.doubleValue ?? named else {
      throw .badValue(datum.printed, allowed: "a number")
    }
    encode(value, &writer)
  }

  func encode(_ value: Double, _ writer: inout OctetWriter) {
    if isDouble {
      writer.append(value.bitPattern, order: order)
    } else {
      writer.append(Float(value).bitPattern, order: order)
    }
  }
}

extension MedicalFormat {
  func bits(_ datum: ProfileDatum) throws(ProfileError) -> UInt32 {
    if let number = datum.number {
      guard let bits = bits(number) else {
        let top = 1 << (mantissaBits - 1) - 1
        throw .outOfRange("\(number)", allowed: "±\(top)e\(1 << (exponentBits - 1) - 1)")
      }
      return bits
    }
    guard let bits = datum.text.flatMap({ bits(special: $0.trimmed) }) else {
      throw .badValue(datum.printed, allowed: "a number, NaN, NRes, +INF or -INF")
    }
    return bits
  }
}

extension IntegerForm {
  func encodeHundredths(
    _ datum: ProfileDatum, _ writer: inout OctetWriter
  ) throws(ProfileError) {
    guard let number = datum.number, let value = Scale(1, d: -2).count(number)?.count else {
      throw .badValue(datum.printed, allowed: "a number")
    }
    let (whole, fraction) = value.quotientAndRemainder(dividingBy: 100)
    guard bounds.contains(whole), isSigned || value >= 0 else {
      throw .outOfRange("\(number)", allowed: "\(bounds.lowerBound)...\(bounds.upperBound)")
    }
    writer.append(UInt128(truncatingIfNeeded: whole), self)
    // Between −1 and 0 only the fraction can tell the sign.
    let octet = whole == 0 ? fraction : Int128(fraction.magnitude)
    writer.append(UInt8(truncatingIfNeeded: octet))
  }
}

extension TextForm {
  func encode(_ text: String, _ writer: inout OctetWriter) throws(ProfileError) {
    guard text.utf8.count <= limit else {
      throw .outOfRange("\(text.utf8.count) octets", allowed: "0...\(limit) octets")
    }
    writer.append(Array(text.utf8))
  }
}

extension ListForm {
  func encode(
    _ datum: ProfileDatum, _ element: WireForm, _ writer: inout OctetWriter
  ) throws(ProfileError) {
    guard case .list(let elements) = datum else {
      throw .badValue(datum.printed, allowed: "a list")
    }
    try check(elements.count)
    for (index, value) in elements.enumerated() {
      do throws(ProfileError) {
        try element.encode(value, &writer)
      } catch {
        throw error.under("[\(index)]")
      }
    }
  }

  func check(_ count: Int) throws(ProfileError) {
    switch self {
    case .toEnd(let minimum):
      guard count >= minimum else {
        throw .outOfRange("\(count) elements", allowed: "at least \(minimum) elements")
      }
    case .fixed(let fixed):
      guard count == max(0, fixed) else {
        throw .outOfRange("\(count) elements", allowed: "\(fixed) elements")
      }
    }
  }
}

extension ChecksumPresence {
  func encode(
    _ isPresent: Bool, isWrong: Bool, _ writer: inout OctetWriter
  ) throws(ProfileError) {
    guard self != .required || !isWrong else {
      throw .badValue("false", allowed: "possible; the checksum is computed")
    }
    switch self {
    case .required: writer.appendChecksum()
    case .ifOctetsRemain: if isPresent { writer.appendChecksum() }
    case .orAllOnes:
      if isPresent { writer.appendChecksum() } else { writer.append(UInt16.max) }
    }
  }
}
