/// A field as a line of a listing or of a table in a document.
public struct FieldDescription: Hashable, Sendable {
  /// The key in JSON; a field of a nested group has the group's key before it.
  public var key: String
  /// How the value lies in octets, such as `int8 × 0.015625`.
  public var form: String
  /// The symbol of the unit, two if a flag chooses it, empty without one.
  public var unit: String
  /// The limits, codes, options and special values, empty if there are none.
  public var values: String
  /// When the field is there, empty if always.
  public var condition: String
}

extension DynamicLayout {
  /// The fields in their order, those of nested groups, of all cases and of all variants too.
  public var descriptions: [FieldDescription] {
    own
      + variants.flatMap { variant in
        variant.layout.descriptions.filter { !own.contains($0) }
          .map { $0.under("\(variant.match)") }
      }
  }

  private var own: [FieldDescription] {
    switch body {
    case .fields(let fields): fields.flatMap(\.descriptions)
    case .computed(let form):
      form.fields.flatMap(\.descriptions).map { line in
        var line = line
        line.form = "computed (\(form.name))"
        return line
      }
    case .union(let union):
      union.tagSchema.descriptions
        + union.cases.flatMap { one in
          one.layout.descriptions.map { $0.under("if \(union.tag) is \(one.name)") }
        }
    }
  }
}

extension FieldDescription {
  /// The same field under one more condition.
  fileprivate func under(_ outer: String) -> FieldDescription {
    var line = self
    line.condition = [outer, condition].filter { !$0.isEmpty }.joined(separator: ", ")
    return line
  }
}

extension FieldSchema {
  fileprivate var descriptions: [FieldDescription] {
    let (form, conditions) = form.split
    let condition = conditions.joined(separator: ", ")
    if case .record(let layout, .inline) = form.innermost {
      return layout.descriptions.map { $0.under(condition) }
    }
    let units = form.unitChoice.map { [$0.clear.unit, $0.set.unit] } ?? [unit]
    var lines = [
      FieldDescription(
        key: keys.joined(separator: " or "), form: form.kind,
        unit: units.compactMap { $0?.symbol }.joined(separator: " or "),
        values: ([range].compactMap(\.self) + form.innermost.values).joined(separator: ", "),
        condition: condition)
    ]
    if case .record(let layout, .nested) = form.innermost {
      lines += layout.descriptions.map { line in
        var line = line
        line.key = "\(key).\(line.key)"
        return line
      }
    }
    return lines
  }
}

extension WireForm {
  /// The form without its conditions, and these as text.
  fileprivate var split: (form: WireForm, conditions: [String]) {
    guard case .when(let condition, let inner) = self else { return (self, []) }
    let rest = inner.split
    return (rest.form, ["\(condition)"] + rest.conditions)
  }

  /// The form in lists, limits, paddings and sizes around it.
  fileprivate var innermost: WireForm {
    switch self {
    case .list(_, let inner), .sized(_, let inner), .when(_, let inner), .padded(_, let inner),
      .limited(_, let inner):
      inner.innermost
    default: self
    }
  }

  /// The codes, options and special values with their names.
  fileprivate var values: [String] {
    switch self {
    case .integer(_, let meaning), .bits(_, let meaning):
      switch meaning {
      case .number(let number): number.specials.map { "\($0.raw) = \($0.name)" }
      case .codes(let codes): codes.names.map { "\($0.code) = \($0.name)" }
      case .options(let options): options.names.map { "bit \($0.bit) = \($0.name)" }
      case .bool, .exponentWord: []
      }
    case .either(let either): either.clear.form.values
    default: []
    }
  }
}

extension ContextMatch: CustomStringConvertible {
  /// The condition for documentation, such as `if firmware is at least 1.5`.
  public var description: String {
    switch rule {
    case .equals(let text): "if \(key) is \(text)"
    case .versionAtLeast(let text): "if \(key) is at least \(text)"
    case .bit(let bit): "if bit \(bit) of \(key) is set"
    }
  }
}
