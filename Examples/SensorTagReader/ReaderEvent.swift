import BlueFutures

/// What a reader reports to the program around it.
enum ReaderEvent: Sendable {
  /// A link is there; after the first one it is a reconnect.
  case connected
  /// The peripheral's own word on its period.
  case period(TISensorTag.AccelerometerService.UpdatePeriod)
  case sample(TISensorTag.AccelerometerService.Acceleration)
  /// The link was lost or could not be made; it is being made again.
  case interrupted(any Error)
  /// Nothing that reconnecting would mend.
  case failed(any Error)
}

extension AccelerometerReader {
  /// What the chain itself finds wrong.
  enum Failure: Error {
    /// The adapter cannot work in this state.
    case notReady(ManagerState)
    /// The peripheral lacks an attribute.
    case notFound(BluetoothUUID)
  }
}

extension AccelerometerReader.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .notReady(let state): "\(state)"
    case .notFound(let uuid):
      "the peripheral has no \(uuid): it is no SensorTag CC2541, or the daemon's cache is stale"
    }
  }
}
