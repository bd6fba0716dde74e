import TestSupport

/// What of the daemon's interfaces client and simulator do without, and why.
struct KnownInterface {
  /// An interface, or a member of one.
  let what: String
  let reason: String
  /// The recorded versions that have it.
  let versions: Set<String>

  init(_ what: String, in versions: Set<String> = ["5.66", "5.82"], _ reason: String) {
    self.what = what
    self.reason = reason
    self.versions = versions
  }

  static let interfaces = [
    KnownInterface("org.bluez.ProfileManager1", "profiles of classic Bluetooth"),
    KnownInterface("org.bluez.HealthManager1", "a profile of classic Bluetooth"),
    KnownInterface("org.bluez.Media1", "audio, which is not made of attributes"),
    KnownInterface("org.bluez.NetworkServer1", "a profile of classic Bluetooth"),
    KnownInterface("org.bluez.BatteryProviderManager1", "for programs that know batteries"),
  ]

  private static let members =
    ["ConnectDevice (a{sv}) -> ()"].map {
      KnownInterface("org.bluez.Adapter1 method \($0)", in: ["5.66"], "experimental")
    }
    + ["SupportedCapabilities a{sv} read", "SupportedFeatures as read"].map {
      KnownInterface(
        "org.bluez.LEAdvertisingManager1 property \($0)", "experimental in 5.66, not used")
    } + [
      KnownInterface(
        "org.bluez.Adapter1 property PowerState s read",
        "experimental in 5.66; Powered tells what is needed")
    ]
    + ["Connectable b readwrite", "Manufacturer q read", "Version y read"].map {
      KnownInterface("org.bluez.Adapter1 property \($0)", in: ["5.82"], "newer than 5.66, not used")
    }
    + ["AdvertisingData a{yv} read", "AdvertisingFlags ay read", "Sets a{oa{sv}} read"].map {
      KnownInterface("org.bluez.Device1 property \($0)", in: ["5.82"], "newer than 5.66, not used")
    }
    + ["Service", "Characteristic", "Descriptor"].map {
      KnownInterface(
        "org.bluez.Gatt\($0)1 property Handle q read", in: ["5.82"],
        "newer than 5.66; the path has the handle in every version")
    }

  /// What the simulator has and a recorded daemon did not show.
  private static let additions = [
    KnownInterface(
      "org.bluez.Battery1 property Source s read", in: ["5.66"],
      "the recorded battery names no source"),
    KnownInterface(
      "org.bluez.AdvertisementMonitorManager1", in: ["5.82"],
      "recorded without --experimental"),
  ]

  static func differences(from version: String) -> [Difference] {
    (interfaces + members).filter { $0.versions.contains(version) }.map { .daemon($0.what) }
      + additions.filter { $0.versions.contains(version) }.map { .simulator($0.what) }
  }
}
