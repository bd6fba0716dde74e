/// Whether a manager can work, and if not, why.
public enum ManagerState: Sendable, Hashable, CustomStringConvertible {
  /// Nothing is known yet; the first answer of the daemon is due. Wait for the next state.
  case unknown
  /// The daemon runs and there is no such adapter.
  case unsupported
  /// The bus's policy does not let this program talk to the daemon.
  case unauthorized
  /// The adapter is switched off; `Adapter.setPowered(_:)` switches it on.
  case poweredOff
  /// The daemon or the adapter went away and is expected back; pending work has failed.
  case resetting
  /// Scanning and connecting work.
  case poweredOn

  /// What the state means and what to do about it.
  public var description: String {
    switch self {
    case .unknown: "the state of Bluetooth is not known yet"
    case .unsupported:
      "there is no Bluetooth adapter to work with: plug one in, or look at `bluetoothctl list`"
    case .unauthorized:
      "the bus refuses access to BlueZ: run as root or add the user to the group `bluetooth`"
    case .poweredOff: "the Bluetooth adapter is switched off: run `bluetoothctl power on`"
    case .resetting: "the Bluetooth daemon or the adapter went away and is expected back"
    case .poweredOn: "Bluetooth is ready"
    }
  }
}
