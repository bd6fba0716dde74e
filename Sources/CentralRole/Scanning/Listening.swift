/// The scans that have begun, in the order in which they did.
struct Listening: Sendable {
  /// Every scan: they all hear what discovery brings.
  private(set) var all: [Scan] = []
  /// Those whose monitor works, so that they hear without discovery too.
  private(set) var monitored: [Scan] = []
  /// When discovery last began.
  var discoverySince: Duration = .zero

  mutating func add(_ scan: Scan) { all.append(scan) }

  mutating func remove(_ scan: Scan) {
    all.removeAll { $0 === scan }
    monitored.removeAll { $0 === scan }
  }

  mutating func monitor(_ scan: Scan, isActive: Bool) {
    monitored.removeAll { $0 === scan }
    if isActive, all.contains(where: { $0 === scan }) { monitored.append(scan) }
  }
}
