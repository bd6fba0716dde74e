import BlueZ
import DBus
import Futures
import GATT

/// Adapters: how they come, go and change their power.
extension DaemonState {
  /// The daemon has started and finds the controllers, which it then switches on.
  mutating func adaptersFound() {
    isStarted = true
    add(Self.managerPath, .agentManager, [:])
    for adapter in adapters.values.sorted(by: { $0.path < $1.path }) { find(adapter) }
    let calls = waitingCalls
    waitingCalls = []
    for (call, client) in calls { receive(call, from: client) }
  }

  /// The services that the daemon itself has at each adapter.
  private static let ownServices: [BluetoothUUID] = [0x1801, 0x1800, 0x180A]

  /// A controller is there; the daemon makes its object and switches it on if it may.
  mutating func find(_ adapter: SimulatedAdapter) {
    let (mayBeOn, isUp, stored) = adapter.shared.withLock { ($0.isPowered, $0.isUp, $0.stored) }
    let properties: Properties = [
      "Address": .string("\(adapter.address)"), "AddressType": .string("public"),
      "Name": .string("simulator"), "Alias": .string("simulator"), "Class": .uint32(0),
      "Powered": .bool(isUp), "Discoverable": .bool(false),
      "DiscoverableTimeout": .uint32(180), "Pairable": .bool(!agents.isEmpty),
      "PairableTimeout": .uint32(0), "Discovering": .bool(false),
      "UUIDs": .strings(Self.ownServices.map(\.fullLowercased)),
      "Modalias": .string("usb:v1D6Bp0246d0542"),
      "Roles": .strings(["central", "peripheral"]),
    ]
    let advertising: Properties = [
      "ActiveInstances": .byte(0), "SupportedInstances": .byte(UInt8(clamping: Self.slots)),
      "SupportedIncludes": .strings(["tx-power", "appearance", "local-name"]),
    ]
    adapter.shared.withLock { $0.advertisements = [] }
    add(
      adapter.path,
      [(.adapter, properties), (.gattManager, [:]), (.advertisingManager, advertising)]
        + (isExperimental ? [(.monitorManager, Self.monitorProperties)] : []))
    for peripheral in stored { addStored(peripheral, at: adapter.path) }
    if mayBeOn, !isUp {
      emit(.after(Delays.adapter, .adapterReady(adapter.path)))
    }
  }

  mutating func unplug(_ adapter: SimulatedAdapter) {
    let path = adapter.path
    releaseMonitors(of: path)
    endDiscovery(of: path)
    endAdvertisements(isReleased: true) { $0.adapter == path }
    for device in devicePaths(at: adapter.path) {
      loseLink(device, isSignalled: false)
      devices[device] = nil
    }
    discoveries[adapter.path] = nil
    adapters[adapter.path] = nil
    adapter.shared.withLock { $0.isUp = false }
    removeAll(from: path)
    removeApplications { $0.adapter == path }
  }

  /// Sets the power for a client, for another program, or by itself; the present power is fine.
  mutating func setPower(_ isPowered: Bool, of path: ObjectPath, for call: MethodCall? = nil) {
    guard let adapter = adapters[path], self.isPowered(path) != isPowered else {
      if let call { emit(.reply(call, [])) }
      return
    }
    adapter.shared.withLock { $0.isPowered = isPowered }
    guard isPowered else { return powerDown(path, for: call) }
    adapter.shared.withLock { $0.isUp = true }
    if let call { emit(.reply(call, [])) }
    change(path, .adapter, ["Powered": .bool(true)])
    listen(at: path)
  }

  /// Links end before the answer; after it go attributes and devices that were only found.
  mutating func powerDown(_ path: ObjectPath, for call: MethodCall? = nil) {
    adapters[path]?.shared.withLock { $0.isUp = false }
    endAdvertisements(isReleased: true) { $0.adapter == path }
    let linked = devicePaths(at: path).filter { devices[$0]?.linkEpoch != nil }
    for device in devicePaths(at: path) { loseLink(device, removesAttributes: false) }
    if let call { emit(.reply(call, [])) }
    for device in devicePaths(at: path) {
      if linked.contains(device) {
        guard !keepsAttributes else { continue }
        removeAttributes(of: device)
      } else if devices[device]?.isStored == false {
        discard(device)
      }
    }
    endDiscovery(of: path, isSignalled: false)
    if isPowered(path) {
      change(path, .adapter, ["Powered": .bool(false), "Discovering": .bool(false)])
    }
    for device in linked where !keepsAttributes && devices[device] != nil {
      change(device, .device, ["UUIDs": .strings([])])
    }
  }

  func devicePaths(at adapter: ObjectPath) -> [ObjectPath] {
    devices.filter { $0.value.adapter == adapter }.keys.sorted()
  }
}
