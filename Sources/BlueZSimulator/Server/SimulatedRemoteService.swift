public import GATT

/// A service of a program, as a remote central finds it.
public struct SimulatedRemoteService: Sendable {
  /// The kind of service.
  public let uuid: BluetoothUUID
  /// Whether it stands for itself.
  public let isPrimary: Bool
  /// Its characteristics in the order of their handles.
  public let characteristics: [SimulatedRemoteCharacteristic]

  init(_ service: Application.Service, of client: Client) {
    uuid = service.uuid
    isPrimary = service.isPrimary
    characteristics = service.characteristics.map {
      SimulatedRemoteCharacteristic($0, of: client)
    }
  }

  /// The first characteristic with a UUID.
  public func characteristic(_ uuid: BluetoothUUID) -> SimulatedRemoteCharacteristic? {
    characteristics.first { $0.uuid == uuid }
  }
}

/// A characteristic of a program, as a remote central finds it.
public struct SimulatedRemoteCharacteristic: Sendable {
  /// The kind of characteristic.
  public let uuid: BluetoothUUID
  /// What can be done with it.
  public let properties: CharacteristicProperties
  let key: DeviceState.Subscription

  init(_ characteristic: Application.Characteristic, of client: Client) {
    uuid = characteristic.uuid
    properties = CharacteristicProperties(flags: characteristic.flags)
    key = DeviceState.Subscription(client: client, path: characteristic.path)
  }
}
