import BlueZ
public import FoundationEssentials
public import Futures

/// The value as a state, for code that observes.
extension Characteristic {
  /// The value as this program knows it: the last one first, if there is one, then each that is read,
  /// notified or indicated.
  ///
  /// For views and other code that shows a value, with `observed()` as an object for Observation. It
  /// subscribes to nothing by itself and delivers no failures; it lasts over links.
  public func whenValueChanges() -> FutureStream<Data> {
    let context = driver.session.context
    let updates = node.shared.withLock { shared in
      if let updates = shared.updates, !updates.isFinished { return updates }
      let updates = StreamPromise<Data>(capacity: 16, context: context, replaysCurrent: true)
      if let data = shared.data { updates.success(data) }
      shared.updates = updates
      return updates
    }
    return updates.stream.branch()
  }
}
