import FoundationEssentials
import Futures
import GATT

/// Does things again and again until it goes.
final class Beats: Sendable {
  private let timers = Lock<[any Cancellable]>([])

  deinit { stop() }

  func add(
    every interval: Duration, in world: SimulatedBlueZ, _ action: @escaping @Sendable () -> Void
  ) {
    let timer = Repetition(every: interval, on: world.loop, action)
    timers.withLock { $0.append(timer) }
  }

  func stop() {
    let old = timers.withLock { timers in
      defer { timers = [] }
      return timers
    }
    for timer in old { timer.cancel() }
  }
}

/// What happens while there is a link to a peripheral; its closure keeps it.
final class LinkSchedule: Sendable {
  private struct Shared {
    weak var peripheral: SimulatedPeripheral?
    var loss: (any Cancellable)?
  }

  private let entry: PeripheralEntry
  private let beats = Beats()
  private let shared: Lock<Shared>

  init(_ entry: PeripheralEntry, _ peripheral: SimulatedPeripheral) {
    self.entry = entry
    shared = Lock(Shared(peripheral: peripheral))
  }

  func begin() {
    let changes = entry.services.contains { service in
      service.characteristics.contains { $0.value.interval != nil }
    }
    guard changes || entry.loss != nil else { return }
    shared.withLock { $0.peripheral }?.alsoOnLink { isLinked in
      isLinked ? self.linked() : self.unlinked()
    }
  }

  private func linked() {
    unlinked()
    guard let peripheral = shared.withLock({ $0.peripheral }), let world = peripheral.world else {
      return
    }
    for (service, entries) in zip(peripheral.services, entry.services) {
      for (characteristic, entry) in zip(service.characteristics, entries.characteristics) {
        notify(entry.value, from: characteristic, of: peripheral, in: world)
      }
    }
    guard let loss = entry.loss else { return }
    let timer = world.loop.schedule(after: loss.after) { [weak peripheral] in
      if loss.silence > .zero { peripheral?.goSilent(for: loss.silence) }
      peripheral?.dropLink()
    }
    shared.withLock { $0.loss = timer }
  }

  private func notify(
    _ value: Changing<Data>, from characteristic: SimulatedCharacteristic,
    of peripheral: SimulatedPeripheral, in world: SimulatedBlueZ
  ) {
    guard let interval = value.interval else { return }
    let isNotified = !characteristic.properties.isDisjoint(with: [.notify, .indicate])
    let count = Lock(0)
    beats.add(every: interval, in: world) { [weak peripheral, weak characteristic] in
      guard let peripheral, let characteristic else { return }
      let changes = count.withLock { count in
        count &+= 1
        return count
      }
      characteristic.value = value.value(changes)
      if isNotified { peripheral.notify(characteristic.value, from: characteristic) }
    }
  }

  private func unlinked() {
    beats.stop()
    shared.withLock { shared in
      defer { shared.loss = nil }
      return shared.loss
    }?.cancel()
  }
}

extension SimulatedPeripheral {
  /// Hears of links besides whoever does already.
  func alsoOnLink(_ hear: @escaping @Sendable (Bool) -> Void) {
    shared.withLock { shared in
      let other = shared.onLink
      shared.onLink = { isLinked in
        other?(isLinked)
        hear(isLinked)
      }
    }
  }
}
