extension BluetoothSIG.UserDataService {
  /// The gender of a user.
  public struct Gender: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Male.
    public static let male = Gender(rawValue: 0)
    /// Female.
    public static let female = Gender(rawValue: 1)
    /// Neither, or not told.
    public static let unspecified = Gender(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: Gender, name: String)] = [
      (.male, "male"), (.female, "female"), (.unspecified, "unspecified"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Gender>.single(.enumeration(), name: "gender")
  }

  /// What a user wants to reach in a day.
  public struct ActivityGoal: ProfileValue, Hashable {
    /// The energy to expend in kJ, 0...65535.
    public var energy: Int?
    /// The steps of usual walking, 0...16777215.
    public var walkingSteps: Int?
    /// The steps of fast walking, 0...16777215.
    public var intensitySteps: Int?
    /// The steps of stairs, 0...16777215.
    public var floorSteps: Int?
    /// The distance in m, 0...16777215.
    public var distance: Int?
    /// The time of usual walking in s, 0...16777215.
    public var walkingDuration: Int?
    /// The time of fast walking in s, 0...16777215.
    public var intensityDuration: Int?

    /// Makes a goal.
    public init(
      energy: Int? = nil, walkingSteps: Int? = nil, intensitySteps: Int? = nil,
      floorSteps: Int? = nil, distance: Int? = nil, walkingDuration: Int? = nil,
      intensityDuration: Int? = nil
    ) {
      self.energy = energy
      self.walkingSteps = walkingSteps
      self.intensitySteps = intensitySteps
      self.floorSteps = floorSteps
      self.distance = distance
      self.walkingDuration = walkingDuration
      self.intensityDuration = intensityDuration
    }

    /// Flags and what they tell.
    public static let profileLayout = Layout<ActivityGoal>(
      ActivityGoal.init(
        energy:walkingSteps:intensitySteps:floorSteps:distance:walkingDuration:
        intensityDuration:), flags: .uint8
    ) {
      Field("energy", \.energy, .when(0, .uint16()), unit: .kilojoule)
      Field("walkingSteps", \.walkingSteps, .when(1, .uint24()))
      Field("intensitySteps", \.intensitySteps, .when(2, .uint24()))
      Field("floorSteps", \.floorSteps, .when(3, .uint24()))
      Field("distance", \.distance, .when(4, .uint24()), unit: .metre)
      Field("walkingDuration", \.walkingDuration, .when(5, .uint24()), unit: .second)
      Field("intensityDuration", \.intensityDuration, .when(6, .uint24()), unit: .second)
    }
  }
}
