public import FoundationEssentials

/// A type that knows its own layout, so that octets can be read as it and written from it.
///
/// ```swift
/// struct Level: ProfileValue {
///   var percent: Int
///   static let profileLayout = Layout<Level>(Level.init(percent:)) {
///     Field("level", \.percent, .uint8(), unit: .percent, range: 0...100)
///   }
/// }
/// ```
///
/// Declare the layout with `static let`: a computed one is built anew for each value.
public protocol ProfileValue: Sendable {
  /// The fields of the type in the order of their octets.
  static var profileLayout: Layout<Self> { get }
}

extension ProfileValue {
  /// Takes a value from octets, or says which field does not fit.
  public init(profileData: Data) throws(ProfileError) {
    self = try Self.profileLayout.decode(profileData)
  }

  /// Gives the octets of the value, or says which field does not fit.
  public func profileData() throws(ProfileError) -> Data {
    try Self.profileLayout.encode(self)
  }

  /// The fields' names and texts in engineering units, in the order of the layout.
  public var profileStrings: [(name: String, text: String)] {
    Self.profileLayout.strings(of: self)
  }

  /// Takes a value from a text for each field; the units may be left out.
  public init(profileStrings: [String: String]) throws(ProfileError) {
    self = try Self.profileLayout.value(from: profileStrings)
  }
}
