import CDBus
import Glibc

/// The array for `poll` and what came out of it.
struct Poller {
  private var descriptors: [pollfd]
  private var ids: [Int] = []
  private(set) var ready: [(id: Int, readiness: Readiness)] = []

  /// The bell and the alarm come before the watched descriptors.
  private static let own = 2

  init(bell: Int32 = -1, alarm: Int32 = -1) {
    // poll ignores negative descriptors.
    descriptors = [bell, alarm].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  mutating func update(_ watches: [Int: LoopCore.Watch]) {
    descriptors.removeLast(descriptors.count - Self.own)
    ids.removeAll(keepingCapacity: true)
    for (id, watch) in watches.sorted(by: { $0.key < $1.key }) {
      descriptors.append(
        pollfd(fd: watch.descriptor, events: watch.interest.pollEvents, revents: 0))
      ids.append(id)
    }
  }

  /// Waits for readiness, the bell or the alarm.
  mutating func wait() { poll(timeout: -1) }

  /// Finds what is ready now.
  mutating func look() { poll(timeout: 0) }

  private mutating func poll(timeout: Int32) {
    ready.removeAll(keepingCapacity: true)
    let count = Glibc.poll(&descriptors, nfds_t(descriptors.count), timeout)
    guard count > 0 else {
      descriptors[1].revents = 0
      return
    }
    if descriptors[0].revents != 0 { _ = Self.take(descriptors[0].fd) }
    for index in ids.indices where descriptors[index + Self.own].revents != 0 {
      ready.append((ids[index], Readiness(pollEvents: descriptors[index + Self.own].revents)))
    }
  }

  /// Whether the alarm has rung; it has not any more if it was set again meanwhile.
  func takeAlarm() -> Bool {
    descriptors[1].revents != 0 && Self.take(descriptors[1].fd)
  }

  private static func take(_ descriptor: Int32) -> Bool {
    var counter: UInt64 = 0
    return read(descriptor, &counter, MemoryLayout<UInt64>.size) > 0
  }
}

extension Readiness {
  fileprivate var pollEvents: Int16 {
    var events: Int32 = 0
    if contains(.readable) { events |= Int32(POLLIN) }
    if contains(.writable) { events |= Int32(POLLOUT) }
    return Int16(truncatingIfNeeded: events)
  }

  fileprivate init(pollEvents: Int16) {
    let events = Int32(pollEvents)
    self = []
    if events & Int32(POLLIN) != 0 { insert(.readable) }
    if events & Int32(POLLOUT) != 0 { insert(.writable) }
    if events & Int32(POLLHUP) != 0 { insert(.hangup) }
    if events & Int32(POLLERR | POLLNVAL) != 0 { insert(.error) }
  }
}
