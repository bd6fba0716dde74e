/// The numbers that a field allows.
public struct ValueLimits: Hashable, Sendable {
  /// The kinds of limits.
  public enum Allowed: Hashable, Sendable {
    /// Everything from the first to the second.
    case range(ProfileDecimal, ProfileDecimal)
    /// Only these.
    case values([ProfileDecimal])
  }

  /// What is allowed.
  public let allowed: Allowed
  /// What happens to a received number that is not; writing always refuses it.
  public let outside: RangePolicy

  /// Makes limits.
  public init(_ allowed: Allowed, outside: RangePolicy = .reject) {
    self.allowed = allowed
    self.outside = outside
  }

  /// Whether the number is allowed; what is no number is.
  func allow(_ datum: ProfileDatum) -> Bool {
    if case .real(let value) = datum {
      switch allowed {
      case .range(let low, let high): return value >= low.doubleValue && value <= high.doubleValue
      case .values(let values): return values.contains { $0.doubleValue == value }
      }
    }
    guard !datum.isSpecial, let number = datum.number else { return true }
    switch allowed {
    case .range(let low, let high):
      return number.isEqual(to: low) || number.isEqual(to: high) || (low < number && number < high)
    case .values(let values):
      return values.contains { $0.isEqual(to: number) }
    }
  }
}

extension ProfileDatum {
  fileprivate var isSpecial: Bool {
    switch self {
    case .special, .text: true
    default: false
    }
  }
}
