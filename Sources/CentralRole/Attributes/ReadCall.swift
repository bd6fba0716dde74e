import DBus
import Futures

/// The call that reads an attribute from its beginning, which is the same each time.
///
/// It is made once and copied when it is sent again, which takes a tenth of making it. The copy
/// cannot meet the first sending, because an attribute has one request at a time.
final class ReadCall: Sendable {
  private let made = Lock<Message?>(nil)

  func message(_ make: () -> Message) -> Message {
    made.withLock { made in
      let message = made ?? make()
      made = message
      return message
    }
  }
}
