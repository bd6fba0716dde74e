import Profiles

/// A heart rate measurement that a user of the library defines.
struct Pulse: ProfileValue {
  struct Contact: OpenEnumeration {
    let rawValue: UInt8
    static let names: [(code: Contact, name: String)] = [
      (Contact(rawValue: 2), "notDetected"), (Contact(rawValue: 3), "detected"),
    ]
  }

  var contact: Contact
  var rate: Int
  var energy: Int?
  var intervals: [Double]?

  static let profileLayout = Layout<Pulse>(
    Pulse.init(contact:rate:energy:intervals:), flags: .uint8
  ) {
    Field("sensorContact", \.contact, .bits(1..<3))
    Field("heartRate", \.rate, .either(bit: 0, .uint8(), .uint16()), unit: .beatsPerMinute)
    Field("energyExpended", \.energy, .when(3, .uint16()), unit: .kilojoule)
    Field(
      "rrIntervals", \.intervals, .when(4, .oneOrMore(.uint16(scale: 1.0 / 1024))), unit: .second)
  }
}
