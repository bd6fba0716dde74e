extension CalendarDay {
  init(_ reader: inout OctetReader) throws(ProfileError) {
    let start = reader.offset
    try reader.demand(4)
    year = Int(try reader.integer(UInt16.self))
    month = Int(try reader.integer(UInt8.self))
    day = Int(try reader.integer(UInt8.self))
    if let error = problem { throw error.at(start) }
  }

  func write(_ writer: inout OctetWriter) throws(ProfileError) {
    if let error = problem { throw error }
    writer.append(UInt16(truncatingIfNeeded: year))
    writer.append(UInt8(truncatingIfNeeded: month))
    writer.append(UInt8(truncatingIfNeeded: day))
  }

  fileprivate var problem: ProfileError? {
    if year != 0, !(1582...9999).contains(year) {
      return .outOfRange("year \(year)", allowed: "1582...9999, 0 for unknown")
    }
    if !(0...12).contains(month) {
      return .outOfRange("month \(month)", allowed: "1...12, 0 for unknown")
    }
    guard (0...31).contains(day) else {
      return .outOfRange("day \(day)", allowed: "1...31, 0 for unknown")
    }
    return nil
  }
}

extension DateTime {
  init(_ reader: inout OctetReader) throws(ProfileError) {
    let start = reader.offset
    try reader.demand(7)
    let date = try CalendarDay(&reader)
    self.init(
      year: date.year, month: date.month, day: date.day,
      hours: Int(try reader.integer(UInt8.self)), minutes: Int(try reader.integer(UInt8.self)),
      seconds: Int(try reader.integer(UInt8.self)))
    if let error = problem { throw error.at(start) }
  }

  func write(_ writer: inout OctetWriter) throws(ProfileError) {
    if let error = problem { throw error }
    try CalendarDay(year: year, month: month, day: day).write(&writer)
    for part in [hours, minutes, seconds] {
      writer.append(UInt8(truncatingIfNeeded: part))
    }
  }

  private var problem: ProfileError? {
    if !(0...23).contains(hours) { return .outOfRange("hour \(hours)", allowed: "0...23") }
    if !(0...59).contains(minutes) { return .outOfRange("minute \(minutes)", allowed: "0...59") }
    if !(0...59).contains(seconds) { return .outOfRange("second \(seconds)", allowed: "0...59") }
    return nil
  }
}
