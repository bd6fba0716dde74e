extension ProfileManager {
  /// All profiles that ship with the package.
  public static let catalogue: ProfileManager = {
    var manager = ProfileManager(
      BluetoothSIG.healthServices + BluetoothSIG.generalServices + Thingy52.services
        + Nordic.services + Xiaomi.services
        + BlueCapDemo.services)
    for service in TISensorTag.services { manager.add(service, models: TISensorTag.models) }
    for service in TISensorTag2.services { manager.add(service, models: TISensorTag2.models) }
    for payload in Descriptors.all + Beacons.frames { manager.add(payload) }
    return manager
  }()
}
