/// Several layouts of which the first octets, an op code or a frame type, choose one.
public struct UnionForm: Hashable, Sendable {
  /// One of the layouts.
  public struct Case: Hashable, Sendable {
    /// The octets that choose it; of several that fit, the longest.
    public let prefix: [UInt8]
    /// The name in texts.
    public let name: String
    /// What follows the octets.
    public let layout: DynamicLayout

    /// Makes a case.
    public init(_ prefix: [UInt8], _ name: String, _ layout: DynamicLayout) {
      self.prefix = prefix
      self.name = name
      self.layout = layout
    }

    /// The octets as one number, most significant first.
    public var code: Int128 {
      prefix.prefix(8).reduce(0) { $0 << 8 | Int128($1) }
    }
  }

  /// The name of the field that tells the case.
  public var tag: String
  /// Whether tools show the case by its name or by its code; they accept both.
  public var style: Codes.Style
  /// The cases in the order of listings.
  public var cases: [Case]
  /// Whether a code without a case is kept, with the octets after it, instead of refused.
  public var keepsOthers: Bool

  /// Makes a union.
  public init(
    tag: String, style: Codes.Style = .code, cases: [Case], keepsOthers: Bool = false
  ) {
    self.tag = tag
    self.style = style
    self.cases = cases
    self.keepsOthers = keepsOthers
  }

  /// The name of the field with the octets after a code without a case.
  public static let othersName = "octets"

  var tagSchema: FieldSchema { FieldSchema(tag, .integer(.uint8, .codes(codes))) }
  private var codes: Codes {
    Codes(cases.map { .init($0.code, $0.name) }, style: style, isClosed: !keepsOthers)
  }

  /// Finds the case of the octets that come next; `nil` is one without a case that is kept.
  func find(_ reader: inout OctetReader) throws(ProfileError) -> Int? {
    let start = reader.offset
    var best: Int?
    for (index, one) in cases.enumerated() where try reader.starts(with: one.prefix) {
      if let found = best, cases[found].prefix.count >= one.prefix.count { continue }
      best = index
    }
    if let best {
      try reader.skip(cases[best].prefix.count)
      return best
    }
    do throws(ProfileError) {
      let octet = try reader.integer(UInt8.self)
      if let longer = cases.first(where: { $0.prefix.first == octet }) {
        // The octet has cases, so what is wrong comes after it.
        guard reader.available >= longer.prefix.count - 1 else {
          throw .truncated(
            needed: longer.prefix.count, available: reader.available + 1, offset: start)
        }
      }
      reader.rewind(to: start)
      guard !keepsOthers else { return nil }
      let allowed = cases.map { "\($0.code)" }.joined(separator: ", ")
      throw .badValue("\(octet)", allowed: "one of \(allowed)", offset: start)
    } catch {
      throw error.inField(tag)
    }
  }

  /// The case that a record asks for; `nil` is one without a case that is kept.
  func find(_ record: ProfileRecord) throws(ProfileError) -> Int? {
    guard let datum = record[tag] else { throw .missing(tag) }
    if let index = cases.firstIndex(where: { $0.isMeant(by: datum) }) { return index }
    guard keepsOthers, let code = datum.number?.whole ?? codes.unknown(datum),
      (0...255).contains(code)
    else {
      let allowed = cases.map { style == .name ? $0.name : "\($0.code)" }.joined(separator: ", ")
      throw .badValue(datum.printed, allowed: "one of \(allowed)").inField(tag)
    }
    return nil
  }

  func tagDatum(_ index: Int) -> ProfileDatum {
    style == .name ? .text(cases[index].name) : .integer(cases[index].code)
  }

  func code(_ record: ProfileRecord) -> UInt8 {
    let code = record[tag].flatMap { $0.number?.whole ?? codes.unknown($0) }
    return UInt8(truncatingIfNeeded: code ?? 0)
  }

  func tagText(_ datum: ProfileDatum) -> String { codes.text(datum) }
}

extension UnionForm.Case {
  fileprivate func isMeant(by datum: ProfileDatum) -> Bool {
    if let code = datum.number?.whole { return code == self.code }
    return datum.text?.trimmed.lowercased() == name.lowercased()
  }
}

extension Codes {
  /// The code in a text like `unknown(7)`.
  fileprivate func unknown(_ datum: ProfileDatum) -> Int128? {
    guard let text = datum.text?.trimmed, text.hasPrefix("unknown("), text.hasSuffix(")")
    else { return nil }
    return Int128(text.dropFirst(8).dropLast())
  }
}
