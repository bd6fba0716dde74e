/// Which calls a fault is about, counted from 1 since the fault was set.
public struct SimulatedCalls: Hashable, Sendable {
  private enum Kind: Hashable {
    case numbers(ClosedRange<Int>)
    case multiples(Int)
  }

  private let kind: Kind

  /// Every call.
  public static let every = from(1)
  /// The first call.
  public static let first = number(1)
  /// The second call.
  public static let second = number(2)

  /// The n-th call only.
  public static func number(_ number: Int) -> SimulatedCalls { numbers(number...number) }

  /// The n-th call and all later ones.
  public static func from(_ number: Int) -> SimulatedCalls { numbers(number...max(number, .max)) }

  /// Calls within a range.
  public static func numbers(_ range: ClosedRange<Int>) -> SimulatedCalls {
    SimulatedCalls(kind: .numbers(range))
  }

  /// Each n-th call: 3 means the third, the sixth and so on.
  public static func each(_ number: Int) -> SimulatedCalls {
    SimulatedCalls(kind: .multiples(max(number, 1)))
  }

  func contains(_ number: Int) -> Bool {
    switch kind {
    case .numbers(let range): range.contains(number)
    case .multiples(let divisor): number.isMultiple(of: divisor)
    }
  }
}
