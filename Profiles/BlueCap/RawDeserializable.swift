/// BlueCap's protocol for a type that is one number in octets, such as an enumeration.
///
/// Conforming gives a layout, so that such a type is a ``ProfileValue``: read as it, written from
/// it, and part of a ``CharacteristicProfile``.
public protocol RawDeserializable: ProfileValue {
  /// The number that is sent.
  associatedtype RawType: Deserializable
  /// The UUID of the characteristic.
  static var uuid: String { get }
  /// The number that is sent for the value.
  var rawValue: RawType { get }
  /// The value of a number, `nil` if it has none.
  init?(rawValue: RawType)
}

/// BlueCap's protocol for a type that is several numbers of one kind in octets.
public protocol RawArrayDeserializable: ProfileValue {
  /// The numbers that are sent.
  associatedtype RawType: Deserializable
  /// The UUID of the characteristic.
  static var uuid: String { get }
  /// How many octets the numbers have together; octets after them are ignored.
  static var size: Int { get }
  /// The numbers that are sent for the value.
  var rawValue: [RawType] { get }
  /// The value of the numbers, `nil` if they have none.
  init?(rawValue: [RawType])
}

/// BlueCap's protocol for a type that is two numbers of different kinds in octets.
public protocol RawPairDeserializable: ProfileValue {
  /// The first number that is sent.
  associatedtype RawType1: Deserializable
  /// The second number that is sent.
  associatedtype RawType2: Deserializable
  /// The UUID of the characteristic.
  static var uuid: String { get }
  /// The first number that is sent for the value.
  var rawValue1: RawType1 { get }
  /// The second number that is sent for the value.
  var rawValue2: RawType2 { get }
  /// The value of the numbers, `nil` if they have none.
  init?(rawValue1: RawType1, rawValue2: RawType2)
}

/// BlueCap's protocol for a type that is several numbers of two kinds in octets.
public protocol RawArrayPairDeserializable: ProfileValue {
  /// The numbers that are sent first.
  associatedtype RawType1: Deserializable
  /// The numbers that follow them.
  associatedtype RawType2: Deserializable
  /// The UUID of the characteristic.
  static var uuid: String { get }
  /// How many octets the first numbers have together.
  static var size1: Int { get }
  /// How many octets the numbers after them have together.
  static var size2: Int { get }
  /// The numbers that are sent first for the value.
  var rawValue1: [RawType1] { get }
  /// The numbers that follow them.
  var rawValue2: [RawType2] { get }
  /// The value of the numbers, `nil` if they have none.
  init?(rawValue1: [RawType1], rawValue2: [RawType2])
}

/// BlueCap's protocol for a type that reads as named texts, and from them.
public protocol StringDeserializable: Sendable {
  /// The texts of an enumeration; none if any are possible.
  static var stringValues: [String] { get }
  /// The texts by their names.
  var stringValue: [String: String] { get }
  /// The value of named texts, `nil` if they have none.
  init?(stringValue: [String: String])
}

extension RawDeserializable {
  /// The number as the only field.
  public static var profileLayout: Layout<Self> { rawForm.layout() }

  static var rawForm: RawForm<Self, RawType> {
    RawForm(source: RawType.profileLayout.lenient, make: { Self(rawValue: $0) }) { $0.rawValue }
  }
}

extension RawArrayDeserializable {
  /// The list of numbers as the only field.
  public static var profileLayout: Layout<Self> { rawForm.layout() }

  static var rawForm: RawForm<Self, [RawType]> {
    let source = Layout<[RawType]>({ $0 }, trailing: .ignore) {
      Field("values", \.self, .array(RawType.count(in: size), RawType.wire))
    }
    return RawForm(source: source, make: { Self(rawValue: $0) }) { $0.rawValue }
  }
}

extension RawPairDeserializable {
  /// The two numbers as fields.
  public static var profileLayout: Layout<Self> { rawForm.layout() }

  static var rawForm: RawForm<Self, RawPair<RawType1, RawType2>> {
    RawForm(
      source: RawPair.layout(RawType1.wire, RawType2.wire),
      make: { Self(rawValue1: $0.first, rawValue2: $0.second) },
      take: { RawPair(first: $0.rawValue1, second: $0.rawValue2) })
  }
}

extension RawArrayPairDeserializable {
  /// The two lists of numbers as fields.
  public static var profileLayout: Layout<Self> { rawForm.layout() }

  static var rawForm: RawForm<Self, RawPair<[RawType1], [RawType2]>> {
    RawForm(
      source: RawPair.layout(
        .array(RawType1.count(in: size1), RawType1.wire),
        .array(RawType2.count(in: size2), RawType2.wire)),
      make: { Self(rawValue1: $0.first, rawValue2: $0.second) },
      take: { RawPair(first: $0.rawValue1, second: $0.rawValue2) })
  }
}

/// Two values one after the other.
struct RawPair<First: Sendable, Second: Sendable>: Sendable {
  var first: First
  var second: Second

  static func layout(_ first: Wire<First>, _ second: Wire<Second>) -> Layout<RawPair> {
    Layout({ RawPair(first: $0, second: $1) }, trailing: .ignore) {
      Field("value1", \.first, first)
      Field("value2", \.second, second)
    }
  }
}

extension Deserializable {
  /// How many values a count of octets holds.
  static func count(in octets: Int) -> Int {
    max(0, octets) / max(1, size)
  }
}
