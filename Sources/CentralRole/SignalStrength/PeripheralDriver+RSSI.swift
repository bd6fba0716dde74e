import BlueZ
import DBus
import Futures
import GATT

/// What a peripheral's driver keeps of signal strengths.
struct SignalState {
  /// When the last advertisement was heard.
  var heardAt: Duration?
  var readers: [(maximumAge: Duration?, promise: Promise<RSSIReading>)] = []
  var polling: StreamPromise<RSSIReading>?
  var timer: (any Cancellable)?
}

/// Signal strengths: from the kernel over a link, else from what was heard.
extension PeripheralDriver {
  static let shortestPeriod: Duration = .milliseconds(100)

  func readRSSI(maximumAge: Duration?) -> Future<RSSIReading> {
    let promise = Promise<RSSIReading>(context: session.context)
    session.loop.execute { [self] in ask(maximumAge, promise) }
    return promise.future
  }

  private func ask(_ maximumAge: Duration?, _ promise: Promise<RSSIReading>) {
    let isFirst = shared.withLock { shared in
      shared.signal.readers.append((maximumAge, promise))
      return shared.signal.readers.count == 1
    }
    guard isFirst else { return }
    guard isLinked, let controller = controllerIndex else { return answer(nil) }
    ManagementQuestion.ask(
      central.shared.withLock { $0.management }, controller: controller, address,
      isRandomAddress ? .random : .public, on: session.loop
    ) { [self] in answer($0) }
  }

  /// The number in the kernel's name of the adapter.
  private var controllerIndex: UInt16? {
    path.parent.flatMap { UInt16($0.lastElement.drop { !$0.isNumber }) }
  }

  private func answer(_ link: ManagementQuestion.Answer?) {
    let (readers, heard) = shared.withLock { shared in
      defer { shared.signal.readers = [] }
      return (shared.signal.readers, shared.lastRSSI.map { ($0, shared.signal.heardAt) })
    }
    let now = session.loop.now
    for reader in readers {
      reader.promise.complete(
        reading(link, heard, now, reader.maximumAge).mapError { $0 })
    }
  }

  private func reading(
    _ link: ManagementQuestion.Answer?, _ heard: (rssi: Int, at: Duration?)?, _ now: Duration,
    _ maximumAge: Duration?
  ) -> Result<RSSIReading, CentralError> {
    var obstacle: ManagementObstacle?
    switch link {
    case .success(let levels)?:
      let power = levels.transmitPower == 127 ? nil : Int(levels.transmitPower)
      return .success(
        RSSIReading(rssi: Int(levels.rssi), source: .link, transmitPower: power))
    case .failure(let reason)?: obstacle = reason
    case nil: obstacle = nil
    }
    if let heard, let at = heard.at {
      let age = now - at
      if maximumAge.map({ age <= $0 }) ?? true {
        if let obstacle {
          log(.warning, "no signal strength of the link: \(obstacle)")
        }
        return .success(RSSIReading(rssi: heard.rssi, source: .advertisement, age: age))
      }
      return .failure(.noRSSI(address, obstacle, "its last advertisement is \(age) old"))
    }
    return .failure(.noRSSI(address, obstacle, "no advertisement of it was heard"))
  }

  // MARK: Polling

  func startPollingRSSI(every period: Duration, capacity: Int) -> FutureStream<RSSIReading> {
    let (polling, isNew) = shared.withLock { shared in
      if let polling = shared.signal.polling, !polling.isFinished { return (polling, false) }
      let polling = StreamPromise<RSSIReading>(
        capacity: capacity, context: session.context,
        onUnused: { [weak self] in self?.pollingUnused() })
      shared.signal.polling = polling
      return (polling, true)
    }
    if isNew {
      let period = max(period, Self.shortestPeriod)
      session.loop.execute { [weak self] in self?.poll(polling, every: period) }
    }
    return polling.stream
  }

  func stopPollingRSSI() {
    let (polling, timer) = shared.withLock { shared in
      (shared.signal.polling.take(), shared.signal.timer.take())
    }
    timer?.cancel()
    polling?.finish()
  }

  private func pollingUnused() {
    let isUnused = shared.withLock { $0.signal.polling?.hasSubscribers == false }
    if isUnused { stopPollingRSSI() }
  }

  private func poll(_ polling: StreamPromise<RSSIReading>, every period: Duration) {
    guard isPolling(polling) else { return }
    let promise = Promise<RSSIReading>(context: .inline)
    promise.future.onComplete { [weak self] result in
      guard let self, isPolling(polling) else { return }
      polling.complete(result)
      let timer = session.loop.schedule(after: period) { [weak self] in
        self?.poll(polling, every: period)
      }
      shared.withLock { $0.signal.timer = timer }
    }
    ask(nil, promise)
  }

  private func isPolling(_ polling: StreamPromise<RSSIReading>) -> Bool {
    shared.withLock { $0.signal.polling === polling }
  }
}

extension CentralError {
  static func noRSSI(
    _ address: BluetoothAddress, _ obstacle: ManagementObstacle?, _ heard: String
  ) -> CentralError {
    guard let obstacle else {
      return CentralError(
        .rssiUnavailable,
        "how strong \(address) is received is not known: \(heard); scan for it, or connect")
    }
    return CentralError(
      .rssiUnavailable,
      "how strong \(address) is received over its link is not known: \(obstacle); and \(heard)")
  }
}
