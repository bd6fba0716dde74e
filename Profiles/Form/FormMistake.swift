/// What of a form's definition cannot work.
struct FormMistake: CustomStringConvertible {
  /// The member of the form's JSON that is wrong.
  let place: String
  let value: String
  let allowed: String

  var description: String { "\(value) is not \(allowed)" }
}

extension Meaning {
  /// The first mistake of the meaning for numbers of a width, `nil` if there is none.
  ///
  /// Several codes may share a name; writing takes the first.
  func mistake(_ width: BitWidth) -> FormMistake? {
    switch self {
    case .number(let number):
      number.scale.mistake
        ?? mistake(
          "special", "raw", number.specials.map { ($0.raw, $0.name) }, width.bounds,
          mayShareNames: false)
    case .exponentWord(let word): word.scale.mistake
    case .bool: nil
    case .codes(let codes):
      mistake(
        "codes", "code", codes.names.map { ($0.code, $0.name) }, width.bounds, mayShareNames: true)
    case .options(let options):
      mistake(
        "options", "bit", options.names.map { (Int128($0.bit), $0.name) },
        0...Int128(min(width.width, 127) - 1), mayShareNames: false)
    }
  }

  private func mistake(
    _ list: String, _ member: String, _ names: [(number: Int128, name: String)],
    _ bounds: ClosedRange<Int128>, mayShareNames: Bool
  ) -> FormMistake? {
    let noun = member == "raw" ? "raw number" : member
    var numbers: Set<Int128> = []
    var known: Set<String> = []
    for (index, one) in names.enumerated() {
      let place = "\(list)[\(index)]"
      guard bounds.contains(one.number) else {
        return FormMistake(
          place: "\(place).\(member)", value: "\(one.number)",
          allowed: "a \(noun) of \(bounds.lowerBound)...\(bounds.upperBound)")
      }
      guard numbers.insert(one.number).inserted else {
        return FormMistake(
          place: "\(place).\(member)", value: "\(one.number)",
          allowed: "possible twice as a \(noun)")
      }
      guard !one.name.trimmed.isEmpty else {
        return FormMistake(place: "\(place).name", value: "\"\(one.name)\"", allowed: "a name")
      }
      guard known.insert(one.name).inserted || mayShareNames else {
        return FormMistake(
          place: "\(place).name", value: "\"\(one.name)\"", allowed: "possible twice as a name")
      }
    }
    return nil
  }
}

extension Scale {
  /// Why quantities cannot be multiples of the scale.
  var mistake: FormMistake? {
    guard real == 0 || !real.isFinite else { return nil }
    return FormMistake(place: "scale", value: "\(self)", allowed: "a factor other than 0")
  }
}

extension ListForm {
  var mistake: FormMistake? {
    let (place, count) =
      switch self {
      case .fixed(let count): ("count", count)
      case .toEnd(let minimum): ("minimum", minimum)
      }
    guard count < 0 else { return nil }
    return FormMistake(place: place, value: "\(count)", allowed: "a number of elements")
  }
}

extension ValueLimits {
  var mistake: FormMistake? {
    switch allowed {
    case .range(let low, let high):
      guard !low.isEqual(to: high), high < low else { return nil }
      return FormMistake(
        place: "range", value: "\(low)...\(high)", allowed: "a range from low to high")
    case .values(let values):
      guard values.isEmpty else { return nil }
      return FormMistake(place: "values", value: "an empty list", allowed: "a choice of values")
    }
  }
}

extension FlagCondition {
  var mistake: FormMistake? {
    let top = UInt64.max >> UInt64(64 - bits.count)
    guard value > top else { return nil }
    return FormMistake(place: "equals", value: "\(value)", allowed: "a value of 0...\(top)")
  }
}
