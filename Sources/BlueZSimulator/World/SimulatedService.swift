public import GATT
public import Profiles

/// A service of a simulated peripheral.
public final class SimulatedService: Sendable {
  /// The kind of service.
  public let uuid: BluetoothUUID
  /// Whether it stands for itself; a secondary service is only included by others.
  public let isPrimary: Bool
  /// The characteristics in the order of their handles.
  public let characteristics: [SimulatedCharacteristic]
  /// Services of the same peripheral that it includes.
  public let includedServices: [SimulatedService]

  /// Makes a service by hand.
  ///
  /// - Parameters:
  ///   - uuid: the kind of service; a peripheral may have several of one kind.
  ///   - isPrimary: whether it stands for itself.
  ///   - characteristics: in the order of their handles; several may be of one kind.
  ///   - includedServices: services that the peripheral must have as well.
  public init(
    uuid: BluetoothUUID, isPrimary: Bool = true, characteristics: [SimulatedCharacteristic] = [],
    includedServices: [SimulatedService] = []
  ) {
    self.uuid = uuid
    self.isPrimary = isPrimary
    self.characteristics = characteristics
    self.includedServices = includedServices
  }

  /// Makes a service from its profile, with initial values; more characteristics may follow.
  public convenience init(
    profile: some ServiceProfile, and others: [SimulatedCharacteristic] = [],
    includedServices: [SimulatedService] = []
  ) throws(ProfileError) {
    var characteristics: [SimulatedCharacteristic] = []
    for profile in profile.characteristics {
      characteristics.append(try SimulatedCharacteristic(profile: profile))
    }
    self.init(
      uuid: type(of: profile).uuid, characteristics: characteristics + others,
      includedServices: includedServices)
  }

  /// The first characteristic with a UUID.
  public func characteristic(_ uuid: BluetoothUUID) -> SimulatedCharacteristic? {
    characteristics.first { $0.uuid == uuid }
  }
}
