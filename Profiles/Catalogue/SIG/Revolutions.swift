extension BluetoothSIG {
  /// The wheel's turns in a sensor for cycling, counted since the counter was set or rolled over.
  public struct WheelRevolutions: Hashable, Sendable {
    /// The turns so far, 0...4294967295; the counter rolls over.
    public var count: Int
    /// When the last turn ended, in seconds on the sensor's clock, which rolls over: every 64 s
    /// for Cycling Speed and Cadence, every 32 s for Cycling Power.
    public var lastEvent: Double

    /// Makes a reading of the counter.
    public init(count: Int, lastEvent: Double) {
      self.count = count
      self.lastEvent = lastEvent
    }

    static let speedLayout = layout(scale: 1.0 / 1024)
    static let powerLayout = layout(scale: 1.0 / 2048)

    private static func layout(scale: Double) -> Layout<WheelRevolutions> {
      Layout(WheelRevolutions.init(count:lastEvent:)) {
        Field("wheelRevolutions", \.count, .uint32())
        Field("lastWheelEvent", \.lastEvent, .uint16(scale: scale), unit: .second)
      }
    }
  }

  /// The crank's turns in a sensor for cycling, counted since the counter rolled over.
  public struct CrankRevolutions: Hashable, Sendable {
    /// The turns so far, 0...65535; the counter rolls over.
    public var count: Int
    /// When the last turn ended, in seconds on the sensor's clock, which rolls over every 64 s.
    public var lastEvent: Double

    /// Makes a reading of the counter.
    public init(count: Int, lastEvent: Double) {
      self.count = count
      self.lastEvent = lastEvent
    }

    static let layout = Layout<CrankRevolutions>(CrankRevolutions.init(count:lastEvent:)) {
      Field("crankRevolutions", \.count, .uint16())
      Field("lastCrankEvent", \.lastEvent, .uint16(scale: 1.0 / 1024), unit: .second)
    }
  }
}
