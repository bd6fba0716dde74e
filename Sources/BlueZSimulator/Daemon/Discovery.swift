import GATT

/// The discovery of one adapter: who asked for it, and with which filters.
struct Discovery: Sendable {
  struct Filter: Sendable {
    var services: Set<BluetoothUUID> = []
    /// The beginning of a name or an address.
    var pattern: String?
    /// Whether advertisements are told that repeat what is known.
    var wantsDuplicates = false
  }

  /// The filters that clients have set, which stay after their discovery ends.
  var filters: [Client: Filter] = [:]
  /// The clients that discover now.
  var clients: Set<Client> = []
  /// Grows with each start, so that timers of an older one are recognised.
  var session = 0
  /// What programs have the daemon listen for without discovery.
  var monitors: [RegisteredMonitors] = []
  /// When each peripheral is heard again.
  var due: [ObjectIdentifier: Duration] = [:]

  private var activeFilters: [Filter] { clients.compactMap { filters[$0] } }

  /// Whether somebody wants repeated advertisements.
  var wantsDuplicates: Bool { activeFilters.contains(where: \.wantsDuplicates) }

  /// Whether everybody who discovers has a filter; the daemon is more talkative then.
  var isFiltered: Bool { !clients.isEmpty && activeFilters.count == clients.count }

  /// Whether anybody wants to hear advertisements.
  var isListening: Bool { !clients.isEmpty || !monitors.isEmpty }

  /// Whether a peripheral passes the merged filters of those who discover.
  ///
  /// The pattern of one client hides what does not fit it from all (`device_is_discoverable`).
  func admits(_ services: [BluetoothUUID], name: String?, address: String) -> Bool {
    let patterns = activeFilters.compactMap(\.pattern)
    let fits = patterns.contains { address.hasPrefix($0) || name?.hasPrefix($0) == true }
    guard patterns.isEmpty || fits else { return false }
    return clients.contains { client in
      let wanted = filters[client]?.services ?? []
      return wanted.isEmpty || services.contains { wanted.contains($0) }
    }
  }
}
