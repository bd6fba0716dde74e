import BlueZ
import DBus
public import Futures

/// The battery, which the daemon follows by itself.
extension Peripheral {
  /// How full the battery is, `nil` while the daemon does not know.
  ///
  /// The daemon reads and follows the battery service of connected peripherals (BlueZ
  /// `org.bluez.Battery1`), so this costs the peripheral nothing.
  public var batteryLevel: BatteryLevel? { driver.batteryLevel }

  /// The present ``batteryLevel``, if it is known, and then each change.
  ///
  /// Several subscribers may listen; each gets the present level first. While the peripheral is
  /// not connected nothing comes; the stream goes on with the next link.
  public func whenBatteryLevelChanges() -> FutureStream<BatteryLevel> {
    driver.batteryLevels()
  }
}

/// What a peripheral's driver keeps of its battery.
struct BatteryState {
  var last: BatteryLevel?
  var levels: StreamPromise<BatteryLevel>?
}

extension PeripheralDriver {
  var batteryLevel: BatteryLevel? {
    session.withStore { store in
      guard let battery = store.properties(.battery, of: path),
        let percent = battery["Percentage"]?.asByte
      else { return nil }
      return BatteryLevel(percent: Int(percent), source: battery["Source"]?.asString)
    }
  }

  func batteryLevels() -> FutureStream<BatteryLevel> {
    let (promise, isNew) = shared.withLock { shared in
      if let levels = shared.battery.levels, !levels.isFinished { return (levels, false) }
      let levels = StreamPromise<BatteryLevel>(
        capacity: 16, context: session.context, replaysCurrent: true)
      shared.battery.levels = levels
      shared.battery.last = nil
      return (levels, true)
    }
    if isNew { session.loop.execute { [weak self] in self?.batteryChanged() } }
    return promise.stream.branch()
  }

  /// The daemon knows something else about the battery, or nothing more; on the session's loop.
  func batteryChanged() {
    let level = batteryLevel
    let (levels, isNew) = shared.withLock { shared in
      defer { shared.battery.last = level }
      return (shared.battery.levels, shared.battery.last != level)
    }
    guard isNew else { return }
    if let level {
      log("the battery has \(level)")
      levels?.success(level)
      notifyHiddenBattery(level.percent)
    } else {
      levels?.forgetCurrent()
    }
  }
}
