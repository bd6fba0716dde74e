public import FoundationEssentials
public import GATT

extension TISensorTag2 {
  /// The display that can be plugged into the SensorTag CC2650.
  public struct DisplayService: ServiceProfile {
    /// `F000AD00-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xAD00)
    /// The name in listings.
    public static let name = "TI Display"

    /// The text to show.
    public let data = Self.data
    /// The commands to the display.
    public let control = Self.control

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(data), .init(control)]
    }
  }
}

extension TISensorTag2.DisplayService {
  /// The text to show.
  public static let data = CharacteristicProfile<Data>(
    "Display Data", uuid: TISensorTag.uuid(0xAD01), properties: .write)

  /// The commands to the display.
  public static let control = CharacteristicProfile<Data>(
    "Display Control", uuid: TISensorTag.uuid(0xAD02), properties: [.read, .write])
}
