import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// A battery service where the daemon keeps the peripheral's own one to itself.
///
/// Some versions show `Battery1` in its place (BlueZ `profiles/battery`), so that programs would
/// miss a service that the peripheral has. It is offered from that then, to be read and subscribed
/// to; never beside one of the peripheral's own.
extension PeripheralDriver {
  private static let service = BluetoothUUID(0x180F as UInt16)
  private static let level = BluetoothUUID(0x2A19 as UInt16)

  private var servicePath: ObjectPath? { path.appending("battery") }

  /// The service, if it is needed.
  func hiddenBatteryService() -> ServiceNode? {
    guard hidesBattery, let servicePath else { return nil }
    let known = shared.withLock { $0.services[servicePath] }
    return known
      ?? ServiceNode(
        servicePath, ["UUID": .string(Self.service.fullLowercased), "Primary": .bool(true)])
  }

  /// The characteristic of that service, as the daemon would list it.
  func hiddenBatteryLevel(of service: ServiceNode) -> (ObjectPath, Properties)? {
    guard service.path == servicePath, let path = service.path.appending("level") else {
      return nil
    }
    return (
      path,
      [
        "UUID": .string(Self.level.fullLowercased), "Service": .objectPath(service.path),
        "Flags": .strings(["read", "notify"]),
      ]
    )
  }

  /// Whether the daemon knows the battery and not the service.
  private var hidesBattery: Bool {
    session.withStore { store in
      store.properties(.battery, of: path) != nil
        && !store.children(of: path, with: .service).contains {
          store.properties(.service, of: $0)?["UUID"]?.asString == Self.service.fullLowercased
        }
    }
  }

  /// Whether a path that the daemon does not have is that of the service or its characteristic.
  func isHiddenBattery(_ path: ObjectPath) -> Bool {
    guard let servicePath, path.isInside(servicePath) else { return false }
    return hidesBattery
  }

  func isHiddenBattery(_ node: CharacteristicNode) -> Bool {
    node.uuid == Self.level && node.servicePath == servicePath
  }

  func readHiddenBattery(_ node: CharacteristicNode) -> Future<Data> {
    guard isLinkReady else {
      return Future(
        error: CentralError.notConnected(address, node.uuid), context: session.context)
    }
    guard let level = batteryLevel else {
      return Future(error: CentralError.gone(node.uuid), context: session.context)
    }
    let value = Data([UInt8(clamping: level.percent)])
    node.shared.withLock { $0.data = value }
    return Future(value: value, context: session.context)
  }

  /// The daemon told another level, which is a notification of the characteristic.
  func notifyHiddenBattery(_ percent: Int) {
    guard let path = servicePath?.appending("level") else { return }
    shared.withLock { $0.characteristics[path] }?.valueSignalled(Data([UInt8(clamping: percent)]))
  }
}
