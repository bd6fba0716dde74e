import BlueZ
import DBus
import Futures

/// Adapters: how they come, go and change their power.
extension DaemonState {
  /// The daemon has started and finds the controllers, which it then switches on.
  mutating func adaptersFound() {
    isStarted = true
    for adapter in adapters.values.sorted(by: { $0.path < $1.path }) { find(adapter) }
  }

  /// A controller is there; the daemon makes its object and switches it on if it may.
  mutating func find(_ adapter: SimulatedAdapter) {
    add(
      adapter.path, .adapter,
      [
        "Address": .string("\(adapter.address)"), "AddressType": .string("public"),
        "Name": .string("simulator"), "Alias": .string("simulator"), "Class": .uint32(0),
        "Powered": .bool(false), "Discoverable": .bool(false),
        "DiscoverableTimeout": .uint32(180), "Pairable": .bool(true),
        "PairableTimeout": .uint32(0), "Discovering": .bool(false), "UUIDs": .strings([]),
        "Modalias": .string("usb:v1D6Bp0246d0542"),
        "Roles": .strings(["central", "peripheral"]),
      ])
    if adapter.shared.withLock({ $0.isPowered }) {
      emit(.after(Delays.adapter, .adapterReady(adapter.path)))
    }
  }

  mutating func unplug(_ adapter: SimulatedAdapter) {
    adapters[adapter.path] = nil
    switchOff(adapter.path)
    removeAll(below: adapter.path)
  }

  mutating func setPower(_ isPowered: Bool, of path: ObjectPath) {
    guard let adapter = adapters[path], self.isPowered(path) != isPowered else { return }
    adapter.shared.withLock { $0.isPowered = isPowered }
    if !isPowered { switchOff(path) }
    change(path, .adapter, ["Powered": .bool(isPowered)])
  }

  /// Temporary devices go, connected ones without a word on their link; discovery ends.
  private mutating func switchOff(_ path: ObjectPath) {
    endDiscovery(of: path)
    for (device, state) in devices.sorted(by: { $0.key < $1.key }) where state.adapter == path {
      loseLink(device, isSignalled: false)
      devices[device] = nil
      removeAll(below: device)
    }
  }
}
