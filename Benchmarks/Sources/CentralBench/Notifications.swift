import BlueFutures
import FoundationEssentials
import Synchronization

/// Notifications, to typed values in closures of the program.
enum Notifications {
  static func measureSocket(_ arguments: Arguments) throws {
    let tag = try Tag()
    try measure("socket", arguments.count, [tag.data], .socket, tag)
    try measure("socket_inline", arguments.count, [tag.data], .socket, tag, isInline: true)
    try tag.end()
  }

  static func measureSignals(_ arguments: Arguments) throws {
    let tag = try Tag()
    try measure("signals", arguments.count, [tag.data], .signals, tag)
    try measure("signals_inline", arguments.count, [tag.data], .signals, tag, isInline: true)
    try tag.end()
  }

  /// The same number of values, by a growing number of subscriptions.
  static func measureSubscriptions(_ arguments: Arguments) throws {
    let tag = try Tag()
    for (name, route) in [("socket", NotificationRoute.socket), ("signals", .signals)] {
      for number in [1, 10, 100] where number <= tag.extras.count {
        try measure(
          "subscriptions_\(name)_\(number)", arguments.count, Array(tag.extras.prefix(number)),
          route, tag)
      }
    }
    try tag.end()
  }

  private static func measure(
    _ name: String, _ count: Int, _ sources: [Characteristic], _ route: NotificationRoute,
    _ tag: Tag, isInline: Bool = false
  ) throws {
    let received = Tally()
    let done = Promise<Void>()
    let subscriptions = sources.map { source in
      let values =
        isInline
        ? source.receiveNotificationUpdates(capacity: count)
          .map(context: .inline) { try Counter.profileLayout.decode($0) }
        : source.receiveNotificationUpdates(as: Counter.self, capacity: count)
      return values.onSuccess(context: isInline ? .inline : nil) { _ in
        if received.isReached(count) { done.success() }
      }
    }
    _ = try sources.map { $0.startNotifying(route: route) }.sequence().wait(timeout: Tag.limit)
    let watch = Stopwatch()
    let wanted = withUnsafeBytes(of: UInt32(count).littleEndian) { Data($0) }
    try tag.control.write(data: wanted).wait(timeout: Tag.limit)
    try done.future.wait(timeout: .seconds(60))
    watch.print(name, count)
    for subscription in subscriptions { subscription.cancel() }
    _ = try sources.map { $0.stopNotifying() }.sequence().wait(timeout: Tag.limit)
  }
}

/// Counts from any thread.
final class Tally: Sendable {
  private let count = Atomic(0)

  /// Counts one more; true for the one that makes it the limit.
  func isReached(_ limit: Int) -> Bool {
    count.add(1, ordering: .relaxed).newValue == limit
  }

  var value: Int { count.load(ordering: .relaxed) }
}

/// What the measuring daemon notifies: a counter and two octets.
struct Counter: ProfileValue {
  var number: UInt32
  var a: Int8
  var b: Int8

  static let profileLayout = Layout<Counter>(Counter.init(number:a:b:)) {
    Field("number", \.number, .uint32())
    Field("a", \.a, .int8())
    Field("b", \.b, .int8())
  }
}
