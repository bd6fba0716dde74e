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

  /// What those who discover want, put together once for many advertisements.
  var audience: Audience {
    let active = clients.compactMap { filters[$0] }
    return Audience(
      patterns: active.compactMap(\.pattern),
      services: clients.map { filters[$0]?.services ?? [] },
      wantsDuplicates: active.contains(where: \.wantsDuplicates),
      isFiltered: !clients.isEmpty && active.count == clients.count)
  }

  /// Whether anybody wants to hear advertisements.
  var isListening: Bool { !clients.isEmpty || !monitors.isEmpty }
}

/// The merged filters of those who discover.
struct Audience {
  /// The beginnings of names or addresses that are wanted, of all clients.
  let patterns: [String]
  /// The services that each client wants, none for all.
  let services: [Set<BluetoothUUID>]
  /// Whether somebody wants repeated advertisements.
  let wantsDuplicates: Bool
  /// Whether everybody who discovers has a filter; the daemon is more talkative then.
  let isFiltered: Bool

  /// Whether a peripheral passes.
  ///
  /// The pattern of one client hides what does not fit it from all (`device_is_discoverable`).
  func admits(_ advertised: [BluetoothUUID], name: String?, address: String) -> Bool {
    let fits = patterns.contains { address.hasPrefix($0) || name?.hasPrefix($0) == true }
    guard patterns.isEmpty || fits else { return false }
    return services.contains { wanted in
      wanted.isEmpty || advertised.contains { wanted.contains($0) }
    }
  }
}
