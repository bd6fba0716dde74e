extension WireForm {
  /// The value as text without its unit.
  func text(_ datum: ProfileDatum) -> String {
    switch self {
    case .integer(_, let meaning), .bits(_, let meaning):
      return meaning.text(datum)
    case .octets(let form):
      if case .octets(let octets) = datum { return form.text(octets) }
      return datum.text ?? datum.printed
    case .list(_, let element):
      guard case .list(let elements) = datum else { return datum.printed }
      let texts = elements.map { element.text($0) }
      return (element.isReadable ? texts.map(\.asListed) : texts).joined(separator: ", ")
    case .record(let layout, _):
      guard case .record(let record) = datum else { return datum.printed }
      let parts = layout.strings(of: record).map { "\($0.name) = \($0.text)" }
      return "(" + parts.joined(separator: "; ") + ")"
    case .sized(_, let inner), .when(_, let inner), .padded(_, let inner), .limited(_, let inner):
      return inner.text(datum)
    case .either(let either):
      guard case .quantity(let value, let unit) = datum else {
        return either.clear.form.text(datum)
      }
      // Here the unit is part of the value, also where that is no number.
      return unit.text((unit == either.set.unit ? either.set : either.clear).form.text(value))
    case .custom(let form):
      return form.text(datum)
    case .float, .medicalFloat, .hundredths, .dateTime, .day, .text, .checksum:
      return datum.text ?? datum.printed
    }
  }

  /// The value of a text, which may but need not name the unit.
  func parse(_ text: String, _ unit: ProfileUnit? = nil) throws(ProfileError) -> ProfileDatum {
    let text = unit?.number(in: text) ?? text
    switch self {
    case .integer(let form, let meaning):
      return try meaning.parse(text, form.width)
    case .bits(let range, let meaning):
      return try meaning.parse(text, range.width)
    case .list(_, let element):
      var elements: [ProfileDatum] = []
      for part in try text.listed() { elements.append(try element.parse(part, unit)) }
      return .list(elements)
    case .record:
      throw .badValue("\"\(text)\"", allowed: "possible; a nested group has no text to read")
    case .sized(_, let inner), .when(_, let inner), .padded(_, let inner), .limited(_, let inner):
      return try inner.parse(text, unit)
    case .either(let either):
      for choice in [either.set, either.clear] {
        guard let unit = choice.unit, text.trimmed.hasSuffix(unit.symbol) else { continue }
        return .quantity(try choice.form.parse(text, unit), unit)
      }
      guard let unit = either.clear.unit else { return try either.widest.parse(text) }
      return .quantity(try either.clear.form.parse(text), unit)
    case .custom(let form):
      return try form.parse(text)
    case .octets(let form):
      return form.datum(try form.octets(.text(text)))
    case .text:
      return .text(text)
    case .float, .medicalFloat, .hundredths, .dateTime, .day, .checksum:
      return try parseByEncoding(text.trimmed)
    }
  }

  /// Whether a text of the form can be read, so not that of a nested group.
  private var isReadable: Bool {
    switch self {
    case .record: false
    case .list(_, let inner), .sized(_, let inner), .when(_, let inner), .padded(_, let inner),
      .limited(_, let inner):
      inner.isReadable
    default: true
    }
  }

  private func parseByEncoding(_ text: String) throws(ProfileError) -> ProfileDatum {
    let datum: ProfileDatum =
      if case .checksum = self { .bool(text != "false") } else {
        ProfileDecimal(text).map(ProfileDatum.decimal) ?? .text(text)
      }
    var probe = OctetWriter(capacity: 8)
    try encode(datum, &probe)
    return datum
  }

  /// The limits as text without their unit, rounded as values are unless all digits are asked for.
  func text(_ limits: ValueLimits, isExact: Bool = false) -> String {
    let text: (ProfileDecimal) -> String = { limit in
      let rounded = self.text(.decimal(limit))
      let isSame = ProfileDecimal(rounded)?.isEqual(to: limit) ?? true
      return isSame || !isExact ? rounded : "\(limit)"
    }
    return switch limits.allowed {
    case .range(let low, let high): "\(text(low))...\(text(high))"
    case .values(let values): values.map(text).joined(separator: ", ")
    }
  }

  /// The limits of the values, if there are some beyond the form's own.
  public var limits: ValueLimits? {
    switch self {
    case .limited(let limits, _): limits
    case .when(_, let inner), .padded(_, let inner), .sized(_, let inner), .list(_, let inner):
      inner.limits
    default: nil
    }
  }
}

extension Either {
  /// The form that holds more numbers.
  var widest: WireForm {
    (set.form.maximumSize ?? .max) >= (clear.form.maximumSize ?? .max) ? set.form : clear.form
  }
}
