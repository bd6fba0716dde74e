public import GATT

extension ProfileError {
  /// The error with which a server refuses a write of such octets.
  public var attError: ATTError {
    switch code {
    case Self.truncated, Self.trailing: .invalidAttributeValueLength
    case Self.outOfRange: .outOfRange
    default: .valueNotAllowed
    }
  }
}
