extension ProfileManager {
  /// All profiles that ship with the package.
  public static let catalogue: ProfileManager = {
    var manager = ProfileManager()
    for service in TISensorTag.services { manager.add(service, models: TISensorTag.models) }
    for service in TISensorTag2.services { manager.add(service, models: TISensorTag2.models) }
    for service in BluetoothSIG.healthServices { manager.add(service) }
    for service in BluetoothSIG.generalServices { manager.add(service) }
    return manager
  }()
}
