/// What a characteristic lets clients do with its value.
///
/// The low eight bits are those of the characteristic declaration and the next two those of the
/// extended properties descriptor (Core specification, Vol 3 Part G 3.3.1.1 and 3.3.3.1).
public struct CharacteristicProperties: OptionSet, Hashable, Sendable {
  /// One bit for each property.
  public let rawValue: UInt16

  /// Makes properties from their bits.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// The value may be broadcast in advertisements.
  public static let broadcast = Self(rawValue: 1 << 0)
  /// The value can be read.
  public static let read = Self(rawValue: 1 << 1)
  /// The value can be written and no answer comes.
  public static let writeWithoutResponse = Self(rawValue: 1 << 2)
  /// The value can be written and an answer comes.
  public static let write = Self(rawValue: 1 << 3)
  /// Changes can be sent and are not confirmed.
  public static let notify = Self(rawValue: 1 << 4)
  /// Changes can be sent and are confirmed.
  public static let indicate = Self(rawValue: 1 << 5)
  /// The value can be written with a signature and no answer comes.
  public static let authenticatedSignedWrites = Self(rawValue: 1 << 6)
  /// More properties are in the extended properties descriptor.
  public static let extendedProperties = Self(rawValue: 1 << 7)
  /// The value can be written by prepared writes.
  public static let reliableWrite = Self(rawValue: 1 << 8)
  /// The user description can be written.
  public static let writableAuxiliaries = Self(rawValue: 1 << 9)
}

extension CharacteristicProperties: CustomStringConvertible {
  private static let names: [(flag: String, property: Self)] = [
    ("broadcast", .broadcast),
    ("read", .read),
    ("write-without-response", .writeWithoutResponse),
    ("write", .write),
    ("notify", .notify),
    ("indicate", .indicate),
    ("authenticated-signed-writes", .authenticatedSignedWrites),
    ("extended-properties", .extendedProperties),
    ("reliable-write", .reliableWrite),
    ("writable-auxiliaries", .writableAuxiliaries),
  ]

  /// Reads BlueZ's flags, and passes over those that are no properties, such as `encrypt-read`.
  public init(flags: some Sequence<String>) {
    let flags = Set(flags)
    self.init(Self.names.filter { flags.contains($0.flag) }.map(\.property))
  }

  /// The names that BlueZ gives to these properties, in the order of their bits.
  public var flags: [String] {
    Self.names.filter { contains($0.property) }.map(\.flag)
  }

  /// BlueZ's names, separated by commas.
  public var description: String { flags.joined(separator: ", ") }
}
