/// How strong a peripheral was received, and when.
public struct RSSIReading: Hashable, Sendable, CustomStringConvertible {
  /// What was measured.
  public enum Source: Hashable, Sendable {
    /// The present link, at this moment.
    case link
    /// The last advertisement that was heard.
    case advertisement
  }

  /// The signal strength in dBm, −127...20.
  public let rssi: Int
  /// What was measured.
  public let source: Source
  /// How long ago it was measured.
  public let age: Duration
  /// The power with which this machine sends on the link, in dBm, where it is known.
  public let transmitPower: Int?

  package init(
    rssi: Int, source: Source, age: Duration = .zero, transmitPower: Int? = nil
  ) {
    self.rssi = rssi
    self.source = source
    self.age = age
    self.transmitPower = transmitPower
  }

  /// The strength with its unit, source and age, such as `-61 dBm (link)`.
  public var description: String {
    source == .link ? "\(rssi) dBm (link)" : "\(rssi) dBm (advertisement, \(age) ago)"
  }
}
