public import GATT

extension Thingy52 {
  /// The motion sensors of the Thingy:52.
  public struct MotionService: ServiceProfile {
    /// `EF680400-9B35-4933-9B10-52FFA9740042`.
    public static let uuid = Thingy52.uuid(0x0400)
    /// The name in listings.
    public static let name = "Thingy Motion"

    /// How often is measured.
    public let configuration = Self.configuration
    /// A tap on the case.
    public let tap = Self.tap
    /// How the case lies.
    public let orientation = Self.orientation
    /// The rotation as a quaternion.
    public let quaternion = Self.quaternion
    /// The steps of who carries it.
    public let steps = Self.steps
    /// The sensors without processing.
    public let raw = Self.raw
    /// The rotation as three angles.
    public let euler = Self.euler
    /// The rotation as a matrix, row by row; its numbers are -1...1.
    public let rotation = Self.rotation
    /// The heading in degrees from the magnetic north.
    public let heading = Self.heading
    /// The gravity in m/s² along each axis.
    public let gravity = Self.gravity

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(configuration), .init(tap), .init(orientation), .init(quaternion),
        .init(steps), .init(raw), .init(euler), .init(rotation), .init(heading), .init(gravity),
      ]
    }
  }
}

extension Thingy52.MotionService {
  /// How often is measured.
  public static let configuration = CharacteristicProfile<Configuration>(
    "Thingy Motion Configuration", uuid: Thingy52.uuid(0x0401), properties: [.read, .write])

  /// A tap on the case.
  public static let tap = CharacteristicProfile<Tap>(
    "Thingy Tap", uuid: Thingy52.uuid(0x0402), properties: .notify)

  /// How the case lies.
  public static let orientation = CharacteristicProfile<Orientation>(
    "Thingy Orientation", uuid: Thingy52.uuid(0x0403), properties: .notify, initialValue: .portrait)

  /// The rotation as a quaternion.
  public static let quaternion = CharacteristicProfile<Quaternion>(
    "Thingy Quaternion", uuid: Thingy52.uuid(0x0404), properties: .notify,
    initialValue: Quaternion(w: 1, x: 0, y: 0, z: 0))

  /// The steps of who carries it.
  public static let steps = CharacteristicProfile<Steps>(
    "Thingy Step Counter", uuid: Thingy52.uuid(0x0405), properties: .notify,
    initialValue: Steps(count: 0, time: 0))

  /// The sensors without processing.
  public static let raw = CharacteristicProfile<Raw>(
    "Thingy Raw Motion", uuid: Thingy52.uuid(0x0406), properties: .notify)

  /// The rotation as three angles.
  public static let euler = CharacteristicProfile<Euler>(
    "Thingy Euler Angles", uuid: Thingy52.uuid(0x0407), properties: .notify,
    initialValue: Euler(roll: 0, pitch: 0, yaw: 0))

  /// The rotation as a matrix, row by row; its numbers are -1...1.
  public static let rotation = CharacteristicProfile<[Double]>(
    "Thingy Rotation Matrix", uuid: Thingy52.uuid(0x0408), properties: .notify,
    layout: .single(.array(9, .int16(scale: 0x1p-14)), name: "matrix"))

  /// The heading in degrees from the magnetic north.
  public static let heading = CharacteristicProfile<Double>(
    "Thingy Heading", uuid: Thingy52.uuid(0x0409), properties: .notify, initialValue: 0,
    layout: .single(.int32(scale: 0x1p-16), name: "heading", unit: .degree))

  /// The gravity in m/s² along each axis.
  public static let gravity = CharacteristicProfile<Vector3>(
    "Thingy Gravity Vector", uuid: Thingy52.uuid(0x040A), properties: .notify,
    initialValue: Vector3(x: 0, y: 0, z: 9.8125),
    layout: .axes(.float32(), unit: .metrePerSquareSecond))
}

extension Thingy52.MotionService {
  /// How often is measured.
  public struct Configuration: ProfileValue, Hashable {
    /// Between two step counts, in ms.
    public var stepInterval: Int
    /// Between two compensations of the temperature, in ms.
    public var temperatureInterval: Int
    /// Between two compensations of the magnetometer, in ms.
    public var magnetometerInterval: Int
    /// How often the motion is processed, in Hz.
    public var rate: Int
    /// Whether a motion wakes the Thingy.
    public var wakesOnMotion: Bool

    /// Makes a configuration.
    public init(
      stepInterval: Int, temperatureInterval: Int, magnetometerInterval: Int, rate: Int,
      wakesOnMotion: Bool
    ) {
      self.stepInterval = stepInterval
      self.temperatureInterval = temperatureInterval
      self.magnetometerInterval = magnetometerInterval
      self.rate = rate
      self.wakesOnMotion = wakesOnMotion
    }

    /// Nine octets.
    public static let profileLayout = Layout<Configuration>(
      Configuration.init(stepInterval:temperatureInterval:magnetometerInterval:rate:wakesOnMotion:)
    ) {
      Field("stepInterval", \.stepInterval, .uint16(), unit: .millisecond)
      Field("temperatureInterval", \.temperatureInterval, .uint16(), unit: .millisecond)
      Field("magnetometerInterval", \.magnetometerInterval, .uint16(), unit: .millisecond)
      Field("rate", \.rate, .uint16(), unit: .hertz)
      Field("wakeOnMotion", \.wakesOnMotion, .bool)
    }
  }

  /// A tap on the case.
  public struct Tap: ProfileValue, Hashable {
    /// The axis and its sign: 1...6 for x, -x, y, -y, z, -z.
    public var direction: Int
    /// How many taps there were.
    public var count: Int

    /// Makes a tap.
    public init(direction: Int, count: Int) {
      self.direction = direction
      self.count = count
    }

    /// Two octets.
    public static let profileLayout = Layout<Tap>(Tap.init(direction:count:)) {
      Field("direction", \.direction, .uint8(), range: 1...6, outside: .keep)
      Field("count", \.count, .uint8())
    }
  }

  /// How the case lies.
  public struct Orientation: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Upright.
    public static let portrait = Orientation(rawValue: 0)
    /// On its side.
    public static let landscape = Orientation(rawValue: 1)
    /// Upside down.
    public static let reversePortrait = Orientation(rawValue: 2)
    /// On its other side.
    public static let reverseLandscape = Orientation(rawValue: 3)

    /// The codes that have a name.
    public static let names: [(code: Orientation, name: String)] = [
      (.portrait, "Portrait"),
      (.landscape, "Landscape"),
      (.reversePortrait, "Reverse Portrait"),
      (.reverseLandscape, "Reverse Landscape"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Orientation>.single(
      .enumeration(), name: "orientation")
  }
}
