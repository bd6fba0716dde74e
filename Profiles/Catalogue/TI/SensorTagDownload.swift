public import FoundationEssentials
public import GATT

extension TISensorTag {
  /// The download of firmware into the SensorTag CC2541.
  public struct DownloadService: ServiceProfile {
    /// `F000FFC0-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xFFC0)
    /// The name in listings.
    public static let name = "TI Over-the-Air Download"

    /// The header of an image that is offered, and the answer.
    public let imageIdentify = Self.imageIdentify
    /// A block of the image, and the number of the block that is asked for.
    public let imageBlock = Self.imageBlock

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(imageIdentify), .init(imageBlock)]
    }
  }
}

extension TISensorTag.DownloadService {
  /// The header of an image that is offered, and the answer.
  public static let imageIdentify = CharacteristicProfile<Data>(
    "Image Identify", uuid: TISensorTag.uuid(0xFFC1),
    properties: [.write, .writeWithoutResponse, .notify])

  /// A block of the image, and the number of the block that is asked for.
  public static let imageBlock = CharacteristicProfile<Data>(
    "Image Block", uuid: TISensorTag.uuid(0xFFC2),
    properties: [.write, .writeWithoutResponse, .notify])
}
