public import FoundationEssentials

/// BlueCap's name for a value of a fixed size, of which octets after it are ignored.
///
/// All whole numbers of 8 to 64 bits are; a type of your own needs only its layout.
public protocol Deserializable: ProfileValue {
  /// How many octets a value has.
  static var size: Int { get }
}

extension Deserializable {
  /// How many octets the layout needs.
  public static var size: Int { profileLayout.minimumSize }

  /// The value of the first octets, `nil` if there are too few or they have no meaning.
  public static func deserialize(_ data: Data) -> Self? {
    deserialize(data, start: 0)
  }

  /// The value of the octets from `start` on, `nil` if there are too few or none at all there.
  public static func deserialize(_ data: Data, start: Int) -> Self? {
    guard start >= 0, start <= data.count else { return nil }
    return try? profileLayout.decode(Data(data.dropFirst(start).prefix(size)))
  }

  /// The values of the octets one after the other; octets that are no whole value are left out.
  public static func deserialize(_ data: Data) -> [Self] {
    guard size > 0 else { return [] }
    return stride(from: 0, through: data.count - size, by: size).compactMap {
      deserialize(data, start: $0)
    }
  }

  /// The value of the first octets, without the choice between one value and several.
  static func first(of data: Data) -> Self? { deserialize(data) }

  /// How the value lies among others, a number as a plain number.
  static var wire: Wire<Self> {
    let layout = profileLayout
    guard case .fields(let fields) = layout.dynamic.body, let field = fields.first,
      fields.count == 1, layout.dynamic.prefix.isEmpty, layout.dynamic.flags == nil
    else { return .record(layout) }
    return Wire(
      form: field.form, datum: { layout.record(of: $0).entries.first?.value },
      value: { datum throws(ProfileError) in
        try layout.value(
          from: ProfileRecord([ProfileEntry(field.name, try datum.required())]), ProfileContext())
      })
  }
}

extension UInt8: Deserializable {}
extension Int8: Deserializable {}
extension UInt16: Deserializable {}
extension Int16: Deserializable {}
extension UInt32: Deserializable {}
extension Int32: Deserializable {}
extension UInt64: Deserializable {}
extension Int64: Deserializable {}

extension Deserializable where Self: FixedWidthInteger {
  /// The nearest whole number, half away from zero; `nil` if the type does not hold it.
  public init?(doubleValue: Double) {
    guard let value = Self(exactly: doubleValue.rounded(.toNearestOrAwayFromZero)) else {
      return nil
    }
    self = value
  }

  /// The same number, `nil` if the type does not hold it.
  public init?(uintValue: UInt16) {
    self.init(exactly: uintValue)
  }

  /// The same number, `nil` if the type does not hold it.
  public init?(intValue: Int16) {
    self.init(exactly: intValue)
  }
}
