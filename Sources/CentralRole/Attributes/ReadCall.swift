import BlueZ
import DBus
import Futures

/// The call that reads an attribute from its beginning, which is the same each time.
///
/// It is made once and copied when it is sent again, which takes a tenth of making it. The copy
/// cannot meet the first sending, because an attribute has one request at a time.
final class ReadCall: Sendable {
  private let path: ObjectPath
  private let interface: String
  private let made = Lock<Message?>(nil)

  init(_ path: ObjectPath, _ table: InterfaceTable) {
    self.path = path
    interface = table.name
  }

  var message: Message {
    made.withLock { made in
      let message =
        made
        ?? .methodCall(to: BusNames.daemon, path: path, interface: interface, member: "ReadValue") {
          $0.appendEmptyDictionary()
        }
      made = message
      return message
    }
  }
}
