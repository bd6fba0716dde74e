/// What a server demands before it lets a client read, write or subscribe.
///
/// Permissions stay in the server: clients see only the properties, and learn of a permission
/// from the error that they get.
public struct AttributePermissions: OptionSet, Hashable, Sendable {
  /// One bit for each permission.
  public let rawValue: UInt32

  /// Makes permissions from their bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The attribute can be read.
  public static let readable = Self(rawValue: 1 << 0)
  /// The attribute can be written.
  public static let writeable = Self(rawValue: 1 << 1)
  /// Reading needs an encrypted link.
  public static let encryptRead = Self(rawValue: 1 << 2)
  /// Writing needs an encrypted link.
  public static let encryptWrite = Self(rawValue: 1 << 3)
  /// Subscribing to notifications needs an encrypted link.
  public static let encryptNotify = Self(rawValue: 1 << 4)
  /// Subscribing to indications needs an encrypted link.
  public static let encryptIndicate = Self(rawValue: 1 << 5)
  /// Reading needs an encrypted link with an authenticated key.
  public static let encryptAuthenticatedRead = Self(rawValue: 1 << 6)
  /// Writing needs an encrypted link with an authenticated key.
  public static let encryptAuthenticatedWrite = Self(rawValue: 1 << 7)
  /// Subscribing to notifications needs an encrypted link with an authenticated key.
  public static let encryptAuthenticatedNotify = Self(rawValue: 1 << 8)
  /// Subscribing to indications needs an encrypted link with an authenticated key.
  public static let encryptAuthenticatedIndicate = Self(rawValue: 1 << 9)
  /// Reading needs LE Secure Connections.
  public static let secureRead = Self(rawValue: 1 << 10)
  /// Writing needs LE Secure Connections.
  public static let secureWrite = Self(rawValue: 1 << 11)
  /// Subscribing to notifications needs LE Secure Connections.
  public static let secureNotify = Self(rawValue: 1 << 12)
  /// Subscribing to indications needs LE Secure Connections.
  public static let secureIndicate = Self(rawValue: 1 << 13)
  /// Each access is asked for.
  public static let authorize = Self(rawValue: 1 << 14)
}

extension AttributePermissions: CustomStringConvertible {
  private static let names: [(flag: String, permission: Self)] = [
    ("read", .readable),
    ("write", .writeable),
    ("encrypt-read", .encryptRead),
    ("encrypt-write", .encryptWrite),
    ("encrypt-notify", .encryptNotify),
    ("encrypt-indicate", .encryptIndicate),
    ("encrypt-authenticated-read", .encryptAuthenticatedRead),
    ("encrypt-authenticated-write", .encryptAuthenticatedWrite),
    ("encrypt-authenticated-notify", .encryptAuthenticatedNotify),
    ("encrypt-authenticated-indicate", .encryptAuthenticatedIndicate),
    ("secure-read", .secureRead),
    ("secure-write", .secureWrite),
    ("secure-notify", .secureNotify),
    ("secure-indicate", .secureIndicate),
    ("authorize", .authorize),
  ]

  /// Reads BlueZ's flags, and passes over those that are no permissions, such as `notify`.
  public init(flags: some Sequence<String>) {
    let flags = Set(flags)
    self.init(Self.names.filter { flags.contains($0.flag) }.map(\.permission))
  }

  /// The names that BlueZ gives to these permissions on a descriptor.
  public var flags: [String] {
    Self.names.filter { contains($0.permission) }.map(\.flag)
  }

  /// The names that a characteristic adds to those of its properties: all but `read` and `write`.
  public var securityFlags: [String] {
    subtracting([.readable, .writeable]).flags
  }

  /// BlueZ's names, separated by commas.
  public var description: String { flags.joined(separator: ", ") }
}
