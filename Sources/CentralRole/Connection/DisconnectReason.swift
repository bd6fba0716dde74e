/// Why a link ended.
public enum DisconnectReason: Sendable, Hashable, CustomStringConvertible {
  /// The peripheral dropped it, or it went out of range; the daemon does not say which.
  case linkLost
  /// Nothing was heard of the peripheral for the supervision timeout.
  case timedOut
  /// The peripheral ended it.
  case peer
  /// Another program or the daemon on this machine ended it.
  case host
  /// The peripheral or this machine refused the other's keys.
  case authentication
  /// This machine goes to sleep.
  case suspended
  /// This program asked for it.
  case requested
  /// The daemon forgot the device.
  case removed
  /// The adapter was switched off or taken away.
  case adapterLost
  /// The daemon or the message bus went away.
  case daemonLost
  /// The manager was reset by this program; the link itself stays up in the daemon.
  case managerReset

  /// The daemon's name of a reason (BlueZ 5.82 `doc/org.bluez.Device.rst`, Disconnected).
  init(daemonName name: String) {
    switch name {
    case "org.bluez.Reason.Timeout": self = .timedOut
    case "org.bluez.Reason.Remote": self = .peer
    case "org.bluez.Reason.Local": self = .host
    case "org.bluez.Reason.Authentication": self = .authentication
    case "org.bluez.Reason.Suspend": self = .suspended
    default: self = .linkLost
    }
  }

  /// Whether the manager's state tells when connecting is possible again.
  var isReset: Bool {
    self == .adapterLost || self == .daemonLost || self == .managerReset
  }

  /// The reason in words.
  public var description: String {
    switch self {
    case .linkLost: "the link was lost"
    case .timedOut: "nothing was heard of it any more"
    case .peer: "the peripheral ended the link"
    case .host: "another program on this machine ended the link"
    case .authentication: "the keys of the two sides do not fit"
    case .suspended: "this machine goes to sleep"
    case .requested: "this program asked for it"
    case .removed: "the daemon removed the device"
    case .adapterLost: "the adapter was switched off or removed"
    case .daemonLost: "the Bluetooth daemon went away"
    case .managerReset: "the manager was reset"
    }
  }
}
