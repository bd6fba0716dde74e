extension Meaning {
  /// What bits of a width mean.
  func datum(_ bits: UInt128, _ width: BitWidth) throws(ProfileError) -> ProfileDatum {
    let raw = width.number(bits)
    switch self {
    case .number(let number):
      if raw < 0, !width.isSigned { return .unsigned(bits) }
      return number.datum(raw)
    case .exponentWord(let word):
      return word.datum(bits, width: width.width)
    case .bool:
      guard raw == 0 || raw == 1 else { throw .badValue("\(raw)", allowed: "0 or 1") }
      return .bool(raw == 1)
    case .codes(let codes):
      return try codes.datum(raw)
    case .options(let options):
      return options.datum(bits)
    }
  }

  /// The bits of a width that stand for a value.
  func bits(_ datum: ProfileDatum, _ width: BitWidth) throws(ProfileError) -> UInt128 {
    // The one width whose numbers the signed arithmetic does not hold.
    if width.width == 128, !width.isSigned, let bits = datum.unsigned { return bits }
    let raw: Int128 =
      switch self {
      case .number(let number): try number.raw(datum, width.bounds)
      case .exponentWord(let word): try word.raw(datum, width: width.width)
      case .bool: try Self.truth(datum) ? 1 : 0
      case .codes(let codes): try codes.raw(datum)
      case .options(let options): try options.raw(datum)
      }
    guard width.bounds.contains(raw) else {
      let ends = "\(width.bounds.lowerBound)...\(width.bounds.upperBound)"
      throw .outOfRange("\(raw)", allowed: ends)
    }
    return UInt128(truncatingIfNeeded: raw)
  }

  /// The value as text without its unit.
  func text(_ datum: ProfileDatum) -> String {
    switch self {
    case .number(let number): number.text(datum)
    case .codes(let codes): codes.text(datum)
    case .options(let options): options.text(datum)
    case .bool, .exponentWord: datum.text ?? datum.printed
    }
  }

  /// The value of a text without unit, on the grid of what can be sent.
  func parse(_ text: String, _ width: BitWidth) throws(ProfileError) -> ProfileDatum {
    guard case .options(let options) = self else {
      return try datum(try bits(.text(text.trimmed), width), width)
    }
    return try datum(try bits(options.parse(text), width), width)
  }

  private static func truth(_ datum: ProfileDatum) throws(ProfileError) -> Bool {
    switch datum {
    case .bool(let value): return value
    case .integer(0): return false
    case .integer(1): return true
    default: break
    }
    switch datum.text?.trimmed.lowercased() {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0": return false
    default: throw .badValue(datum.printed, allowed: "true or false")
    }
  }
}

extension ProfileDatum {
  fileprivate var unsigned: UInt128? {
    switch self {
    case .unsigned(let value): value
    case .text(let text): UInt128(text.trimmed)
    default: nil
    }
  }
}

extension Codes {
  func datum(_ raw: Int128) throws(ProfileError) -> ProfileDatum {
    let known = names.first { $0.code == raw }
    guard known != nil || !isClosed else {
      throw .badValue(
        "\(raw)", allowed: "one of \(names.map { "\($0.code)" }.joined(separator: ", "))")
    }
    switch style {
    case .code: return .integer(raw)
    case .name: return .text(known?.name ?? "unknown(\(raw))")
    case .quantity:
      guard let number = known.flatMap({ ProfileDecimal($0.name) }) else {
        return .text(known?.name ?? "unknown(\(raw))")
      }
      return number.exponent == 0 ? .integer(number.significand) : .decimal(number)
    }
  }

  func raw(_ datum: ProfileDatum) throws(ProfileError) -> Int128 {
    if style == .quantity, let number = datum.number,
      let known = names.first(where: { ProfileDecimal($0.name)?.isEqual(to: number) == true })
    {
      return known.code
    }
    if let text = datum.text {
      if let code = code(text.trimmed) { return code }
      if style != .quantity, let code = datum.number?.whole, isOpen(code) { return code }
    }
    throw .badValue(datum.printed, allowed: "one of \(names.map(\.name).joined(separator: ", "))")
  }

  func text(_ datum: ProfileDatum) -> String {
    guard style == .code, let code = datum.number?.whole else { return datum.text ?? datum.printed }
    return names.first { $0.code == code }?.name ?? "unknown(\(code))"
  }

  private func code(_ text: String) -> Int128? {
    if let exact = names.first(where: { $0.name == text }) { return exact.code }
    let lowercased = text.lowercased()
    if let known = names.first(where: { $0.name.lowercased() == lowercased }) { return known.code }
    guard text.hasPrefix("unknown("), text.hasSuffix(")"),
      let code = Int128(text.dropFirst(8).dropLast()), isOpen(code)
    else { return nil }
    return code
  }

  private func isOpen(_ code: Int128) -> Bool {
    !isClosed || names.contains { $0.code == code }
  }
}

extension Options {
  func datum(_ bits: UInt128) -> ProfileDatum {
    guard style == .names else {
      return Int128(exactly: bits).map(ProfileDatum.integer) ?? .unsigned(bits)
    }
    return .list(names(bits).map(ProfileDatum.text))
  }

  func raw(_ datum: ProfileDatum) throws(ProfileError) -> Int128 {
    guard case .list(let elements) = datum else {
      guard let whole = datum.number?.whole, whole >= 0 else {
        throw .badValue(datum.printed, allowed: "a number or names of \(allowed)")
      }
      return whole
    }
    var raw: Int128 = 0
    for element in elements {
      guard let name = element.text?.trimmed, let bit = bit(name) else {
        throw .badValue(element.printed, allowed: "one of \(allowed)")
      }
      raw |= 1 << Int128(bit)
    }
    return raw
  }

  func text(_ datum: ProfileDatum) -> String {
    guard let raw = try? raw(datum) else { return datum.printed }
    let names = names(UInt128(truncatingIfNeeded: raw))
    return names.isEmpty ? "none" : names.joined(separator: ", ")
  }

  func parse(_ text: String) -> ProfileDatum {
    let text = text.trimmed
    if text.isEmpty || text.lowercased() == "none" { return .list([]) }
    if let number = Int128(text) { return .integer(number) }
    return .list(text.split(separator: ",").map { .text(String($0).trimmed) })
  }

  private func names(_ bits: UInt128) -> [String] {
    let known = names.filter { (0..<127).contains($0.bit) && bits >> UInt128($0.bit) & 1 == 1 }
    let unknown = (0..<127).filter { bit in
      bits >> UInt128(bit) & 1 == 1 && !names.contains { $0.bit == bit }
    }
    return known.map(\.name) + unknown.map { "bit \($0)" }
  }

  private func bit(_ name: String) -> Int? {
    if let known = names.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return (0..<127).contains(known.bit) ? known.bit : nil
    }
    guard name.hasPrefix("bit "), let bit = Int(name.dropFirst(4)), (0..<127).contains(bit)
    else { return nil }
    return bit
  }

  private var allowed: String { names.map(\.name).joined(separator: ", ") }
}
