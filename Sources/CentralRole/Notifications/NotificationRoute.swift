/// The way that notified values take from the daemon to the program.
public enum NotificationRoute: Sendable, Hashable {
  /// Signals on the bus; other programs may subscribe to the same characteristic.
  case signals
  /// A socket of this program's own: many times faster, but it shuts other programs out of this
  /// characteristic's notifications, and the daemon drops values while the socket is full.
  ///
  /// Falls back to ``signals`` when the daemon refuses it, does not know it, or does not answer
  /// within 5 s.
  case socket
}
