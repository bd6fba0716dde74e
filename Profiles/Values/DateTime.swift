/// A time of day on a day, without zone, as the Bluetooth SIG's Date Time (2A08) sends it.
///
/// A year, month or day of 0 is unknown.
public struct DateTime: Hashable, Sendable {
  /// 1582...9999, or 0 for unknown.
  public var year: Int
  /// 1...12, or 0 for unknown.
  public var month: Int
  /// 1...31, or 0 for unknown.
  public var day: Int
  /// 0...23.
  public var hours: Int
  /// 0...59.
  public var minutes: Int
  /// 0...59.
  public var seconds: Int

  /// Makes a time; writing it fails if a part is out of its range.
  public init(
    year: Int, month: Int, day: Int, hours: Int = 0, minutes: Int = 0, seconds: Int = 0
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hours = hours
    self.minutes = minutes
    self.seconds = seconds
  }
}

/// A day, as the Bluetooth SIG's Date of Birth (2A85) sends it; a part of 0 is unknown.
public struct CalendarDay: Hashable, Sendable {
  /// 1582...9999, or 0 for unknown.
  public var year: Int
  /// 1...12, or 0 for unknown.
  public var month: Int
  /// 1...31, or 0 for unknown.
  public var day: Int

  /// Makes a day; writing it fails if a part is out of its range.
  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }
}

extension DateTime: LosslessStringConvertible {
  /// `2012-12-05T11:50:27`, with zeros for what is unknown.
  public var description: String {
    let time = [hours, minutes, seconds].map { padded($0, 2) }.joined(separator: ":")
    return "\(CalendarDay(year: year, month: month, day: day))T\(time)"
  }

  /// Reads the form that is printed; a space may stand for the T.
  public init?(_ text: String) {
    let parts = text.split(maxSplits: 1) { $0 == "T" || $0 == " " }
    guard parts.count == 2, let day = CalendarDay(String(parts[0])),
      let time = numbers(parts[1], separator: ":")
    else { return nil }
    self.init(
      year: day.year, month: day.month, day: day.day, hours: time.0, minutes: time.1,
      seconds: time.2)
  }
}

extension CalendarDay: LosslessStringConvertible {
  /// `2012-12-05`, with zeros for what is unknown.
  public var description: String {
    "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Reads the form that is printed.
  public init?(_ text: String) {
    guard let parts = numbers(text[...], separator: "-") else { return nil }
    self.init(year: parts.0, month: parts.1, day: parts.2)
  }
}

private func padded(_ number: Int, _ width: Int) -> String {
  let digits = "\(number)"
  return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}

private func numbers(_ text: Substring, separator: Character) -> (Int, Int, Int)? {
  let parts = text.split(separator: separator, omittingEmptySubsequences: false)
  let numbers = parts.compactMap { part in
    part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
  }
  guard parts.count == 3, numbers.count == 3 else { return nil }
  return (numbers[0], numbers[1], numbers[2])
}
