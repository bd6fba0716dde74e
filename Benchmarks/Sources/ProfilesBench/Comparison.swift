import CInstruments

/// A profile's decoding and the same by hand, timed one right after the other.
struct Comparison {
  /// Decodes a number of samples, and returns the sum of what was in them.
  typealias Work = @Sendable (Int) throws -> Double

  let name: String
  /// How many times the decoding by hand it may take.
  let target: Double
  /// How often a sample may allocate beside what its value needs.
  let allocations: Double
  let byProfile: Work
  let byHand: Work

  struct WrongResult: Error, CustomStringConvertible {
    let description: String
  }

  static let header = line("", ["by hand ns", "ns", "×", "target", "", "allocations", "", ""])

  func line(rounds: Int, count: Int) throws -> String {
    let wanted = try byHand(count)
    let given = try byProfile(count)
    guard wanted == given else {
      throw WrongResult(description: "\(name): \(given) instead of \(wanted)")
    }
    var times: [(hand: Double, ours: Double)] = []
    for _ in 0..<rounds {
      times.append((try time(byHand, count), try time(byProfile, count)))
    }
    let ratio = Self.median(times.map { $0.ours / $0.hand })
    let allocated = try Self.allocations(byProfile) - Self.allocations(byHand)
    return Self.line(
      name,
      [
        Self.text(Self.median(times.map(\.hand))), Self.text(Self.median(times.map(\.ours))),
        Self.text(ratio), "≤ \(Self.text(target))", ratio <= target ? "met" : "missed",
        Self.text(allocated), "≤ \(Self.text(allocations))",
        allocated <= allocations ? "met" : "missed",
      ])
  }

  private func time(_ work: Work, _ count: Int) throws -> Double {
    let start = ContinuousClock.now
    _ = try work(count)
    return (ContinuousClock.now - start) / .nanoseconds(1) / Double(count)
  }

  private static func allocations(_ work: Work) throws -> Double {
    let count = 1000
    allocations_begin()
    let outcome = Result { try work(count) }
    let total = allocations_end().count
    _ = try outcome.get()
    return Double(total) / Double(count)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func text(_ value: Double) -> String {
    let rounded = (value * 100).rounded() / 100
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    let blanks = String(repeating: " ", count: max(0, 44 - name.count))
    return name + blanks
      + cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
  }
}
