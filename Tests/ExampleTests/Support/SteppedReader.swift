import BlueFutures
import BlueZSimulator
import Synchronization

@testable import SensorTagReader

/// A reader in a world that is stepped by hand, with everything that it reported.
final class SteppedReader: Sendable {
  typealias Accelerometer = TISensorTag.AccelerometerService

  struct Seen: Sendable {
    var samples: [Accelerometer.Acceleration] = []
    var summary = Summary()
    var periods: [Int] = []
    var interruptions: [String] = []
    var failures: [String] = []
  }

  let bluez: SimulatedBlueZ
  let reader: AccelerometerReader
  private let kept = Mutex(Seen())

  init(_ bluez: SimulatedBlueZ, adapter: String? = nil) {
    self.bluez = bluez
    let manager = CentralManager(session: bluez.session(), adapter: adapter)
    reader = AccelerometerReader(manager: manager, adapter: adapter)
  }

  /// A reader that hears one peripheral.
  convenience init(_ peripheral: SimulatedPeripheral) {
    let bluez = SimulatedBlueZ()
    bluez.addAdapter().add(peripheral)
    self.init(bluez)
  }

  var seen: Seen { kept.withLock { $0 } }

  @discardableResult
  func start(milliseconds: Int = 100) -> FutureStream<Accelerometer.Acceleration> {
    reader.start(period: .init(milliseconds: milliseconds)) { [weak self] event in
      self?.kept.withLock { $0.add(event) }
    }
  }

  /// What was reported once so much time has passed after the start.
  func seen(after seconds: Int) -> Seen {
    start()
    bluez.advance(by: .seconds(seconds))
    return seen
  }
}

extension SteppedReader.Seen {
  fileprivate mutating func add(_ event: ReaderEvent) {
    switch event {
    case .connected: summary.connected()
    case .period(let period): periods.append(period.milliseconds)
    case .sample(let sample):
      samples.append(sample)
      summary.add(sample, at: Double(samples.count))
    case .interrupted(let error): interruptions.append("\(error)")
    case .failed(let error): failures.append("\(error)")
    }
  }
}
