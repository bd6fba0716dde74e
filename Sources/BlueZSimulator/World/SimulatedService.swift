public import GATT
public import Profiles

/// A primary service of a simulated peripheral.
public final class SimulatedService: Sendable {
  /// The kind of service.
  public let uuid: BluetoothUUID
  /// The characteristics in the order of their handles.
  public let characteristics: [SimulatedCharacteristic]

  /// Makes a service by hand.
  public init(uuid: BluetoothUUID, characteristics: [SimulatedCharacteristic]) {
    self.uuid = uuid
    self.characteristics = characteristics
  }

  /// Makes a service from its profile, with initial values; more characteristics may follow.
  public convenience init(
    profile: some ServiceProfile, and others: [SimulatedCharacteristic] = []
  ) throws(ProfileError) {
    var characteristics: [SimulatedCharacteristic] = []
    for profile in profile.characteristics {
      characteristics.append(try SimulatedCharacteristic(profile: profile))
    }
    self.init(uuid: type(of: profile).uuid, characteristics: characteristics + others)
  }

  /// The first characteristic with a UUID.
  public func characteristic(_ uuid: BluetoothUUID) -> SimulatedCharacteristic? {
    characteristics.first { $0.uuid == uuid }
  }
}
