package import DBus
package import GATT

/// The filter that the daemon gets for all scans of a manager: whatever fits one of them fits it.
///
/// The daemon knows one filter for each program and a few kinds of conditions
/// (`doc/org.bluez.Adapter.rst`, SetDiscoveryFilter); a condition that not every scan has is left
/// out.
package struct DaemonFilter: Sendable, Equatable {
  package private(set) var services: Set<BluetoothUUID> = []
  package private(set) var rssi: Int16?
  package private(set) var pathLoss: UInt16?
  package private(set) var pattern: String?
  package private(set) var wantsDuplicates = false

  /// What every scan gets when the daemon refuses more.
  package static let plain = DaemonFilter()

  private init() {}

  /// - Parameters:
  ///   - filters: of the scans, each with whether it wants to hear repetitions.
  ///   - isOpen: whether somebody looks for more than the scans.
  package init(_ filters: [(filter: ScanFilter, wantsDuplicates: Bool)], isOpen: Bool) {
    wantsDuplicates = filters.contains(where: \.wantsDuplicates)
    guard !isOpen, let first = filters.first?.filter else { return }
    if !filters.contains(where: { $0.filter.services.isEmpty }) {
      services = filters.reduce(into: []) { $0.formUnion($1.filter.services) }
    }
    // The daemon takes the one or the other.
    if let least = Self.loosest(filters.map(\.filter.minimumRSSI), by: <) {
      rssi = Int16(clamping: min(max(least, -127), 20))
    } else if let most = Self.loosest(filters.map(\.filter.maximumPathLoss), by: >) {
      pathLoss = UInt16(clamping: min(max(most, 0), 137))
    }
    // One pattern for all, so scans that differ in it have none.
    if let own = first.daemonPattern, filters.allSatisfy({ $0.filter.daemonPattern == own }) {
      pattern = own
    }
  }

  private static func loosest(_ limits: [Int?], by isLooser: (Int, Int) -> Bool) -> Int? {
    let set = limits.compactMap { $0 }
    return set.count == limits.count ? set.min(by: isLooser) : nil
  }

  /// As the daemon takes it.
  ///
  /// Only what is true is said: up to 5.70 a false boolean overwrites its neighbours (commit
  /// ad089d299).
  package var entries: [(String, Value)] {
    var entries: [(String, Value)] = [("Transport", .string("le"))]
    if !services.isEmpty {
      entries.append(("UUIDs", .strings(services.map(\.fullLowercased).sorted())))
    }
    if let rssi { entries.append(("RSSI", .int16(rssi))) }
    if let pathLoss { entries.append(("Pathloss", .uint16(pathLoss))) }
    if let pattern { entries.append(("Pattern", .string(pattern))) }
    if wantsDuplicates { entries.append(("DuplicateData", .bool(true))) }
    return entries
  }
}

extension ScanFilter {
  /// The beginning of a name or an address that the daemon may look for.
  fileprivate var daemonPattern: String? {
    guard usesDaemonPattern else { return nil }
    if let namePrefix { return namePrefix }
    if names.count == 1 { return names.first }
    return addresses.count == 1 ? addresses.first.map { "\($0)" } : nil
  }
}
