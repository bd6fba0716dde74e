extension ProfileManager {
  /// All profiles that ship with the package.
  public static let catalogue: ProfileManager = {
    var manager = ProfileManager()
    for service in TISensorTag.services { manager.add(service, models: TISensorTag.models) }
    for service in BluetoothSIG.healthServices { manager.add(service) }
    return manager
  }()
}
