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

  /// A read was answered, with `nil` if it failed; returns what was notified meanwhile.
  package mutating func readEnded(_ value: Value?) -> [Value] {
    openReads = max(0, openReads - 1)
    if let value, let echo = held.lastIndex(of: value) { held.remove(at: echo) }
    guard openReads == 0 else { return [] }
    defer { held = [] }
    return held
  }

  package mutating func linkEnded() {
    self = ReadEcho()
  }
}
