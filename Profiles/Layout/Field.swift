/// What happens to a received number outside the range of its field; writing always refuses it.
public enum RangePolicy: Hashable, Sendable, CaseIterable {
  /// Decoding throws ``ProfileError/outOfRange``.
  case reject
  /// Decoding gives the value as it was sent.
  case keep
}

/// One named part of a layout: where it is in the value, and how it lies in the octets.
public struct Field<Root, Value>: Sendable {
  /// The name in texts, listings and errors.
  public var name: String { core.schema.name }
  /// The unit of the number, if it has one.
  public var unit: ProfileUnit? { core.schema.unit }

  @usableFromInline let core: FieldCore<Root, Value>

  /// Makes a field without limits but those of its wire form.
  ///
  /// Tools show it under its name with the suffix of the unit, or under `key`.
  public init(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, _ wire: Wire<Value>,
    unit: ProfileUnit? = nil, key: String? = nil
  ) {
    core = FieldCore(FieldSchema(name, wire.form, unit: unit, key: key), wire) {
      $0[keyPath: path]
    }
  }

  /// Makes a field with limits.
  public init(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, _ wire: Wire<Value>,
    unit: ProfileUnit? = nil, key: String? = nil, range: ClosedRange<Value>,
    outside policy: RangePolicy = .reject
  ) where Value: Comparable & Sendable {
    self.init(name, path, wire.within(range, outside: policy), unit: unit, key: key)
  }
}
