/// What makes two scans the same one.
struct ScanRequest: Hashable, Sendable {
  /// What is told of a peripheral.
  enum Interest: Hashable, Sendable {
    /// That it was found.
    case finding
    /// Everything.
    case events(repetitions: Bool, lostAfter: Duration?)
  }

  var filter: ScanFilter
  var mode = ScanMode.active
  var interest = Interest.finding

  /// Whether the daemon is to tell of advertisements that repeat what is known.
  var wantsDuplicates: Bool { if case .events = interest { true } else { false } }

  var lostAfter: Duration? { if case .events(_, let limit) = interest { limit } else { nil } }
}
