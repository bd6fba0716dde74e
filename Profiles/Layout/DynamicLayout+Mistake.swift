extension DynamicLayout {
  /// What of the definition cannot work, `nil` if it is sound.
  ///
  /// A typed ``Layout`` with a mistake refuses to decode and encode, and one in JSON is not read.
  public var mistake: String? { mistake(flagBits: 0) }

  /// Groups without a flags word look at the one of the layout around them.
  func mistake(flagBits outer: Int) -> String? {
    let bits = flags.map { $0.integer.size * 8 } ?? outer
    let inner: String? =
      switch body {
      case .fields(let fields):
        fields.lazy.compactMap { $0.mistake(flagBits: bits) }.first
          ?? Self.starved(fields) ?? Self.repeatedKey(fields)
      case .union(let union):
        union.cases.lazy.compactMap { $0.layout.mistake(flagBits: bits) }.first
      case .computed: nil
      }
    return inner ?? variants.lazy.compactMap { $0.layout.mistake(flagBits: outer) }.first
  }

  /// A field that never gets an octet, because the one before takes all.
  private static func starved(_ fields: [FieldSchema]) -> String? {
    guard let greedy = fields.firstIndex(where: \.form.takesAll),
      let starved = fields[(greedy + 1)...].first(where: { $0.minimumSize > 0 })
    else { return nil }
    return "the field \(fields[greedy].name) takes all octets that are left, so that none is there "
      + "for \(starved.name)"
  }

  private static func repeatedKey(_ fields: [FieldSchema]) -> String? {
    var seen: Set<String> = []
    return fields.lazy.flatMap(\.ownKeys).first { !seen.insert($0).inserted }
      .map { "two fields are named \($0)" }
  }
}

extension FieldSchema {
  /// The keys in the record of its layout, those of an inline group for that.
  fileprivate var ownKeys: [String] {
    guard case .record(let layout, .inline) = form else { return keys }
    guard case .fields(let fields) = layout.body else { return [] }
    return fields.flatMap(\.ownKeys)
  }

  fileprivate func mistake(flagBits: Int) -> String? {
    form.mistake(flagBits: flagBits).map { "field \(name): \($0)" }
  }
}

extension WireForm {
  /// Whether it takes all octets that are left, so that nothing can come after it.
  fileprivate var takesAll: Bool {
    switch self {
    case .list(.toEnd, _), .text: true
    case .octets(let form): !form.isFixed
    case .padded(_, let inner), .limited(_, let inner): inner.takesAll
    default: false
    }
  }

  fileprivate func mistake(flagBits: Int) -> String? {
    switch self {
    case .integer(let form, let meaning): meaning.mistake(form.width)?.description
    case .bits(let range, let meaning):
      range.mistake(flagBits) ?? meaning.mistake(range.width)?.description
    case .when(let condition, let inner):
      condition.bits.mistake(flagBits) ?? condition.mistake?.description
        ?? inner.mistake(flagBits: flagBits)
    case .either(let either):
      BitRange(bit: either.bit).mistake(flagBits)
        ?? either.clear.form.mistake(flagBits: flagBits)
        ?? either.set.form.mistake(flagBits: flagBits)
    case .list(let list, let inner):
      list.mistake?.description ?? inner.mistake(flagBits: flagBits)
    case .limited(let limits, let inner):
      limits.mistake?.description ?? inner.mistake(flagBits: flagBits)
    case .sized(_, let inner), .padded(_, let inner): inner.mistake(flagBits: flagBits)
    case .record(let layout, _): layout.mistake(flagBits: flagBits)
    default: nil
    }
  }
}

extension BitRange {
  fileprivate func mistake(_ flagBits: Int) -> String? {
    let last = start + count - 1
    guard last >= flagBits else { return nil }
    return flagBits == 0
      ? "it looks at bit \(last) of a flags word, and the layout has none"
      : "it looks at bit \(last) of a flags word that ends with bit \(flagBits - 1)"
  }
}
