import GATT

/// The discovery of one adapter: who asked for it, and with which filters.
struct Discovery: Sendable {
  struct Filter: Sendable {
    var services: Set<BluetoothUUID> = []
  }

  /// The filters that clients have set, which stay after their discovery ends.
  var filters: [String: Filter] = [:]
  /// The clients that discover now.
  var clients: Set<String> = []
  /// Grows with each start, so that timers of an older one are recognised.
  var session = 0

  /// Whether a peripheral passes the merged filters of those who discover.
  func admits(_ services: [BluetoothUUID]) -> Bool {
    clients.contains { client in
      let wanted = filters[client]?.services ?? []
      return wanted.isEmpty || services.contains { wanted.contains($0) }
    }
  }
}
