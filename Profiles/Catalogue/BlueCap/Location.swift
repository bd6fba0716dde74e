public import GATT

extension BlueCapDemo {
  /// Where a device is.
  ///
  /// Its UUID is that of the greeting characteristic, which is a mistake that devices keep.
  public struct LocationService: ServiceProfile {
    /// `2F0A0001-69AA-F316-3E78-4194989A6C1A`.
    public static let uuid: BluetoothUUID = 0x2F0A_0001_69AA_F316_3E78_4194_989A_6C1A
    /// The name in listings.
    public static let name = "Location"

    /// The place.
    public let position = Self.position

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(position)]
    }
  }
}

extension BlueCapDemo.LocationService {
  /// The place.
  public static let position = CharacteristicProfile<Position>(
    "Latitude and Longitude", uuid: 0x2F0A_0017_69AA_F316_3E78_4194_989A_6C1A,
    properties: [.read, .write], initialValue: Position(latitude: 37.75, longitude: -122.42))
}

extension BlueCapDemo.LocationService {
  /// A place on the earth.
  public struct Position: ProfileValue, Hashable {
    /// The latitude in degrees, north positive, in steps of 0.01°.
    public var latitude: Double
    /// The longitude in degrees, east positive, in steps of 0.01°.
    public var longitude: Double

    /// Makes a place.
    public init(latitude: Double, longitude: Double) {
      self.latitude = latitude
      self.longitude = longitude
    }

    /// Two words with sign.
    public static let profileLayout = Layout<Position>(Position.init(latitude:longitude:)) {
      Field("latitude", \.latitude, .int16(scale: 0.01), unit: .degree, range: -90...90)
      Field("longitude", \.longitude, .int16(scale: 0.01), unit: .degree, range: -180...180)
    }
  }
}
