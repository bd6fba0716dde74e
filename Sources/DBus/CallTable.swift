/// The calls of a connection that wait for their reply.
struct CallTable: Sendable {
  typealias Completion = @Sendable (Result<Message, DBusError>) -> Void

  struct Entry: Sendable {
    let deadline: Duration
    let timeout: Duration
    let subject: Message
    let completion: Completion
  }

  /// libdbus counts its own serials up from 1; these never meet them.
  private static let serials: ClosedRange<UInt32> = 0x4000_0000...0x7FFF_FFFF

  private var entries: [UInt32: Entry] = [:]
  private var nextSerial = serials.lowerBound

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }

  var earliestDeadline: Duration? { entries.values.lazy.map(\.deadline).min() }

  mutating func insert(_ entry: Entry) -> UInt32 {
    while entries[nextSerial] != nil { advance() }
    defer { advance() }
    entries[nextSerial] = entry
    return nextSerial
  }

  private mutating func advance() {
    nextSerial = nextSerial == Self.serials.upperBound ? Self.serials.lowerBound : nextSerial + 1
  }

  mutating func take(_ serial: UInt32) -> Entry? { entries.removeValue(forKey: serial) }

  /// The calls whose deadline has passed, in the order of their deadlines.
  mutating func takeDue(_ now: Duration) -> [Entry] {
    let due = entries.filter { $0.value.deadline <= now }
    for serial in due.keys { entries.removeValue(forKey: serial) }
    return due.sorted { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }.map(\.value)
  }

  mutating func takeAll() -> [Entry] {
    let all = entries.sorted { $0.key < $1.key }.map(\.value)
    entries.removeAll()
    return all
  }
}
