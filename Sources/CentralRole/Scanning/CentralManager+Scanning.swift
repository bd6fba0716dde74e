public import Futures
public import GATT

/// Scans: what is heard on the air.
///
/// Any number of them may run; those that are active share one discovery of the daemon. Each lasts
/// until ``stopScanning()``, its deadline, or until its last subscriber leaves, and it is made again
/// after the daemon or the adapter came back. While a connection is being made, discovery pauses.
///
/// Only what was heard since the scan began is told: peripherals that the daemon remembers and
/// nobody hears are not. A second call that asks for the same gives the running scan; who comes to
/// it late hears first of everybody that it has found and that has not gone, and the deadline stays
/// that of the call that began it.
///
/// Streams fail with ``CentralError/poweredOff`` while the state is not `poweredOn`, with
/// ``CentralError/scanFailed`` if the daemon refuses, with ``CentralError/adapterBusy`` if other
/// starts and stops keep it busy, and with ``CentralError/scanTimeout`` at the deadline; they finish
/// with the failure.
extension CentralManager {
  /// Whether the radio listens for a scan of this manager now: not before the daemon has agreed,
  /// nor while the adapter is off or a connection is being made.
  public var isScanning: Bool {
    driver.shared.withLock { shared in
      !shared.listening.monitored.isEmpty
        || shared.discovery.isRunning
          && shared.listening.all.contains { $0.request.mode == .active }
    }
  }

  /// Scans for peripherals that advertise at least one of the services, or for all.
  ///
  /// Short for ``startScanning(matching:mode:capacity:timeout:)`` with ``ScanFilter/services``.
  /// - Parameters:
  ///   - services: the services of interest; `nil` or an empty list for any.
  ///   - capacity: how many peripherals are kept for a subscriber that is slow.
  ///   - timeout: the deadline, measured from the call that begins the scan; none by default.
  /// - Returns: the peripherals as they are heard.
  public func startScanning(
    forServiceUUIDs services: [BluetoothUUID]? = nil, capacity: Int = 1024,
    timeout: Duration? = nil
  ) -> FutureStream<Peripheral> {
    startScanning(
      matching: ScanFilter(services: Set(services ?? [])), capacity: capacity, timeout: timeout)
  }

  /// Scans for peripherals that fit a filter, and delivers each once.
  ///
  /// One that the daemon has removed meanwhile is delivered again when it is heard again.
  /// - Parameters:
  ///   - filter: what to look for.
  ///   - mode: whether to ask for scan responses; ``ScanMode/passive`` fails with
  ///     ``CentralError/scanNotSupported`` where the daemon has no advertisement monitors.
  ///   - capacity: how many peripherals are kept for a subscriber that is slow; the call that
  ///     begins the scan sets it.
  ///   - timeout: the deadline, measured from the call that begins the scan; none by default.
  /// - Returns: the peripherals as they are heard.
  public func startScanning(
    matching filter: ScanFilter, mode: ScanMode = .active, capacity: Int = 1024,
    timeout: Duration? = nil
  ) -> FutureStream<Peripheral> {
    let request = ScanRequest(filter: filter, mode: mode, interest: .finding)
    return driver.startScanning(request, capacity: capacity, timeout: timeout)
      .derive(.inline) { event, output in
        switch event {
        case .value(.found(let peripheral, _)): output.pass(.value(peripheral))
        case .value: break
        case .failure(let error): output.pass(.failure(error))
        case .finished: output.pass(.finished)
        }
      }
  }

  /// Scans for peripherals that fit a filter, and tells of them whatever the daemon does.
  ///
  /// The daemon is asked for duplicates, so a change of any field is told, and so that silence
  /// means that there is none.
  /// - Parameters:
  ///   - filter: what to look for; applied again to each advertisement.
  ///   - allowsDuplicates: whether advertisements that repeat what is known are told as well.
  ///   - lostAfter: how long a peripheral may be silent before it is lost. Without it only those
  ///     are lost that the daemon removes: 30 s after it last heard them, unless they are paired,
  ///     connected, or known to it for other reasons. Connected ones are never lost by silence.
  ///     In a passive scan the daemon measures it, in whole seconds from 1 to 300.
  ///   - mode: whether to ask for scan responses.
  ///   - capacity: how many events are kept for a subscriber that is slow; the call that begins
  ///     the scan sets it.
  ///   - timeout: the deadline, measured from the call that begins the scan; none by default.
  /// - Returns: the events as they happen.
  public func scanEvents(
    matching filter: ScanFilter = .everything, allowsDuplicates: Bool = false,
    lostAfter: Duration? = nil, mode: ScanMode = .active, capacity: Int = 256,
    timeout: Duration? = nil
  ) -> FutureStream<ScanEvent> {
    let request = ScanRequest(
      filter: filter, mode: mode,
      interest: .events(repetitions: allowsDuplicates, lostAfter: lostAfter))
    return driver.startScanning(request, capacity: capacity, timeout: timeout)
  }

  /// The list of the peripherals around that fit a filter, each time that it changes.
  ///
  /// It scans while somebody listens. A newcomer gets the present list at once, at first an empty
  /// one; peripherals are in the order in which they were found, and go when they are lost.
  /// - Parameters:
  ///   - filter: what to look for.
  ///   - lostAfter: how long a peripheral may be silent before it leaves the list.
  ///   - mode: whether to ask for scan responses.
  /// - Returns: the lists; of those that a slow subscriber has not taken only the newest is kept.
  public func peripheralsStream(
    matching filter: ScanFilter = .everything, lostAfter: Duration? = nil,
    mode: ScanMode = .active
  ) -> FutureStream<[Peripheral]> {
    let list = Lock<[Peripheral]>([])
    return scanEvents(matching: filter, lostAfter: lostAfter, mode: mode)
      .derive(beginningWith: [[]], replaysCurrent: true, capacity: 1) { event, output in
        switch event {
        case .value(.updated): break
        case .value(.found(let peripheral, _)):
          output.pass(.value(list.withLock { $0.appended(peripheral) }))
        case .value(.lost(let peripheral)):
          output.pass(.value(list.withLock { $0.removed(peripheral) }))
        case .failure(let error): output.pass(.failure(error))
        case .finished: output.pass(.finished)
        }
      }
  }

  /// Ends every scan of this manager; their streams finish.
  public func stopScanning() {
    driver.stopScanning()
  }
}

extension [Peripheral] {
  fileprivate mutating func appended(_ peripheral: Peripheral) -> Self {
    if !contains(peripheral) { append(peripheral) }
    return self
  }

  fileprivate mutating func removed(_ peripheral: Peripheral) -> Self {
    removeAll { $0 === peripheral }
    return self
  }
}
