package import DBus
package import FoundationEssentials

/// What a session tells its observers, on the loop of the bus and in the order of the bus.
package enum SessionEvent: Sendable {
  case status(SessionStatus)
  /// An object came, or gained interfaces.
  case added(ObjectPath, [String: Properties])
  /// An object went, or lost interfaces.
  case removed(ObjectPath, [String])
  /// A characteristic's value was signalled, by a notification or a read. The store does not keep
  /// values.
  case value(ObjectPath, Data)
  /// Properties changed; the store knows their new values.
  case changed(ObjectPath, interface: String, Properties, invalidated: [String])
  /// The link of a device ended for a reason; its `Connected` follows.
  case disconnected(ObjectPath, reason: String, text: String)
}
