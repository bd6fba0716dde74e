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
  public var name: String { core.name }
  /// The unit of the number, if it has one.
  public var unit: ProfileUnit? { core.unit }

  let core: FieldCore<Root, Value>

  /// Makes a field without limits but those of its wire form.
  public init(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, _ wire: Wire<Value>,
    unit: ProfileUnit? = nil
  ) {
    self.init(name, path, wire, unit, range: nil)
  }

  /// Makes a field with limits.
  public init(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, _ wire: Wire<Value>,
    unit: ProfileUnit? = nil, range: ClosedRange<Value>, outside policy: RangePolicy = .reject
  ) where Value: Comparable & Sendable {
    let text = "\(wire.text(range.lowerBound))...\(wire.text(range.upperBound))"
    self.init(
      name, path, wire, unit,
      range: AllowedRange(text: unit?.text(text) ?? text, policy: policy, range.contains))
  }

  private init(
    _ name: String, _ path: any KeyPath<Root, Value> & Sendable, _ wire: Wire<Value>,
    _ unit: ProfileUnit?, range: AllowedRange<Value>?
  ) {
    core = FieldCore(name: name, unit: unit, wire: wire, range: range) { $0[keyPath: path] }
  }
}

/// The limits of a field with the text that names them.
struct AllowedRange<Value>: Sendable {
  let text: String
  let policy: RangePolicy
  let contains: @Sendable (Value) -> Bool

  init(text: String, policy: RangePolicy, _ contains: @escaping @Sendable (Value) -> Bool) {
    self.text = text
    self.policy = policy
    self.contains = contains
  }
}

/// What documentation, listings and tools know of a field.
public struct FieldSchema: Hashable, Sendable {
  /// The name in texts, listings and errors.
  public let name: String
  /// The wire form, such as `int8 × 0.015625`.
  public let kind: String
  /// The fewest octets that the field takes.
  public let minimumSize: Int
  /// The most octets that the field takes, `nil` without limit.
  public let maximumSize: Int?
  /// The unit of the number, if it has one.
  public let unit: ProfileUnit?
  /// The limits of the value as text with its unit, if it has some beyond the wire form's.
  public let range: String?
}
