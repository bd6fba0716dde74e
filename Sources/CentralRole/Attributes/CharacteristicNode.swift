import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// What a peripheral's driver keeps of one characteristic: its last value and its subscription.
///
/// It outlives links; it is the same for the same path and UUID.
final class CharacteristicNode: Sendable {
  struct Shared {
    var data: Data?
    var echo = ReadEcho<Data>()
    var machine = NotificationMachine()
    var values: StreamPromise<Data>?
    var starting: [Promise<Void>] = []
    var stopping: [Promise<Void>] = []
    var socket: FileDescriptor?
    var watch: (any Cancellable)?
    /// The route that a resuming subscription takes again after a reconnect.
    var resumes: NotificationRoute?
  }

  let path: ObjectPath
  let servicePath: ObjectPath
  let uuid: BluetoothUUID
  let properties: CharacteristicProperties
  /// Tells the attributes of one peripheral apart.
  let number: RequestQueue.Attribute
  let shared = Lock(Shared())
  let weakFacade = Lock<WeakReference<Characteristic>?>(nil)

  init?(_ path: ObjectPath, _ properties: Properties, number: RequestQueue.Attribute) {
    guard let text = properties["UUID"]?.asString, let uuid = BluetoothUUID(text),
      let servicePath = properties["Service"]?.asObjectPath
    else { return nil }
    self.path = path
    self.servicePath = servicePath
    self.uuid = uuid
    self.number = number
    self.properties = CharacteristicProperties(flags: properties["Flags"]?.asStrings ?? [])
  }

  var data: Data? { shared.withLock { $0.data } }

  /// The octets that a reply to a read carries.
  func value(in reply: Message) -> Result<Data, CentralError> {
    var reader = reply.reader
    do {
      return .success(try reader.readBytes())
    } catch {
      return .failure(
        CentralError(
          .requestFailed, "the daemon answered the read of \(uuid) with something else than octets",
          attribute: uuid, cause: error))
    }
  }

  func readStarted() {
    shared.withLock { $0.echo.readStarted() }
  }

  func readEnded(_ value: Data?) {
    let (notified, stream) = shared.withLock { shared in
      if let value { shared.data = value }
      let notified = shared.echo.readEnded(value)
      return (shared.machine.takesSignals ? notified : [], shared.values)
    }
    for value in notified { stream?.success(value) }
  }

  /// The daemon signalled a value; it is delivered if it is a notification of this epoch.
  func valueSignalled(_ value: Data) {
    let (notified, stream) = shared.withLock { shared in
      let notified = shared.echo.signalled(value)
      guard shared.machine.takesSignals else { return ([Data](), shared.values) }
      if let last = notified.last { shared.data = last }
      return (notified, shared.values)
    }
    for value in notified { stream?.success(value) }
  }
}
