import BlueZ
import DBus
import Futures
import GATT

/// What a peripheral's driver keeps of one service that was discovered.
final class ServiceNode: Sendable {
  let path: ObjectPath
  let uuid: BluetoothUUID
  let uuidText: String
  let isPrimary: Bool
  let weakFacade = Lock<WeakReference<Service>?>(nil)

  init?(_ path: ObjectPath, _ properties: Properties) {
    guard let text = properties["UUID"]?.asString, let uuid = BluetoothUUID(text) else {
      return nil
    }
    self.path = path
    self.uuid = uuid
    uuidText = text
    isPrimary = properties["Primary"]?.asBool ?? true
  }
}
