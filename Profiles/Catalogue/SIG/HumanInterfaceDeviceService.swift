public import FoundationEssentials
public import GATT

extension BluetoothSIG {
  /// Human Interface Device: keyboards, mice, gamepads and remote controls.
  ///
  /// A device has a report characteristic for each of its reports; the report reference
  /// descriptor tells which.
  public struct HumanInterfaceDeviceService: ServiceProfile {
    /// `1812`.
    public static let uuid: BluetoothUUID = 0x1812
    /// The name in listings.
    public static let name = "Human Interface Device"

    /// What kind of device it is.
    public let information = Self.information
    /// The layout of the reports, in the language of USB.
    public let reportMap = Self.reportMap
    /// Lets the device sleep.
    public let controlPoint = Self.controlPoint
    /// A report of the device.
    public let report = Self.report
    /// Whether the device sends its own reports or those of the boot protocol.
    public let protocolMode = Self.protocolMode
    /// The keys of a keyboard in the boot protocol.
    public let bootKeyboardInput = Self.bootKeyboardInput
    /// The lights of a keyboard in the boot protocol.
    public let bootKeyboardOutput = Self.bootKeyboardOutput
    /// The movement of a mouse in the boot protocol.
    public let bootMouseInput = Self.bootMouseInput

    /// Makes the profile.
    public init() {}

    /// The eight characteristics in the order of the specification.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(protocolMode), .init(report), .init(reportMap),
        .init(bootKeyboardInput), .init(bootKeyboardOutput), .init(bootMouseInput),
        .init(information), .init(controlPoint),
      ]
    }
  }
}

extension BluetoothSIG.HumanInterfaceDeviceService {
  /// HID Information, 2A4A.
  public static let information = CharacteristicProfile<Information>(
    "HID Information", uuid: 0x2A4A, properties: .read, permissions: .encryptRead,
    initialValue: Information(version: 0x0111))

  /// Report Map, 2A4B: at most 512 octets.
  public static let reportMap = CharacteristicProfile<Data>(
    "Report Map", uuid: 0x2A4B, properties: .read, permissions: .encryptRead,
    layout: .single(.opaque(), name: "map"))

  /// HID Control Point, 2A4C.
  public static let controlPoint = CharacteristicProfile<Command>(
    "HID Control Point", uuid: 0x2A4C, properties: .writeWithoutResponse,
    permissions: .encryptWrite)

  /// Report, 2A4D: input reports are notified, output and feature reports are written.
  public static let report = CharacteristicProfile<Data>(
    "Report", uuid: 0x2A4D, properties: [.read, .write, .writeWithoutResponse, .notify],
    permissions: [.encryptRead, .encryptWrite, .encryptNotify],
    layout: .single(.opaque(), name: "report"))

  /// Protocol Mode, 2A4E.
  public static let protocolMode = CharacteristicProfile<ProtocolMode>(
    "Protocol Mode", uuid: 0x2A4E, properties: [.read, .writeWithoutResponse],
    permissions: [.encryptRead, .encryptWrite], initialValue: .report)

  /// Boot Keyboard Input Report, 2A22.
  public static let bootKeyboardInput = CharacteristicProfile<KeyboardInput>(
    "Boot Keyboard Input Report", uuid: 0x2A22, properties: [.read, .notify],
    permissions: [.encryptRead, .encryptNotify], initialValue: KeyboardInput())

  /// Boot Keyboard Output Report, 2A32.
  public static let bootKeyboardOutput = CharacteristicProfile<KeyboardLights>(
    "Boot Keyboard Output Report", uuid: 0x2A32,
    properties: [.read, .write, .writeWithoutResponse],
    permissions: [.encryptRead, .encryptWrite], initialValue: [])

  /// Boot Mouse Input Report, 2A33.
  public static let bootMouseInput = CharacteristicProfile<MouseInput>(
    "Boot Mouse Input Report", uuid: 0x2A33, properties: [.read, .notify],
    permissions: [.encryptRead, .encryptNotify], initialValue: MouseInput())

  /// What kind of device it is (HID Service 1.0, 2.10).
  public struct Information: ProfileValue, Hashable {
    /// The version of the USB HID specification, 0x0111 for 1.11.
    public var version: Int
    /// The country of the keyboard's layout by USB's codes, 0 for none.
    public var country: Int
    /// What the device does of its own.
    public var abilities: Abilities

    /// Makes a description.
    public init(version: Int, country: Int = 0, abilities: Abilities = []) {
      self.version = version
      self.country = country
      self.abilities = abilities
    }

    /// Four octets.
    public static let profileLayout = Layout<Information>(
      Information.init(version:country:abilities:)
    ) {
      Field("bcdHID", \.version, .uint16())
      Field("country", \.country, .uint8())
      Field(
        "flags", \.abilities,
        .options(Options([.init(0, "remoteWake"), .init(1, "normallyConnectable")])))
    }
  }

  /// What a device does of its own.
  public struct Abilities: OptionSet, Hashable, Sendable {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any bits, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It wakes its host.
    public static let remoteWake = Abilities(rawValue: 1 << 0)
    /// It advertises when it is bonded and not connected.
    public static let normallyConnectable = Abilities(rawValue: 1 << 1)
  }

  /// An order to the device (HID Service 1.0, 2.11).
  public struct Command: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// The host sleeps.
    public static let suspend = Command(rawValue: 0)
    /// The host is awake.
    public static let exitSuspend = Command(rawValue: 1)

    /// The codes that have a name.
    public static let names: [(code: Command, name: String)] = [
      (.suspend, "suspend"), (.exitSuspend, "exitSuspend"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Command>.single(.enumeration(), name: "command")
  }

  /// Which reports a device sends (HID Service 1.0, 2.4).
  public struct ProtocolMode: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Those of the boot protocol.
    public static let boot = ProtocolMode(rawValue: 0)
    /// Its own.
    public static let report = ProtocolMode(rawValue: 1)

    /// The codes that have a name.
    public static let names: [(code: ProtocolMode, name: String)] = [
      (.boot, "boot"), (.report, "report"),
    ]

    /// One octet.
    public static let profileLayout = Layout<ProtocolMode>.single(.enumeration(), name: "mode")
  }
}
