public import FoundationEssentials
public import GATT

extension BluetoothSIG {
  /// Who made a device, and which one it is.
  ///
  /// A device has only some of the characteristics. Device Information Service 1.2.
  public struct DeviceInformationService: ServiceProfile {
    /// `180A`.
    public static let uuid: BluetoothUUID = 0x180A
    /// The name in listings.
    public static let name = "Device Information"

    /// The maker of the device.
    public let manufacturerName = Self.manufacturerName
    /// The maker's number for this kind of device.
    public let modelNumber = Self.modelNumber
    /// The maker's number for this one device.
    public let serialNumber = Self.serialNumber
    /// The version of the hardware.
    public let hardwareRevision = Self.hardwareRevision
    /// The version of the firmware.
    public let firmwareRevision = Self.firmwareRevision
    /// The version of the software on top of the firmware.
    public let softwareRevision = Self.softwareRevision
    /// A number that no other device has.
    public let systemID = Self.systemID
    /// What health authorities know of the device.
    public let certification = Self.certification
    /// Vendor, product and version for the choice of drivers.
    public let pnpID = Self.pnpID

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(manufacturerName), .init(modelNumber), .init(serialNumber),
        .init(hardwareRevision), .init(firmwareRevision), .init(softwareRevision),
        .init(systemID), .init(certification), .init(pnpID),
      ]
    }
  }
}

extension BluetoothSIG.DeviceInformationService {
  /// The maker of the device, as UTF-8 (Device Information Service 1.2, 3.1).
  public static let manufacturerName = text("Manufacturer Name String", 0x2A29)
  /// The maker's number for this kind of device, as UTF-8 (3.2).
  public static let modelNumber = text("Model Number String", 0x2A24)
  /// The maker's number for this one device, as UTF-8 (3.3).
  public static let serialNumber = text("Serial Number String", 0x2A25)
  /// The version of the hardware, as UTF-8 (3.4).
  public static let hardwareRevision = text("Hardware Revision String", 0x2A27)
  /// The version of the firmware, as UTF-8 (3.5).
  public static let firmwareRevision = text("Firmware Revision String", 0x2A26)
  /// The version of the software on top of the firmware, as UTF-8 (3.6).
  public static let softwareRevision = text("Software Revision String", 0x2A28)

  /// A number that no other device has.
  public static let systemID = CharacteristicProfile<SystemID>(
    "System ID", uuid: 0x2A23, properties: [.read])

  /// What health authorities know of the device.
  public static let certification = CharacteristicProfile<Certification>(
    "IEEE 11073-20601 Regulatory Certification Data List", uuid: 0x2A2A, properties: [.read])

  /// Vendor, product and version for the choice of drivers.
  public static let pnpID = CharacteristicProfile<PnPID>(
    "PnP ID", uuid: 0x2A50, properties: [.read])

  /// Some devices fill the rest of the value with zero octets, which are no part of the text.
  private static func text(_ name: String, _ uuid: BluetoothUUID) -> CharacteristicProfile<String> {
    CharacteristicProfile(
      name, uuid: uuid, properties: [.read],
      layout: .single(.utf8(trimmingZeros: true), name: "text"))
  }
}

extension BluetoothSIG.DeviceInformationService {
  /// A number that no other device has, made by its maker (Device Information Service 1.2, 3.7).
  public struct SystemID: ProfileValue, Hashable {
    /// What the maker chose, 40 bits.
    public var manufacturer: UInt64
    /// The maker's number from the IEEE, 24 bits.
    public var organization: UInt32

    /// Makes a number of its two parts.
    public init(manufacturer: UInt64, organization: UInt32) {
      self.manufacturer = manufacturer
      self.organization = organization
    }

    /// Five octets and three.
    public static let profileLayout = Layout<SystemID>(
      SystemID.init(manufacturer:organization:)
    ) {
      Field("manufacturer", \.manufacturer, .integer(IntegerForm(size: 5)))
      Field("oui", \.organization, .uint24())
    }
  }

  /// What health authorities know of a device, as IEEE 11073-20601 lays it out.
  ///
  /// Device Information Service 1.2, 3.8.
  public struct Certification: ProfileValue, Hashable {
    /// The authority: 0 none, 1 in the United States, 2 Continua, 254 experimental.
    public var bodyType: UInt8
    /// Which of the authority's structures follows.
    public var structureType: UInt8
    /// The authority's data, most significant octets first.
    public var data: Data

    /// Makes a list.
    public init(bodyType: UInt8, structureType: UInt8, data: Data) {
      self.bodyType = bodyType
      self.structureType = structureType
      self.data = data
    }

    /// Two octets and the data, which tools show as text where it is one.
    public static let profileLayout = Layout<Certification>(
      Certification.init(bodyType:structureType:data:)
    ) {
      Field("bodyType", \.bodyType, .uint8())
      Field("bodyStructureType", \.structureType, .uint8())
      Field("rest", \.data, .opaque(limit: 510, style: .readable))
    }
  }

  /// Vendor, product and version (Device Information Service 1.2, 3.9).
  public struct PnPID: ProfileValue, Hashable {
    /// Who gave the vendor its number.
    public var source: VendorSource
    /// The number of the vendor.
    public var vendor: UInt16
    /// The vendor's number for the product.
    public var product: UInt16
    /// The version as 0xJJMN: major, minor and patch.
    public var version: UInt16

    /// Makes an identity.
    public init(source: VendorSource, vendor: UInt16, product: UInt16, version: UInt16) {
      self.source = source
      self.vendor = vendor
      self.product = product
      self.version = version
    }

    /// Seven octets.
    public static let profileLayout = Layout<PnPID>(
      PnPID.init(source:vendor:product:version:)
    ) {
      Field("source", \.source, .enumeration(style: .code))
      Field("vendor", \.vendor, .uint16())
      Field("product", \.product, .uint16())
      Field("version", \.version, .uint16())
    }
  }

  /// Who gave a vendor its number.
  public struct VendorSource: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The Bluetooth SIG: the number is a company id.
    public static let bluetoothSIG = VendorSource(rawValue: 1)
    /// The USB Implementer's Forum.
    public static let usb = VendorSource(rawValue: 2)

    /// The codes that have a name.
    public static let names: [(code: VendorSource, name: String)] = [
      (.bluetoothSIG, "bluetoothSIG"), (.usb, "usb"),
    ]
  }
}
