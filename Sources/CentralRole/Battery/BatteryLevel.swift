/// How full a peripheral's battery is, as the daemon knows it.
public struct BatteryLevel: Hashable, Sendable, CustomStringConvertible {
  /// 0...100.
  public let percent: Int
  /// Who told, such as `GATT Battery Service`; `nil` where the daemon does not say (before BlueZ
  /// 5.66).
  public let source: String?

  /// Makes a level, `nil` over 100 percent.
  public init?(percent: Int, source: String? = nil) {
    guard (0...100).contains(percent) else { return nil }
    self.percent = percent
    self.source = source
  }

  /// The level with its unit, such as `87 %`.
  public var description: String { "\(percent) %" }
}
