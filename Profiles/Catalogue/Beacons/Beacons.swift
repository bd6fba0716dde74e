public import FoundationEssentials
import GATT

/// Advertisement frames that tell who or where a device is.
public enum Beacons {
  /// All frames of the catalogue.
  public static let frames = [
    PayloadProfile("iBeacon", .manufacturerData(0x004C), IBeacon.self),
    PayloadProfile("AltBeacon", .manufacturerData(0x0118), AltBeacon.self),
    PayloadProfile("Eddystone", .serviceData(0xFEAA), EddystoneFrame.self),
  ]
}

/// Apple's beacon: what the manufacturer data of the company 0x004C holds.
public struct IBeacon: ProfileValue, Hashable {
  /// The identifier that all beacons of an owner share.
  public var id: UUID
  /// The group in it, 0...65535.
  public var major: Int
  /// The beacon in the group, 0...65535.
  public var minor: Int
  /// The signal strength in one metre, in dBm.
  public var measuredPower: Int

  /// Makes a beacon.
  public init(id: UUID, major: Int, minor: Int, measuredPower: Int) {
    self.id = id
    self.major = major
    self.minor = minor
    self.measuredPower = measuredPower
  }

  /// The octets 02 15, then 21 more; the numbers have their most significant octet first.
  public static let profileLayout = Layout<IBeacon>(
    IBeacon.init(id:major:minor:measuredPower:), prefix: [0x02, 0x15]
  ) {
    Field("uuid", \.id, .uuid)
    Field("major", \.major, .uint16(order: .big))
    Field("minor", \.minor, .uint16(order: .big))
    Field("measuredPower", \.measuredPower, .int8(), unit: .decibelMilliwatt)
  }
}

/// The open beacon of Radius Networks, in the manufacturer data of any company.
public struct AltBeacon: ProfileValue, Hashable {
  /// The first 16 octets of the identifier, which all beacons of an owner share.
  public var id1: UUID
  /// The next two octets of the identifier.
  public var id2: Int
  /// The last two octets of the identifier.
  public var id3: Int
  /// The signal strength in one metre, in dBm.
  public var referenceRSSI: Int
  /// An octet for the use of the manufacturer.
  public var reserved: UInt8

  /// Makes a beacon.
  public init(id1: UUID, id2: Int, id3: Int, referenceRSSI: Int, reserved: UInt8 = 0) {
    self.id1 = id1
    self.id2 = id2
    self.id3 = id3
    self.referenceRSSI = referenceRSSI
    self.reserved = reserved
  }

  /// The octets BE AC, then 22 more; the numbers have their most significant octet first.
  public static let profileLayout = Layout<AltBeacon>(
    AltBeacon.init(id1:id2:id3:referenceRSSI:reserved:), prefix: [0xBE, 0xAC]
  ) {
    Field("id1", \.id1, .uuid)
    Field("id2", \.id2, .uint16(order: .big))
    Field("id3", \.id3, .uint16(order: .big))
    Field("referenceRSSI", \.referenceRSSI, .int8(), unit: .decibelMilliwatt)
    Field("reserved", \.reserved, .uint8())
  }
}
