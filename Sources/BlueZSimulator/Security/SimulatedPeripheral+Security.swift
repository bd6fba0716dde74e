import Futures
import GATT

/// How a simulated peripheral pairs, and the keys that it has.
struct PeripheralSecurity: Sendable {
  var pairing = SimulatedPairing.justWorks
  /// The adapters that it has keys of.
  var bonds: Set<BluetoothAddress> = []
}

extension SimulatedPeripheral {
  /// How it pairs; just works at first.
  public var pairing: SimulatedPairing {
    get { shared.withLock { $0.security.pairing } }
    set {
      shared.withLock { $0.security.pairing = newValue }
      world?.feed { $0.pairingChanged(of: self) }
    }
  }

  /// Whether it has the keys of any adapter.
  public var isBonded: Bool { shared.withLock { !$0.security.bonds.isEmpty } }

  /// Lets it lose its keys, as a factory reset does.
  ///
  /// An adapter that still has its own finds that out at the next connection: encryption fails,
  /// and the link is lost soon after the connect call was answered.
  public func forgetBonds() { shared.withLock { $0.security.bonds = [] } }

  func isBonded(with adapter: BluetoothAddress) -> Bool {
    shared.withLock { $0.security.bonds.contains(adapter) }
  }

  func bond(with adapter: BluetoothAddress) {
    shared.withLock { _ = $0.security.bonds.insert(adapter) }
  }
}

/// What the daemon's storage keeps of a device, which outlives the daemon.
struct StoredSecurity: Sendable {
  /// The level that the bond's key gives; none without a bond.
  var bond = SecurityLevel.none
  var isTrusted = false
  var isBlocked = false
}
