import CDBus
import Glibc

/// The array for `poll` and what came out of it.
struct Poller {
  private var descriptors: [pollfd]
  private var ids: [Int] = []
  private(set) var ready: [(id: Int, readiness: Readiness)] = []

  init(bell: Int32? = nil) {
    // poll ignores negative descriptors.
    descriptors = [pollfd(fd: bell ?? -1, events: Int16(POLLIN), revents: 0)]
  }

  mutating func update(_ watches: [Int: LoopCore.Watch]) {
    descriptors.removeLast(descriptors.count - 1)
    ids.removeAll(keepingCapacity: true)
    for (id, watch) in watches.sorted(by: { $0.key < $1.key }) {
      descriptors.append(
        pollfd(fd: watch.descriptor, events: watch.interest.pollEvents, revents: 0))
      ids.append(id)
    }
  }

  /// Waits for readiness, the bell or the moment; 0 means not at all and `Int64.max` forever.
  mutating func wait(until deadline: Int64) {
    ready.removeAll(keepingCapacity: true)
    let count = poll(&descriptors, nfds_t(descriptors.count), Self.milliseconds(until: deadline))
    guard count > 0 else { return }
    if descriptors[0].revents != 0 {
      var counter: UInt64 = 0
      _ = read(descriptors[0].fd, &counter, MemoryLayout<UInt64>.size)
    }
    for index in ids.indices where descriptors[index + 1].revents != 0 {
      ready.append((ids[index], Readiness(pollEvents: descriptors[index + 1].revents)))
    }
  }

  private static func milliseconds(until deadline: Int64) -> Int32 {
    guard deadline != .max else { return -1 }
    let now = LoopCore.clock()
    guard deadline > now else { return 0 }
    // Rounded up, so that the timer is due when poll returns.
    return Int32(clamping: (deadline - now + 999_999) / 1_000_000)
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
