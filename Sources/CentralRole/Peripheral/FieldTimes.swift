/// When each field of an advertisement was last heard, and last heard with another value.
struct FieldTimes: Sendable {
  private static let count = 9
  /// No loop's clock is ever negative.
  private static let never: Duration = .seconds(-1)

  private var heard = InlineArray<9, Duration>(repeating: Self.never)
  private var changed = InlineArray<9, Duration>(repeating: Self.never)

  mutating func hear(_ fields: AdvertisementFields, changed news: AdvertisementFields, at: Duration)
  {
    for index in 0..<Self.count {
      let bit: UInt16 = 1 << index
      if fields.rawValue & bit != 0 { heard[index] = at }
      if news.rawValue & bit != 0 { changed[index] = at }
    }
  }

  func lastHeard(_ fields: AdvertisementFields) -> Duration? { Self.newest(heard, fields) }
  func lastChanged(_ fields: AdvertisementFields) -> Duration? { Self.newest(changed, fields) }

  private static func newest(
    _ times: InlineArray<9, Duration>, _ fields: AdvertisementFields
  ) -> Duration? {
    var newest = never
    for index in 0..<count where fields.rawValue & (1 << index) != 0 {
      newest = max(newest, times[index])
    }
    return newest == never ? nil : newest
  }
}
