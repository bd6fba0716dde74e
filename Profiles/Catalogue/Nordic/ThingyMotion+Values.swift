extension Thingy52.MotionService {
  /// A rotation; its numbers are -1...1.
  public struct Quaternion: ProfileValue, Hashable {
    /// The real part.
    public var w: Double
    /// The part of the x axis.
    public var x: Double
    /// The part of the y axis.
    public var y: Double
    /// The part of the z axis.
    public var z: Double

    /// Makes a rotation.
    public init(w: Double, x: Double, y: Double, z: Double) {
      self.w = w
      self.x = x
      self.y = y
      self.z = z
    }

    /// Four fixed-point numbers of 2⁻³⁰.
    public static let profileLayout = Layout<Quaternion>(Quaternion.init(w:x:y:z:)) {
      Field("w", \.w, .int32(scale: 0x1p-30))
      Field("x", \.x, .int32(scale: 0x1p-30))
      Field("y", \.y, .int32(scale: 0x1p-30))
      Field("z", \.z, .int32(scale: 0x1p-30))
    }
  }

  /// The steps of who carries it.
  public struct Steps: ProfileValue, Hashable {
    /// How many steps there were.
    public var count: Int
    /// The time since the first step, in ms.
    public var time: Int

    /// Makes a count.
    public init(count: Int, time: Int) {
      self.count = count
      self.time = time
    }

    /// Two numbers of four octets.
    public static let profileLayout = Layout<Steps>(Steps.init(count:time:)) {
      Field("steps", \.count, .uint32())
      Field("time", \.time, .uint32(), unit: .millisecond)
    }
  }

  /// The sensors without processing.
  public struct Raw: ProfileValue, Hashable {
    /// The acceleration in g.
    public var acceleration: Vector3
    /// The turning rate in °/s.
    public var gyro: Vector3
    /// The magnetic flux density in µT.
    public var fluxDensity: Vector3

    /// Makes a sample.
    public init(acceleration: Vector3, gyro: Vector3, fluxDensity: Vector3) {
      self.acceleration = acceleration
      self.gyro = gyro
      self.fluxDensity = fluxDensity
    }

    /// Nine words.
    public static let profileLayout = Layout<Raw>(Raw.init(acceleration:gyro:fluxDensity:)) {
      Field("accel", \.acceleration, .vector(.int16(scale: 0x1p-10)), unit: .standardGravity)
      Field("gyro", \.gyro, .vector(.int16(scale: 0x1p-5)), unit: .degreesPerSecond)
      Field("compass", \.fluxDensity, .vector(.int16(scale: 0x1p-4)), unit: .microtesla)
    }
  }

  /// A rotation as three angles.
  public struct Euler: ProfileValue, Hashable {
    /// Around the x axis, in degrees.
    public var roll: Double
    /// Around the y axis, in degrees.
    public var pitch: Double
    /// Around the z axis, in degrees.
    public var yaw: Double

    /// Makes a rotation.
    public init(roll: Double, pitch: Double, yaw: Double) {
      self.roll = roll
      self.pitch = pitch
      self.yaw = yaw
    }

    /// Three fixed-point numbers of 2⁻¹⁶ degrees.
    public static let profileLayout = Layout<Euler>(Euler.init(roll:pitch:yaw:)) {
      Field("roll", \.roll, .int32(scale: 0x1p-16), unit: .degree)
      Field("pitch", \.pitch, .int32(scale: 0x1p-16), unit: .degree)
      Field("yaw", \.yaw, .int32(scale: 0x1p-16), unit: .degree)
    }
  }
}
