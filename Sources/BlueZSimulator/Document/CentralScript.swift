import FoundationEssentials
import Futures
import GATT

/// Lets a central of a document do its steps, and tells what comes of them.
///
/// Everything happens on the world's loop.
final class CentralScript: Sendable {
  private struct Shared {
    /// The steps that are left of a run that is under way.
    var rest: ArraySlice<CentralStep>?
    /// What was found over the present link.
    var services: [SimulatedRemoteService] = []
    /// A program to connect to is waited for, which was told.
    var isWaiting = false
    var repetition: (any Cancellable)?
  }

  let central: SimulatedCentral
  private let entry: CentralEntry
  private let name: String
  private weak let adapter: SimulatedAdapter?
  private let shared = Lock(Shared())

  init(_ entry: CentralEntry, _ central: SimulatedCentral, at adapter: SimulatedAdapter) {
    self.entry = entry
    self.central = central
    self.adapter = adapter
    name = central.device.name ?? "\(central.device.address)"
  }

  func begin() {
    central.device.alsoOnLink { [weak self] isLinked in self?.linkChanged(isLinked) }
    after(entry.delay) { script in
      script.run()
      guard let interval = script.entry.interval, let world = script.world else { return }
      let repetition = Repetition(every: interval, on: world.loop) { [weak script] in
        script?.run()
      }
      script.shared.withLock { $0.repetition = repetition }
    }
  }

  private var world: SimulatedBlueZ? { adapter?.home }

  private func tell(_ line: String) { world?.tell("central \(name): \(line)") }

  private func after(_ delay: Duration, _ action: @escaping @Sendable (CentralScript) -> Void) {
    _ = world?.loop.schedule(after: delay) { [weak self] in self.map(action) }
  }

  private func linkChanged(_ isLinked: Bool) {
    shared.withLock { $0.services = [] }
    tell(isLinked ? "connected to \(adapter?.identifier ?? "")" : "disconnected")
  }

  // MARK: Steps

  /// Begins anew, unless the steps of the last time are not done.
  private func run() {
    let isNew = shared.withLock { shared in
      guard shared.rest == nil else { return false }
      shared.rest = entry.steps[...]
      return true
    }
    if isNew { next() }
  }

  /// Goes on with the next step; later, so that long documents do not nest.
  private func next() { after(.zero) { $0.perform() } }

  private func perform() {
    let step = shared.withLock { shared in
      guard let step = shared.rest?.popFirst() else {
        shared.rest = nil
        return CentralStep?.none
      }
      return step
    }
    if let step { perform(step) }
  }

  private func perform(_ step: CentralStep) {
    switch step {
    case .connect: connect()
    case .discover: discover { $0.next() }
    case .pair: finish(central.pair(), "pair") { script, _ in script.tell("paired") }
    case .disconnect:
      central.disconnect()
      after(Delays.request) { $0.next() }
    case .wait(let duration): after(duration) { $0.next() }
    case .read(let reference, let offset):
      find(reference) { script, characteristic in
        script.finish(script.central.read(characteristic, offset: offset), "read \(reference)") {
          $0.tell("read \(reference): \(reference.text(of: $1))")
        }
      }
    case .write(let reference, let value, let offset):
      find(reference) { script, characteristic in
        let written = script.central.write(value, to: characteristic, offset: offset)
        script.finish(written, "write \(reference)") { script, _ in
          script.tell("wrote \(reference): \(reference.text(of: value))")
        }
      }
    case .writeWithoutResponse(let reference, let value):
      find(reference) { script, characteristic in
        let written = script.central.writeWithoutResponse(value, to: characteristic)
        script.finish(written, "write \(reference)") { script, _ in
          script.tell("wrote \(reference) without response: \(reference.text(of: value))")
        }
      }
    case .subscribe(let reference, let duration):
      find(reference) { $0.subscribe(reference, $1, for: duration) }
    case .unsubscribe(let reference):
      find(reference) { script, characteristic in
        script.finish(script.central.unsubscribe(from: characteristic), "unsubscribe \(reference)")
        {
          script, _ in script.tell("unsubscribed from \(reference)")
        }
      }
    }
  }

  /// Connects as soon as a program can be connected to, as a phone that scans for it does.
  private func connect() {
    guard !central.isConnected else { return next() }
    guard let adapter else { return }
    central.connect(to: adapter).onCompleteInline { [weak self] result in
      guard let self else { return }
      let wasWaiting = shared.withLock { shared in
        defer { shared.isWaiting = !result.isSuccess }
        return shared.isWaiting
      }
      guard !result.isSuccess else { return next() }
      if !wasWaiting { tell("waits for a program that advertises at \(adapter.identifier)") }
      after(Delays.advertisement) { $0.connect() }
    }
  }

  private func subscribe(
    _ reference: CharacteristicReference, _ characteristic: SimulatedRemoteCharacteristic,
    for duration: Duration?
  ) {
    let link = central.device.link
    let subscribed = central.subscribe(to: characteristic) { [weak self] value in
      self?.tell("was notified of \(reference): \(reference.text(of: value))")
    }
    finish(subscribed, "subscribe to \(reference)") { script, _ in
      script.tell("subscribed to \(reference)")
      guard let duration else { return }
      script.after(duration) { script in
        // Another link's subscription is not this one.
        guard script.central.isConnected, script.central.device.link == link else { return }
        script.central.unsubscribe(from: characteristic).onCompleteInline { [weak script] result in
          script?.tell(of: result, "unsubscribe from \(reference)") { script, _ in
            script.tell("unsubscribed from \(reference)")
          }
        }
      }
    }
  }

  private func discover(_ then: @escaping @Sendable (CentralScript) -> Void) {
    central.discoverServices().onCompleteInline { [weak self] result in
      guard let self else { return }
      let services = (try? result.get()) ?? []
      shared.withLock { $0.services = services }
      tell(of: result, "discover services") { script, services in
        let texts = services.map { service in
          "\(service.uuid) (\(service.characteristics.map { "\($0.uuid)" }.joined(separator: " ")))"
        }
        script.tell("found \(texts.isEmpty ? "no services" : texts.joined(separator: ", "))")
      }
      if result.isSuccess { then(self) } else { skip() }
    }
  }

  /// Finds a characteristic among those known, or else looks for services once more.
  private func find(
    _ reference: CharacteristicReference,
    _ then: @escaping @Sendable (CentralScript, SimulatedRemoteCharacteristic) -> Void
  ) {
    if let known = reference.find(in: shared.withLock { $0.services }) { return then(self, known) }
    discover { script in
      guard let found = reference.find(in: script.shared.withLock { $0.services }) else {
        script.tell("finds no \(reference)")
        return script.next()
      }
      then(script, found)
    }
  }

  // MARK: Results

  private func finish<Value: Sendable>(
    _ future: Future<Value>, _ what: String,
    _ success: @escaping @Sendable (CentralScript, Value) -> Void
  ) {
    future.onCompleteInline { [weak self] result in
      guard let self else { return }
      tell(of: result, what, success)
      central.isConnected ? next() : skip()
    }
  }

  private func tell<Value>(
    of result: Result<Value, any Error>, _ what: String,
    _ success: (CentralScript, Value) -> Void
  ) {
    switch result {
    case .success(let value): success(self, value)
    case .failure(let error): tell("could not \(what): \(error)")
    }
  }

  /// Without a link nothing can be done before it connects again.
  private func skip() {
    shared.withLock { shared in
      shared.rest = shared.rest?.drop { if case .connect = $0 { false } else { true } }
    }
    next()
  }
}

extension Result {
  fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
