import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// What a peripheral's driver keeps of one characteristic: its last value and its subscription.
///
/// It outlives links; it is the same for the same path and UUID.
final class CharacteristicNode: AttributeNode {
  struct Shared {
    var properties: CharacteristicProperties
    var data: Data?
    var echo = ReadEcho<Data>()
    var machine = NotificationMachine()
    var values: StreamPromise<Data>?
    /// The values however they came, for who asked for them.
    var updates: StreamPromise<Data>?
    var starting: [Promise<Void>] = []
    var stopping: [Promise<Void>] = []
    var socket: FileDescriptor?
    var watch: (any Cancellable)?
    /// The route that a resuming subscription takes again after a reconnect.
    var resumes: NotificationRoute?
    var descriptors: [ObjectPath: DescriptorNode] = [:]
    var pacing = PacedSocket()
  }

  let path: ObjectPath
  let servicePath: ObjectPath
  let uuid: BluetoothUUID
  let uuidText: String
  let number: RequestQueue.Attribute
  let readCall = ReadCall()
  let shared: Lock<Shared>
  let weakFacade = Lock<WeakReference<Characteristic>?>(nil)

  init?(_ path: ObjectPath, _ properties: Properties, number: RequestQueue.Attribute) {
    guard let text = properties["UUID"]?.asString, let uuid = BluetoothUUID(text),
      let servicePath = properties["Service"]?.asObjectPath
    else { return nil }
    self.path = path
    self.servicePath = servicePath
    self.uuid = uuid
    uuidText = text
    self.number = number
    shared = Lock(Shared(properties: Self.flags(properties)))
  }

  private static func flags(_ properties: Properties) -> CharacteristicProperties {
    CharacteristicProperties(flags: properties["Flags"]?.asStrings ?? [])
  }

  var table: InterfaceTable { .characteristic }

  var properties: CharacteristicProperties { shared.withLock { $0.properties } }

  var data: Data? { shared.withLock { $0.data } }

  /// New firmware may allow more or less with the same characteristic.
  func update(_ properties: Properties) {
    shared.withLock { $0.properties = Self.flags(properties) }
  }

  func readStarted() {
    shared.withLock { $0.echo.readStarted() }
  }

  /// With an offset only a part is answered, while the whole value is signalled before it.
  func readEnded(_ value: Data?, offset: Int, isLate: Bool) {
    let (read, notified, stream, updates) = shared.withLock { shared in
      let (echo, notified) = shared.echo.readEnded { whole in
        value.map { whole.dropFirst(offset).elementsEqual($0) } ?? false
      }
      let read = isLate ? nil : offset == 0 ? value : echo
      if let read { shared.data = read }
      return (read, shared.machine.takesSignals ? notified : [], shared.values, shared.updates)
    }
    for value in notified { stream?.success(value) }
    guard let updates else { return }
    for value in notified { updates.success(value) }
    if let read { updates.success(read) }
  }

  /// The daemon signalled a value; it is delivered if it is a notification of this epoch.
  func valueSignalled(_ value: Data) {
    let (notified, stream, updates) = shared.withLock { shared in
      let notified = shared.echo.signalled(value)
      guard shared.machine.takesSignals else { return ([Data](), shared.values, shared.updates) }
      if let last = notified.last { shared.data = last }
      return (notified, shared.values, shared.updates)
    }
    for value in notified { stream?.success(value) }
    if let updates { for value in notified { updates.success(value) } }
  }
}
