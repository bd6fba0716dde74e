public import GATT

extension TISensorTag2 {
  /// Gyroscope, accelerometer and magnetometer of the SensorTag CC2650.
  ///
  /// The range of the accelerometer is part of the configuration, so a profile is made for one.
  public struct MovementService: ServiceProfile {
    /// `F000AA80-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAA80)
    /// The name in listings.
    public static let name = "TI Movement"

    /// The sample of all three sensors.
    public let data: CharacteristicProfile<Movement>
    /// The sensors and axes that are measured.
    public let configuration = Self.configuration
    /// The time between two samples.
    public let period = Self.period

    /// Makes the profile for the range of the configuration, ±8 g at first.
    public init(range: Range = .eightG) {
      self.init(layout: Movement.layout(range))
    }

    /// The profile that takes the range from the `accelRange_g` of the context, without it ±8 g.
    public static let anyRange = Self(layout: Movement.profileLayout)

    private init(layout: Layout<Movement>) {
      data = CharacteristicProfile(
        "Movement Data", uuid: TISensorTag.uuid(0xAA81), properties: [.read, .notify],
        initialValue: .flat, layout: layout)
    }

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(configuration), .init(period)]
    }
  }
}

extension TISensorTag2.MovementService {
  /// The sensors and axes that are measured, none at first.
  public static let configuration = CharacteristicProfile<Configuration>(
    "Movement Configuration", uuid: TISensorTag.uuid(0xAA82), properties: [.read, .write],
    initialValue: Configuration())

  /// The time between two samples, one second at first.
  public static let period = TISensorTag.period("Movement", 0xAA83)

  /// The range of the accelerometer; its number is that of the configuration.
  public struct Range: OpenEnumeration {
    /// The two bits that are sent.
    public let rawValue: UInt8

    /// Keeps any number.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// −2 g to 2 g.
    public static let twoG = Range(rawValue: 0)
    /// −4 g to 4 g.
    public static let fourG = Range(rawValue: 1)
    /// −8 g to 8 g.
    public static let eightG = Range(rawValue: 2)
    /// −16 g to 16 g.
    public static let sixteenG = Range(rawValue: 3)

    /// The ranges with their limits in g.
    public static let names: [(code: Range, name: String)] = [
      (.twoG, "2"), (.fourG, "4"), (.eightG, "8"), (.sixteenG, "16"),
    ]

    /// The size of a step in g.
    fileprivate var scale: Scale { Scale(1, b: Int(min(rawValue, 3)) - 14) }
  }

  /// A sample of all three sensors.
  public struct Movement: ProfileValue, Hashable {
    /// The turning rate in °/s, -250...250 around each axis.
    public var gyro: Vector3
    /// The acceleration in g.
    public var acceleration: Vector3
    /// The magnetic flux density in µT, -4912...4912 along each axis.
    public var fluxDensity: Vector3

    /// Makes a sample.
    public init(gyro: Vector3, acceleration: Vector3, fluxDensity: Vector3) {
      self.gyro = gyro
      self.acceleration = acceleration
      self.fluxDensity = fluxDensity
    }

    /// A SensorTag that lies flat and still.
    static let flat = Movement(
      gyro: Vector3(x: 0, y: 0, z: 0), acceleration: Vector3(x: 0, y: 0, z: 1),
      fluxDensity: Vector3(x: 0, y: 20, z: -40))

    /// Nine words; the range is the context's `accelRange_g`, without it ±8 g.
    public static let profileLayout = layout(.eightG).varying(
      Range.names.map { .init(ContextMatch("accelRange_g", .equals($0.name)), layout($0.code)) })

    /// Nine words in one range of the accelerometer.
    public static func layout(_ range: Range) -> Layout<Movement> {
      Layout(Movement.init(gyro:acceleration:fluxDensity:)) {
        Field(
          "gyro", \.gyro, .vector(.number(.int16, scale: Scale(125, b: -14))),
          unit: .degreesPerSecond)
        Field(
          "accel", \.acceleration, .vector(.number(.int16, scale: range.scale)),
          unit: .standardGravity)
        Field(
          "mag", \.fluxDensity, .vector(.number(.int16, scale: Scale(307, b: -11))),
          unit: .microtesla)
      }
    }
  }
}
