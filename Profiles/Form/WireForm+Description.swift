extension WireForm {
  /// The fewest octets that the form takes.
  public var minimumSize: Int { size.minimum }

  /// The most octets that the form takes, `nil` without limit.
  public var maximumSize: Int? { size.maximum }

  private var size: (minimum: Int, maximum: Int?) {
    switch self {
    case .integer(let form, _): return (form.size, form.size)
    case .bits: return (0, 0)
    case .float(let form): return form.isDouble ? (8, 8) : (4, 4)
    case .medicalFloat(let size): return (size, size)
    case .hundredths(let whole): return (whole.size + 1, whole.size + 1)
    case .dateTime: return (7, 7)
    case .day: return (4, 4)
    case .text(let form): return (0, form.limit)
    case .octets(let form): return (form.minimum, form.maximum)
    case .list(.toEnd(let minimum), let element):
      return (element.minimumSize.times(minimum), nil)
    case .list(.fixed(let count), let element):
      return (element.minimumSize.times(count), element.maximumSize?.times(count))
    case .record(let layout, _): return (layout.minimumSize, layout.maximumSize)
    case .sized(let prefix, let inner):
      let own = prefix.integer.size
      return (own.plus(inner.minimumSize), inner.maximumSize?.plus(own))
    case .when(_, let inner): return (0, inner.maximumSize)
    case .either(let either):
      let (clear, set) = (either.clear.form, either.set.form)
      let least = min(clear.minimumSize, set.minimumSize)
      guard let a = clear.maximumSize, let b = set.maximumSize else { return (least, nil) }
      return (least, max(a, b))
    case .padded(let padding, let inner):
      let own = padding.before.count + padding.after.count
      let least = padding.mayEnd ? padding.before.count : own
      return (least.plus(inner.minimumSize), inner.maximumSize?.plus(own))
    case .limited(_, let inner): return (inner.minimumSize, inner.maximumSize)
    case .checksum(let presence): return (presence == .ifOctetsRemain ? 0 : 2, 2)
    case .custom(let form): return (form.minimumSize, form.maximumSize)
    }
  }

  /// The form in documentation, such as `int8 × 0.015625`.
  public var kind: String {
    switch self {
    case .integer(let form, .bool): form.size == 1 ? "bool" : "bool, \(form.name)"
    case .integer(let form, .codes): "enumeration, \(form.name)"
    case .integer(let form, .options): "options, \(form.name)"
    case .integer(let form, .exponentWord(let word)):
      "\(form.name) with \(word.exponentBits)-bit exponent" + word.scale.suffix
    case .integer(let form, .number(let number)): form.name + number.suffix
    case .bits(let range, let meaning):
      "flags bit\(range.count == 1 ? "" : "s") \(range)" + meaning.suffix
    case .float(let form): form.isDouble ? "float64" : "float32"
    case .medicalFloat(let size): size == 2 ? "medfloat16" : "medfloat32"
    case .hundredths(let whole): "\(whole.name) + uint8 hundredths"
    case .dateTime: "date time"
    case .day: "day"
    case .text: "utf8"
    case .octets(let form): form.style == .hexadecimal ? "opaque" : "\(form.style)"
    case .list(.toEnd, let element): "\(element.kind), repeated to the end"
    case .list(.fixed(let count), let element): "\(count) × \(element.kind)"
    case .record(_, .nested): "record"
    case .record(_, .inline): "group"
    case .sized(let prefix, let inner): "\(prefix.integer.name) size, \(inner.kind)"
    case .when(let condition, let inner): "\(inner.kind), \(condition)"
    case .either(let either):
      "\(either.clear.form.kind), or \(either.set.form.kind) if flag \(either.bit) is set"
    case .padded(_, let inner), .limited(_, let inner): inner.kind
    case .checksum: "CRC-16"
    case .custom(let form): form.name
    }
  }
}

extension Scale {
  fileprivate var suffix: String { self == .one ? "" : " × \(self)" }
}

extension NumberMeaning {
  fileprivate var suffix: String {
    guard offset.significand != 0 else { return scale.suffix }
    return scale.suffix + (offset.significand < 0 ? " − \(offset.negated)" : " + \(offset)")
  }
}

extension Meaning {
  fileprivate var suffix: String {
    switch self {
    case .number(let number): number.suffix
    case .bool: ""
    case .codes: ", enumeration"
    case .options: ", options"
    case .exponentWord: ", exponent and mantissa"
    }
  }
}

extension Int {
  func times(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: Swift.max(0, other))
    return overflow ? .max : product
  }

  func plus(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
