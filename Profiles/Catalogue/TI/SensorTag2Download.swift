public import FoundationEssentials
public import GATT

extension TISensorTag2 {
  /// The download of firmware into the SensorTag CC2650.
  public struct DownloadService: ServiceProfile {
    /// `F000FFC0-0451-4000-B000-000000000000`.
    public static let uuid = TISensorTag.uuid(0xFFC0)
    /// The name in listings.
    public static let name = "TI Over-the-Air Download"

    /// The header of an image that is offered, and the answer.
    public let imageIdentify = Self.imageIdentify
    /// A block of the image, and the number of the block that is asked for.
    public let imageBlock = Self.imageBlock
    /// How many images follow each other.
    public let imageCount = Self.imageCount
    /// How the download went.
    public let imageStatus = Self.imageStatus

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(imageIdentify), .init(imageBlock), .init(imageCount),
        .init(imageStatus),
      ]
    }
  }
}

extension TISensorTag2.DownloadService {
  /// The header of an image that is offered, and the answer.
  public static let imageIdentify: CharacteristicProfile<Data> = TISensorTag.DownloadService
    .imageIdentify

  /// A block of the image, and the number of the block that is asked for.
  public static let imageBlock: CharacteristicProfile<Data> = TISensorTag.DownloadService.imageBlock

  /// How many images follow each other.
  public static let imageCount = CharacteristicProfile<UInt8>(
    "Image Count", uuid: TISensorTag.uuid(0xFFC3), properties: [.write, .writeWithoutResponse])

  /// How the download went.
  public static let imageStatus = CharacteristicProfile<UInt8>(
    "Image Status", uuid: TISensorTag.uuid(0xFFC4), properties: .notify)
}
