public import FoundationEssentials
import Futures

/// When a characteristic notifies, and what.
struct NotificationSchedule: Sendable {
  let interval: Duration
  let value: @Sendable (Int) throws -> Data?
  var timer: Repetition?
  /// How many were sent since somebody subscribed.
  var count = 0
}

extension SimulatedCharacteristic {
  /// Notifies on a schedule, as long as somebody is subscribed.
  ///
  /// - Parameters:
  ///   - interval: the time between two values, and from the subscription to the first one.
  ///   - value: the value of a number, which begins at 0 with each subscription; nil for a
  ///     value that is left out. An error is written into the world's transcript.
  public func notify(
    every interval: Duration, _ value: @escaping @Sendable (Int) throws -> Data?
  ) {
    stopNotifying()
    shared.withLock { $0.schedule = NotificationSchedule(interval: interval, value: value) }
  }

  /// Notifies values one after the other, again and again, as long as somebody is subscribed.
  public func notify(every interval: Duration, repeating values: [Data]) {
    notify(every: interval) { values.isEmpty ? nil : values[$0 % values.count] }
  }

  /// Notifies values one after the other, once for each subscription.
  public func notify(every interval: Duration, once values: [Data]) {
    notify(every: interval) { $0 < values.count ? values[$0] : nil }
  }

  /// Ends the schedule.
  public func stopNotifying() {
    shared.withLock { shared in
      defer { shared.schedule = nil }
      return shared.schedule?.timer
    }?.cancel()
  }

  /// The first central subscribed, or the last one left.
  func subscribed(_ isSubscribed: Bool) {
    let (hear, old) = shared.withLock { shared in
      defer { shared.schedule?.timer = nil }
      return (shared.onSubscribe, shared.schedule?.timer)
    }
    old?.cancel()
    if isSubscribed { startSchedule() }
    hear?(isSubscribed)
  }

  private func startSchedule() {
    guard let world = shared.withLock({ $0.peripheral })?.world else { return }
    shared.withLock { shared in
      guard let interval = shared.schedule?.interval else { return }
      shared.schedule?.count = 0
      shared.schedule?.timer = Repetition(every: interval, on: world.loop) { [weak self] in
        self?.notifyNext()
      }
    }
  }

  private func notifyNext() {
    let next = shared.withLock { shared -> (Int, @Sendable (Int) throws -> Data?)? in
      guard let schedule = shared.schedule else { return nil }
      shared.schedule?.count += 1
      return (schedule.count, schedule.value)
    }
    guard let (number, value) = next else { return }
    do {
      if let data = try value(number) { notify(data) }
    } catch {
      shared.withLock { $0.peripheral }?.world?.note("\(uuid) did not notify: \(error)")
    }
  }
}
