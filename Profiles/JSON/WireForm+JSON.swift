extension WireForm {
  /// The form as members of an object, `type` first.
  var jsonMembers: [(String, ProfileJSON?)] {
    switch self {
    case .integer(let form, let meaning):
      [("type", form.json)] + meaning.jsonMembers
    case .bits(let range, let meaning):
      [("type", "bits")] + range.jsonMembers + meaning.jsonMembers
    case .float(let form):
      [("type", .string((form.isDouble ? "float64" : "float32") + form.order.suffix))]
    case .medicalFloat(let size): [("type", .string("medfloat\(size.times(8))"))]
    case .hundredths(let whole): [("type", "hundredths"), ("whole", whole.json)]
    case .dateTime: [("type", "dateTime")]
    case .day: [("type", "day")]
    case .text(let form):
      [
        ("type", "utf8"), ("limit", form.limit == 512 ? nil : .whole(form.limit)),
        ("trimsZeros", form.trimsZeros ? true : nil),
      ]
    case .octets(let form):
      [
        ("type", "octets"), ("minimum", .whole(form.minimum)), ("maximum", .whole(form.maximum)),
        ("style", form.style == .hexadecimal ? nil : .string("\(form.style)")),
      ]
    case .list(let list, let inner):
      [("type", "list"), list.jsonMember, ("of", inner.json)]
    case .record(let layout, let style):
      [
        ("type", "record"), ("style", style == .nested ? nil : .string("\(style)")),
        ("layout", layout.json),
      ]
    case .sized(let prefix, let inner):
      [
        ("type", "sized"), ("size", prefix.integer.json),
        ("includesItself", prefix.includesItself ? true : nil), ("of", inner.json),
      ]
    case .when(let condition, let inner):
      [("type", "when")] + condition.bits.jsonMembers
        + [("equals", .whole(condition.value)), ("of", inner.json)]
    case .either(let either):
      [
        ("type", "either"), ("bit", .whole(either.bit)), ("clear", either.clear.json),
        ("set", either.set.json),
      ]
    case .padded(let padding, let inner):
      [
        ("type", "padded"), ("before", .octets(padding.before)), ("after", .octets(padding.after)),
        ("mayEnd", padding.mayEnd ? true : nil), ("of", inner.json),
      ]
    case .limited(let limits, let inner):
      [("type", "limited")] + limits.jsonMembers + [("of", inner.json)]
    case .checksum(let presence):
      [
        ("type", "checksum"),
        ("presence", presence == .required ? nil : .string("\(presence)")),
      ]
    case .custom(let form): [("type", "custom"), ("custom", .string(form.name))]
    }
  }

  var json: ProfileJSON { .members(jsonMembers) }
}

extension OctetOrder {
  var suffix: String { self == .big ? " big-endian" : "" }
}

extension IntegerForm {
  var json: ProfileJSON { .string("\(isSigned ? "int" : "uint")\(size * 8)" + order.suffix) }
}

extension BitRange {
  var jsonMembers: [(String, ProfileJSON?)] {
    [
      count == 1
        ? ("bit", .whole(start)) : ("bits", [.whole(start), .whole(start + count - 1)]),
      ("signed", isSigned ? true : nil),
    ]
  }
}

extension ListForm {
  fileprivate var jsonMember: (String, ProfileJSON?) {
    switch self {
    case .toEnd(let minimum): ("minimum", .whole(minimum))
    case .fixed(let count): ("count", .whole(count))
    }
  }
}

extension Either.Choice {
  fileprivate var json: ProfileJSON {
    .members([("unit", unit.map { .string($0.symbol) })] + form.jsonMembers)
  }
}

extension ValueLimits {
  fileprivate var jsonMembers: [(String, ProfileJSON?)] {
    let allowed: (String, ProfileJSON?) =
      switch allowed {
      case .range(let low, let high): ("range", [.number(low), .number(high)])
      case .values(let values): ("values", .array(values.map(ProfileJSON.number)))
      }
    return [allowed, ("outside", outside == .reject ? nil : .string("\(outside)"))]
  }
}

extension ProfileJSON {
  /// Pairs of hexadecimal digits, nothing without octets.
  static func octets(_ octets: [UInt8]) -> ProfileJSON? {
    octets.isEmpty ? nil : .string(hexadecimal(octets))
  }
}
