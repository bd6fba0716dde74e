/// Tells notifications from the echo of one's own reads.
///
/// The daemon signals the value of a read just before it answers the read, in the same form as a
/// notification (BlueZ `src/gatt-client.c`). While reads of a characteristic are open its signals
/// are held back; an answer takes away one held value that equals it.
package struct ReadEcho<Value: Equatable & Sendable>: Sendable {
  private var openReads = 0
  private var held: [Value] = []

  package init() {}

  package mutating func readStarted() {
    openReads += 1
  }

  /// A value was signalled; returns what is certainly a notification.
  package mutating func signalled(_ value: Value) -> [Value] {
    guard openReads > 0 else { return [value] }
    held.append(value)
    return []
  }

  /// A read was answered; takes away the last value that may be its echo.
  ///
  /// Returns that value, and what was notified meanwhile once no read is open.
  package mutating func readEnded(
    _ isEcho: (Value) -> Bool
  ) -> (echo: Value?, notified: [Value]) {
    openReads = max(0, openReads - 1)
    let echo = held.lastIndex(where: isEcho).map { held.remove(at: $0) }
    guard openReads == 0 else { return (echo, []) }
    defer { held = [] }
    return (echo, held)
  }

  package mutating func linkEnded() {
    self = ReadEcho()
  }
}
