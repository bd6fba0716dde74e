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
    /// The adapter, if there is one, cannot work in this state.
    case notReady(ManagerState, adapter: String?)
    /// No peripheral was found yet.
    case nothingFound
    /// The peripheral lacks an attribute.
    case missing(BluetoothUUID, of: BluetoothAddress)
    /// There is no link; its attributes may have gone with it, which says nothing about them.
    case unlinked
  }

  func missing(_ uuid: BluetoothUUID) throws -> Failure {
    let peripheral = try found()
    return peripheral.isConnected ? .missing(uuid, of: peripheral.address) : .unlinked
  }

  func notReady(_ state: ManagerState) -> Failure {
    .notReady(state, adapter: adapter ?? manager.adapter?.identifier)
  }
}

extension AccelerometerReader.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .notReady(.poweredOff, let adapter?):
      "the Bluetooth adapter \(adapter) is switched off: run `bluetoothctl power on`"
    case .notReady(.unsupported, let adapter?):
      "there is no Bluetooth adapter \(adapter): `bluetoothctl list` shows those that are there"
    case .notReady(let state, _):
      "\(state)"
    case .nothingFound:
      "no peripheral was found yet"
    case .unlinked:
      "the link has gone"
    case .missing(let uuid, let address):
      "the peripheral \(address) has no \(uuid): it is no SensorTag CC2541, or the daemon "
        + "remembers it wrongly, which `bluetoothctl remove \(address)` mends"
    }
  }
}
