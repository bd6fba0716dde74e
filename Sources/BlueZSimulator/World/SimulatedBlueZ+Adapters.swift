import DBus
import Futures
public import GATT

extension SimulatedBlueZ {
  /// Plugs an adapter in.
  ///
  /// - Parameters:
  ///   - index: the number in the kernel's name, `hci0` for 0; the next free one by default.
  ///   - address: the adapter's own address.
  ///   - isPowered: whether the daemon switches it on.
  /// - Returns: the adapter, to which peripherals are added.
  @discardableResult public func addAdapter(
    index: UInt8? = nil, address: BluetoothAddress? = nil, isPowered: Bool = true
  ) -> SimulatedAdapter {
    let adapter = shared.withLock { shared in
      let number = index ?? Self.free(Set(shared.adapters.map(\.index)))
      let adapter = SimulatedAdapter(
        index: number, address: address ?? BluetoothAddress(0, 0, 0x5E, 0, 0x53, number),
        isPowered: isPowered, world: { [weak self] in self })
      shared.adapters.append(adapter)
      return adapter
    }
    feed { state in
      state.adapters[adapter.path] = adapter
      guard state.isStarted else {
        // What was there before the first program looks has been switched on long ago.
        return adapter.shared.withLock { $0.isUp = $0.isPowered }
      }
      state.find(adapter)
    }
    return adapter
  }

  /// The adapters that are plugged in.
  public var adapters: [SimulatedAdapter] { shared.withLock { $0.adapters } }

  /// Unplugs an adapter; its objects go and its links are lost.
  public func removeAdapter(_ adapter: SimulatedAdapter) {
    let isKnown = forget(adapter)
    guard isKnown else { return }
    feed { $0.unplug(adapter) }
  }

  /// Plugs an adapter in again, with the peripherals around it and what is stored of them.
  ///
  /// - Parameters:
  ///   - adapter: one that was removed; others are left as they are.
  ///   - index: its new number in the kernel's name, which often is another one; the old number
  ///     by default, unless it is in use.
  public func plugIn(_ adapter: SimulatedAdapter, index: UInt8? = nil) {
    loop.execute { [self] in plugInNow(adapter, index: index) }
  }

  private func forget(_ adapter: SimulatedAdapter) -> Bool {
    shared.withLock { shared in
      guard shared.adapters.contains(where: { $0 === adapter }) else { return false }
      shared.adapters.removeAll { $0 === adapter }
      shared.unplugged.append(adapter)
      return true
    }
  }

  func unplugNow(_ adapter: SimulatedAdapter) {
    guard forget(adapter) else { return }
    daemon?.feed { $0.unplug(adapter) }
  }

  func plugInNow(_ adapter: SimulatedAdapter?, index: UInt8?) {
    let adapter = shared.withLock { shared -> SimulatedAdapter? in
      guard let adapter = adapter ?? shared.unplugged.last,
        shared.unplugged.contains(where: { $0 === adapter })
      else { return nil }
      shared.unplugged.removeAll { $0 === adapter }
      let used = Set(shared.adapters.map(\.index))
      let wanted = index ?? adapter.index
      let free = [wanted].first { !used.contains($0) } ?? Self.free(used)
      adapter.shared.withLock { $0.index = free }
      shared.adapters.append(adapter)
      return adapter
    }
    guard let adapter else { return }
    daemon?.feed { state in
      state.adapters[adapter.path] = adapter
      if state.isStarted { state.find(adapter) }
    }
  }

  /// The lowest number that no adapter has.
  static func free(_ used: Set<UInt8>) -> UInt8 {
    (0...UInt8.max).first { !used.contains($0) } ?? UInt8.max
  }
}
