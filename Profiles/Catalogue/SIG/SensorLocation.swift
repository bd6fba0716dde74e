import GATT

extension BluetoothSIG {
  /// Where a sensor for running or cycling is worn or mounted (Sensor Location, 2A5D).
  public struct SensorLocation: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Somewhere else.
    public static let other = SensorLocation(rawValue: 0)
    /// On top of the shoe.
    public static let topOfShoe = SensorLocation(rawValue: 1)
    /// In the shoe.
    public static let inShoe = SensorLocation(rawValue: 2)
    /// At the hip.
    public static let hip = SensorLocation(rawValue: 3)
    /// At the front wheel.
    public static let frontWheel = SensorLocation(rawValue: 4)
    /// On the left crank.
    public static let leftCrank = SensorLocation(rawValue: 5)
    /// On the right crank.
    public static let rightCrank = SensorLocation(rawValue: 6)
    /// On the left pedal.
    public static let leftPedal = SensorLocation(rawValue: 7)
    /// On the right pedal.
    public static let rightPedal = SensorLocation(rawValue: 8)
    /// At the front hub.
    public static let frontHub = SensorLocation(rawValue: 9)
    /// At the rear dropout.
    public static let rearDropout = SensorLocation(rawValue: 10)
    /// On the chainstay.
    public static let chainstay = SensorLocation(rawValue: 11)
    /// At the rear wheel.
    public static let rearWheel = SensorLocation(rawValue: 12)
    /// At the rear hub.
    public static let rearHub = SensorLocation(rawValue: 13)
    /// On the chest.
    public static let chest = SensorLocation(rawValue: 14)
    /// In the spider of the crankset.
    public static let spider = SensorLocation(rawValue: 15)
    /// On the chain ring.
    public static let chainRing = SensorLocation(rawValue: 16)

    /// The codes that have a name.
    public static let names: [(code: SensorLocation, name: String)] = [
      (.other, "other"), (.topOfShoe, "topOfShoe"), (.inShoe, "inShoe"), (.hip, "hip"),
      (.frontWheel, "frontWheel"), (.leftCrank, "leftCrank"), (.rightCrank, "rightCrank"),
      (.leftPedal, "leftPedal"), (.rightPedal, "rightPedal"), (.frontHub, "frontHub"),
      (.rearDropout, "rearDropout"), (.chainstay, "chainstay"), (.rearWheel, "rearWheel"),
      (.rearHub, "rearHub"), (.chest, "chest"), (.spider, "spider"), (.chainRing, "chainRing"),
    ]

    /// One octet.
    public static let profileLayout = Layout<SensorLocation>.single(
      .enumeration(), name: "location")

    /// The characteristic, which three services have.
    static let characteristic = CharacteristicProfile<SensorLocation>(
      "Sensor Location", uuid: 0x2A5D, properties: .read, initialValue: .other)
  }
}
