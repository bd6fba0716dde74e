public import GATT

extension TISensorTag {
  /// The accelerometer of the SensorTag: switch it on, set its period, subscribe to its data.
  ///
  /// ```swift
  /// let service = TISensorTag.AccelerometerService()
  /// let acceleration = try service.data.decode(octets)
  /// ```
  public struct AccelerometerService: ServiceProfile {
    /// BlueCap's name for the value of the data characteristic.
    public typealias Data = Acceleration

    /// `F000AA10-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA10)
    /// The name in listings.
    public static let name = "TI Accelerometer"

    /// The acceleration, read or notified once for each period.
    public let data: CharacteristicProfile<Acceleration>
    /// The switch of the sensor.
    public let enabled = Self.enabled
    /// The time between two samples.
    public let period = Self.period

    /// Makes the profile for a firmware's range: `.twoG` up to 1.4, `.eightG` from 1.5.
    public init(range: Acceleration.Range = .twoG) {
      self.init(layout: Acceleration.layout(range))
    }

    /// The profile that takes the range from the `firmware` of the context, without it ±2 g.
    public static let anyFirmware = Self(
      layout: Acceleration.layout(.twoG).varying([
        .init(ContextMatch("firmware", .versionAtLeast("1.5")), Acceleration.layout(.eightG))
      ]))

    private init(layout: Layout<Acceleration>) {
      data = Self.data(layout)
    }

    /// The three characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(enabled), .init(period)]
    }
  }
}

extension TISensorTag.AccelerometerService {
  /// The data characteristic in the range of firmware up to 1.4.
  public static let data = data(.twoG)

  /// The switch of the sensor, off at first.
  public static let enabled = TISensorTag.enabled("Accelerometer", 0xAA12)

  /// The time between two samples, one second at first.
  public static let period = TISensorTag.period("Accelerometer", 0xAA13)

  /// The data characteristic in a firmware's range; at first a tag that lies flat.
  public static func data(_ range: Acceleration.Range) -> CharacteristicProfile<Acceleration> {
    data(Acceleration.layout(range))
  }

  private static func data(
    _ layout: Layout<Acceleration>
  ) -> CharacteristicProfile<Acceleration> {
    CharacteristicProfile(
      "Accelerometer Data", uuid: TISensorTag.uuid(0xAA11), properties: [.read, .notify],
      initialValue: Acceleration(x: 0, y: 0, z: 1), layout: layout)
  }
}

extension TISensorTag.AccelerometerService {
  /// An acceleration in multiples of standard gravity, as three signed octets.
  public struct Acceleration: ProfileValue, Hashable {
    /// The range of the sensor, which depends on the firmware.
    public enum Range: Hashable, Sendable, CaseIterable {
      /// −2 g to 2 g in steps of 1/64 g, up to firmware 1.4.
      case twoG
      /// −8 g to 8 g in steps of 1/16 g, from firmware 1.5.
      case eightG
    }

    /// Along the x axis of the sensor, in g.
    public var x: Double
    /// Along the y axis of the sensor, in g.
    public var y: Double
    /// Along the z axis of the sensor, in g.
    public var z: Double

    /// Makes an acceleration from multiples of standard gravity.
    public init(x: Double, y: Double, z: Double) {
      self.x = x
      self.y = y
      self.z = z
    }

    /// The layout in the range of firmware up to 1.4.
    public static let profileLayout = layout(.twoG)

    /// The layout in a firmware's range.
    public static func layout(_ range: Range) -> Layout<Acceleration> {
      let scale = range == .twoG ? 1.0 / 64 : 1.0 / 16
      return Layout(Acceleration.init(x:y:z:)) {
        Field("x", \.x, .int8(scale: scale), unit: .standardGravity)
        Field("y", \.y, .int8(scale: scale), unit: .standardGravity)
        Field("z", \.z, .int8(scale: scale), unit: .standardGravity)
      }
    }
  }

  /// Whether the sensor is on.
  public typealias Enabled = TISensorTag.Enabled
  /// The time between two samples.
  public typealias UpdatePeriod = TISensorTag.UpdatePeriod
}
