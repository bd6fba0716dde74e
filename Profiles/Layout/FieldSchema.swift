/// What documentation, listings and tools know of a field, and all that decoding it takes.
public struct FieldSchema: Hashable, Sendable {
  /// The name in texts, listings and errors.
  public let name: String
  /// The unit of the number, if it has one.
  public let unit: ProfileUnit?
  /// How the value lies in octets.
  public let form: WireForm
  private let ownKey: String?

  /// Makes a field; without `key` it is the name with the suffix of the unit.
  public init(_ name: String, _ form: WireForm, unit: ProfileUnit? = nil, key: String? = nil) {
    self.name = name
    self.form = form
    self.unit = unit
    ownKey = key
  }

  /// The name that tells the unit too, such as `heartRate_bpm`.
  public var key: String { key(unit) }

  /// The key as given, `nil` if it follows from name and unit.
  public var explicitKey: String? { ownKey }

  /// All keys that the field can have in a record: two if a flag chooses the unit.
  public var keys: [String] {
    guard let either = form.unitChoice else { return [key] }
    return [key(either.clear.unit), key(either.set.unit)]
  }

  /// The wire form, such as `int8 × 0.015625`.
  public var kind: String { form.kind }
  /// The fewest octets that the field takes.
  public var minimumSize: Int { form.minimumSize }
  /// The most octets that the field takes, `nil` without limit.
  public var maximumSize: Int? { form.maximumSize }

  /// The limits of the value as text with its unit, if it has some beyond the wire form's.
  public var range: String? {
    guard let limits = form.limits else { return nil }
    return withUnit(form.text(limits))
  }

  func key(_ unit: ProfileUnit?) -> String {
    ownKey ?? unit.map { "\(name)_\($0.suffix)" } ?? name
  }

  func withUnit(_ text: String) -> String {
    unit?.text(text) ?? text
  }

  /// Adds what the wire form does not know: the field's name and its unit.
  @usableFromInline
  func explained(_ error: ProfileError) -> ProfileError {
    var error = error.inField(name)
    // What a text or a code is not is no quantity.
    guard error.isAboutQuantity, error.value.flatMap(Double.init) != nil else { return error }
    error.value = error.value.map(withUnit)
    error.allowed = error.allowed.map(withUnit)
    return error
  }
}

extension FieldSchema {
  /// The entries of a record for a value: none without one, several for an inline group.
  func entries(_ datum: ProfileDatum?) -> [ProfileEntry] {
    switch datum {
    case nil: return []
    case .record(let record)? where form.inlineLayout != nil: return record.entries
    case .quantity(let value, let unit)?:
      return [ProfileEntry(name, key: key(unit), value, unit: unit)]
    case let value?: return [ProfileEntry(name, key: key, value, unit: unit)]
    }
  }

  /// The value for the field in a record, `nil` if it has none and needs none.
  func datum(
    in record: ProfileRecord, _ context: ProfileContext
  ) throws(ProfileError)
    -> ProfileDatum?
  {
    if let inner = form.inlineLayout {
      let names = Set(inner.names(in: record, context).flatMap(\.self))
      let isThere = record.entries.contains { names.contains($0.key) || names.contains($0.name) }
      return isThere || !form.isConditional ? .record(record) : nil
    }
    if let either = form.unitChoice {
      for unit in [either.clear.unit, either.set.unit] {
        guard let entry = record.entries.first(where: { $0.key == key(unit) }), let unit
        else { continue }
        return .quantity(entry.value, unit)
      }
      if let entry = record.entry(name), let unit = entry.unit ?? either.clear.unit {
        return .quantity(entry.value.withoutUnit, unit)
      }
    }
    if let value = record[key] ?? record[name] { return value.withoutUnit }
    guard form.isConditional else { throw .missing(name) }
    return nil
  }

  /// The names under which a record can hold the field's values, a list for each value.
  func names(in record: ProfileRecord, _ context: ProfileContext) -> [[String]] {
    form.inlineLayout?.names(in: record, context) ?? [[name] + keys]
  }

  /// The names and texts of a value, the unit behind the number.
  func texts(_ datum: ProfileDatum?) -> [(name: String, text: String)] {
    guard let datum else { return [] }
    if let inner = form.inlineLayout, case .record(let record) = datum {
      return inner.strings(of: record)
    }
    let text = form.text(datum)
    return [(name, datum.isQuantity ? withUnit(text) : text)]
  }

  /// The value of a text for the field.
  func parse(_ text: String) throws(ProfileError) -> ProfileDatum {
    do throws(ProfileError) {
      return try form.parse(text, unit)
    } catch {
      throw explained(error)
    }
  }
}

extension WireForm {
  /// The nested layout whose fields stand in the layout around it.
  var inlineLayout: DynamicLayout? {
    switch self {
    case .record(let layout, .inline): layout
    case .when(_, let inner), .padded(_, let inner), .limited(_, let inner): inner.inlineLayout
    default: nil
    }
  }

  /// The choice of a unit by a flag, if the form is one.
  public var unitChoice: Either? {
    switch self {
    case .either(let either): either.clear.unit != nil && either.set.unit != nil ? either : nil
    case .when(_, let inner), .padded(_, let inner), .limited(_, let inner): inner.unitChoice
    default: nil
    }
  }

  /// Whether a record need not have the value.
  public var isConditional: Bool {
    switch self {
    case .when, .checksum: true
    case .custom(let form): form.isOptional
    case .padded(_, let inner), .limited(_, let inner): inner.isConditional
    default: false
    }
  }
}
