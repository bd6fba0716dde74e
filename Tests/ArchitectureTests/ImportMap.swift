/// Who may import whom: a module imports from lower levels only, and nothing on its own.
enum ImportMap {
  static let levels: [[String]] = [
    ["CDBus", "Futures", "GATT"],
    ["DBus", "Profiles"],
    ["BlueZ"],
    ["CentralRole", "PeripheralRole", "BlueZSimulator"],
    ["BlueFutures"],
    ["blue", "Examples"],
  ]

  /// What library targets use from outside the package.
  ///
  /// `FoundationEssentials` instead of `Foundation`, which brings tens of megabytes of data about
  /// languages and regions.
  static let system: Set<String> = [
    "FoundationEssentials", "Dispatch", "Synchronization", "Observation", "Glibc",
  ]

  static func level(of module: String) -> Int? {
    levels.firstIndex { $0.contains(module) }
  }

  /// Why an import is not allowed, or nil if it is.
  static func objection(to imported: String, in module: String) -> String? {
    if system.contains(imported) { return nil }
    guard let own = level(of: module) else { return "\(module) has no level in the import map" }
    guard let other = level(of: imported) else {
      return "\(module) imports \(imported), which is neither ours nor one of the system's five"
    }
    if other >= own {
      return "\(module) (level \(own)) imports \(imported) (level \(other)), which is not lower"
    }
    if imported == "CDBus", module != "DBus" {
      return "\(module) imports CDBus, which only DBus may see"
    }
    if module == "Profiles", imported != "GATT" {
      return "Profiles imports \(imported), but programs without BlueZ use it: only GATT is allowed"
    }
    return nil
  }
}
