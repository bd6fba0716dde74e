import Glibc

/// Where a bus is found.
package enum BusAddress: Sendable {
  /// `DBUS_SYSTEM_BUS_ADDRESS`, or the standard socket.
  case system
  /// `DBUS_SESSION_BUS_ADDRESS`, or the socket of the user's runtime directory.
  case session
  /// An address of the form `unix:path=/…`.
  case address(String)
  /// A bus inside this process.
  case loopback(LoopbackBus)

  func resolved() throws(DBusError) -> String {
    switch self {
    case .system:
      return Self.environment("DBUS_SYSTEM_BUS_ADDRESS")
        ?? "unix:path=/var/run/dbus/system_bus_socket"
    case .session:
      if let address = Self.environment("DBUS_SESSION_BUS_ADDRESS") { return address }
      guard let folder = Self.environment("XDG_RUNTIME_DIR") else {
        throw DBusError(
          .noBus,
          "There is no session bus: DBUS_SESSION_BUS_ADDRESS is not set; use dbus-run-session.")
      }
      return "unix:path=\(folder)/bus"
    case .address(let address):
      guard !address.utf8.contains(0) else {
        throw DBusError(.noBus, "The address of the bus contains a NUL.")
      }
      return address
    case .loopback:
      return "loopback"
    }
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
