extension BluetoothSIG.UserDataService {
  /// The limits between five zones of exercise.
  public struct FiveZoneLimits: ProfileValue, Hashable {
    /// The rate between very light and light exercise in bpm, 0...255.
    public var veryLightLight: Int
    /// The rate between light and moderate exercise in bpm, 0...255.
    public var lightModerate: Int
    /// The rate between moderate and hard exercise in bpm, 0...255.
    public var moderateHard: Int
    /// The rate between hard and maximum exercise in bpm, 0...255.
    public var hardMaximum: Int

    /// Makes limits.
    public init(veryLightLight: Int, lightModerate: Int, moderateHard: Int, hardMaximum: Int) {
      self.veryLightLight = veryLightLight
      self.lightModerate = lightModerate
      self.moderateHard = moderateHard
      self.hardMaximum = hardMaximum
    }

    /// One octet for each limit.
    public static let profileLayout = Layout<FiveZoneLimits>(
      FiveZoneLimits.init(veryLightLight:lightModerate:moderateHard:hardMaximum:)
    ) {
      Field("veryLightLight", \.veryLightLight, .uint8(), unit: .beatsPerMinute)
      Field("lightModerate", \.lightModerate, .uint8(), unit: .beatsPerMinute)
      Field("moderateHard", \.moderateHard, .uint8(), unit: .beatsPerMinute)
      Field("hardMaximum", \.hardMaximum, .uint8(), unit: .beatsPerMinute)
    }
  }

  /// The limits between four zones of exercise.
  public struct FourZoneLimits: ProfileValue, Hashable {
    /// The rate between light and moderate exercise in bpm, 0...255.
    public var lightModerate: Int
    /// The rate between moderate and hard exercise in bpm, 0...255.
    public var moderateHard: Int
    /// The rate between hard and maximum exercise in bpm, 0...255.
    public var hardMaximum: Int

    /// Makes limits.
    public init(lightModerate: Int, moderateHard: Int, hardMaximum: Int) {
      self.lightModerate = lightModerate
      self.moderateHard = moderateHard
      self.hardMaximum = hardMaximum
    }

    /// One octet for each limit.
    public static let profileLayout = Layout<FourZoneLimits>(
      FourZoneLimits.init(lightModerate:moderateHard:hardMaximum:)
    ) {
      Field("lightModerate", \.lightModerate, .uint8(), unit: .beatsPerMinute)
      Field("moderateHard", \.moderateHard, .uint8(), unit: .beatsPerMinute)
      Field("hardMaximum", \.hardMaximum, .uint8(), unit: .beatsPerMinute)
    }
  }

  /// The limits between three zones of exercise.
  public struct ThreeZoneLimits: ProfileValue, Hashable {
    /// The rate between light and moderate exercise in bpm, 0...255.
    public var lightModerate: Int
    /// The rate between moderate and hard exercise in bpm, 0...255.
    public var moderateHard: Int

    /// Makes limits.
    public init(lightModerate: Int, moderateHard: Int) {
      self.lightModerate = lightModerate
      self.moderateHard = moderateHard
    }

    /// One octet for each limit.
    public static let profileLayout = Layout<ThreeZoneLimits>(
      ThreeZoneLimits.init(lightModerate:moderateHard:)
    ) {
      Field("lightModerate", \.lightModerate, .uint8(), unit: .beatsPerMinute)
      Field("moderateHard", \.moderateHard, .uint8(), unit: .beatsPerMinute)
    }
  }
}
