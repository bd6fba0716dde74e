extension BluetoothSIG.RecordAccess {
  /// Which of the stored records an order is about.
  public enum Selection: Hashable, Sendable {
    /// All of them.
    case all
    /// Those up to a limit, with the limit.
    case atMost(Limit)
    /// Those from a limit on, with the limit.
    case atLeast(Limit)
    /// Those between two limits, with both.
    case within(Range)
    /// The oldest.
    case first
    /// The newest.
    case last

    static func layout(number: String, unit: ProfileUnit?) -> Layout<Selection> {
      let limit = Limit.layout(number: number, unit: unit)
      return Layout<Selection>(
        union: "operator",
        [
          .plain(1, name: "all", .all),
          .payload(2, name: "atMost", limit, make: Selection.atMost) {
            if case .atMost(let limit) = $0 { limit } else { nil }
          },
          .payload(3, name: "atLeast", limit, make: Selection.atLeast) {
            if case .atLeast(let limit) = $0 { limit } else { nil }
          },
          .payload(
            4, name: "within", Range.layout(number: number, unit: unit), make: Selection.within
          ) {
            if case .within(let range) = $0 { range } else { nil }
          },
          .plain(5, name: "first", .first), .plain(6, name: "last", .last),
        ])
    }
  }

  /// A limit of the records that are chosen.
  public enum Limit: Hashable, Sendable {
    /// A sequence number, or for continuous glucose monitors a time offset in min; 0...65535.
    case number(Int)
    /// The time that the user sees.
    case time(DateTime)

    static func layout(number: String, unit: ProfileUnit?) -> Layout<Limit> {
      Layout<Limit>(
        union: "filterType",
        [
          .payload(
            1, name: number, .single(.uint16(), name: number, unit: unit), make: Limit.number
          ) {
            if case .number(let number) = $0 { number } else { nil }
          },
          .payload(
            2, name: "userFacingTime", .single(.dateTime, name: "userFacingTime"),
            make: Limit.time
          ) {
            if case .time(let time) = $0 { time } else { nil }
          },
        ])
    }
  }

  /// Two limits between which records are chosen.
  public enum Range: Hashable, Sendable {
    /// Sequence numbers, or for continuous glucose monitors time offsets in min.
    case numbers(Span<Int>)
    /// Times that the user sees.
    case times(Span<DateTime>)

    static func layout(number: String, unit: ProfileUnit?) -> Layout<Range> {
      Layout<Range>(
        union: "filterType",
        [
          .payload(
            1, name: number, Span<Int>.layout(.uint16(), unit: unit), make: Range.numbers
          ) {
            if case .numbers(let span) = $0 { span } else { nil }
          },
          .payload(
            2, name: "userFacingTime", Span<DateTime>.layout(.dateTime), make: Range.times
          ) {
            if case .times(let span) = $0 { span } else { nil }
          },
        ])
    }
  }

  /// The first and the last value of a range.
  public struct Span<Value: Hashable & Sendable>: Hashable, Sendable {
    /// The first value that is chosen.
    public var minimum: Value
    /// The last value that is chosen.
    public var maximum: Value

    /// Makes a range; the device answers if it is empty.
    public init(minimum: Value, maximum: Value) {
      self.minimum = minimum
      self.maximum = maximum
    }

    static func layout(_ wire: Wire<Value>, unit: ProfileUnit? = nil) -> Layout<Span> {
      Layout(Span.init(minimum:maximum:)) {
        Field("minimum", \.minimum, wire, unit: unit)
        Field("maximum", \.maximum, wire, unit: unit)
      }
    }
  }
}
