import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// What a characteristic's node keeps of one of its descriptors.
final class DescriptorNode: AttributeNode {
  let path: ObjectPath
  let uuid: BluetoothUUID
  let uuidText: String
  let number: RequestQueue.Attribute
  let readCall = ReadCall()
  /// The octets that were last read.
  let data = Lock<Data?>(nil)
  let weakFacade = Lock<WeakReference<Descriptor>?>(nil)

  init?(_ path: ObjectPath, _ properties: Properties, number: RequestQueue.Attribute) {
    guard let text = properties["UUID"]?.asString, let uuid = BluetoothUUID(text) else {
      return nil
    }
    self.path = path
    self.uuid = uuid
    uuidText = text
    self.number = number
  }

  var table: InterfaceTable { .descriptor }

  func readStarted() {}

  func readEnded(_ value: Data?, offset: Int, isLate: Bool) {
    if let value, offset == 0, !isLate { data.withLock { $0 = value } }
  }
}
