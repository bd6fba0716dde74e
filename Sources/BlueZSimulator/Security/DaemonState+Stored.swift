import BlueZ
import DBus
import Futures
import GATT

/// What the daemon's storage keeps of a device: its bond, and what clients think of it.
extension DaemonState {
  func security(of path: ObjectPath) -> StoredSecurity {
    guard let device = devices[path] else { return StoredSecurity() }
    return adapters[device.adapter]?.shared.withLock {
      $0.security[device.peripheral.address]
    } ?? StoredSecurity()
  }

  mutating func store(_ path: ObjectPath, _ change: (inout StoredSecurity) -> Void) {
    guard let device = devices[path] else { return }
    adapters[device.adapter]?.shared.withLock { shared in
      change(&shared.security[device.peripheral.address, default: StoredSecurity()])
    }
  }

  /// Keeps a device after the end of its discovery and of the daemon.
  mutating func keep(_ path: ObjectPath) {
    guard let device = devices[path] else { return }
    adapters[device.adapter]?.shared.withLock { shared in
      guard !shared.stored.contains(where: { $0 === device.peripheral }) else { return }
      shared.stored.append(device.peripheral)
    }
  }

  /// A blocked device stays known, but it has no link and gets none (`src/device.c`, device_block).
  ///
  /// BlueZ 5.66 signals and answers before the link ends.
  mutating func setBlocked(_ isBlocked: Bool, _ path: ObjectPath) {
    store(path) { $0.isBlocked = isBlocked }
    guard isBlocked, let device = devices[path] else { return }
    devices[path]?.isStored = true
    keep(path)
    if let epoch = device.linkEpoch { emit(.after(Delays.request, .loseLink(path, epoch))) }
  }

  /// The kernel takes no link of a blocked device, and overhears that it advertises.
  func isBlocked(_ peripheral: SimulatedPeripheral, at adapter: ObjectPath) -> Bool {
    adapters[adapter]?.shared.withLock { $0.security[peripheral.address]?.isBlocked } ?? false
  }

  /// A device shows how it pairs while it is discovered.
  mutating func pairingChanged(of peripheral: SimulatedPeripheral) {
    let isLegacy = Value.bool(peripheral.pairing.pin != nil)
    for adapter in adapters.keys.sorted() {
      guard let path = Self.path(of: peripheral, at: adapter), let known = devices[path],
        known.peripheral === peripheral,
        property("LegacyPairing", .device, of: path) != isLegacy
      else { continue }
      change(path, .device, ["LegacyPairing": isLegacy])
    }
  }
}
