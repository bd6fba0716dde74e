import BlueZ
import DBus
import GATT
import Glibc

/// Subscriptions by signals and by sockets.
extension DaemonState {
  mutating func startNotify(
    _ path: ObjectPath, _ call: MethodCall, _ client: String
  ) throws(DaemonError) {
    guard let (device, state, attribute) = attribute(path) else { throw .doesNotExist }
    guard Self.canNotify(attribute) else { throw .notSupported }
    guard attribute.socket == nil else { throw .notPermitted("Notify acquired") }
    guard !attribute.clients.contains(client) else { return emit(.reply(call, [])) }
    guard case .connected(let epoch) = state.link else {
      // Without a link the daemon remembers the wish for the next one.
      devices[device]?.attributes[path]?.clients.insert(client)
      return emit(.reply(call, []))
    }
    emit(
      .after(Delays.request, .startNotify(path, call, client: client, epoch: epoch)))
  }

  mutating func startedNotifying(
    _ path: ObjectPath, _ call: MethodCall, _ client: String, _ epoch: Int
  ) {
    guard let (device, state, attribute) = attribute(path), state.linkEpoch == epoch else {
      return emit(.refuse(call, .att(.unlikelyError)))
    }
    devices[device]?.attributes[path]?.clients.insert(client)
    if attribute.clients.isEmpty {
      change(path, .characteristic, ["Notifying": .bool(true)])
      emit(.subscribed(attribute.characteristic, true))
    }
    emit(.reply(call, []))
  }

  mutating func stopNotify(
    _ path: ObjectPath, _ call: MethodCall, _ client: String
  ) throws(DaemonError) {
    guard let (_, _, attribute) = attribute(path) else { throw .doesNotExist }
    guard attribute.clients.contains(client) else {
      throw .failed("No notify session started")
    }
    endSubscription(path, client)
    emit(.reply(call, []))
  }

  private mutating func endSubscription(_ path: ObjectPath, _ client: String) {
    guard let (device, state, attribute) = attribute(path),
      devices[device]?.attributes[path]?.clients.remove(client) != nil, attribute.clients.count == 1
    else { return }
    change(path, .characteristic, ["Notifying": .bool(false)])
    if state.linkEpoch != nil { emit(.subscribed(attribute.characteristic, false)) }
  }

  /// Hands one end of a socket to the client; packets are values.
  mutating func acquireNotify(
    _ path: ObjectPath, _ call: MethodCall, _ client: String
  ) throws(DaemonError) {
    guard let (device, state, attribute) = attribute(path) else { throw .doesNotExist }
    guard attribute.characteristic.properties.contains(.notify) else { throw .notSupported }
    guard case .connected = state.link else { throw .notConnected }
    guard attribute.socket == nil else { throw .notPermitted("Notify acquired") }
    guard attribute.clients.isEmpty else { throw .requestInProgress }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw .failed("No socket is left: \(String(cString: strerror(errno)))")
    }
    devices[device]?.attributes[path]?.socket = (client, FileDescriptor(owning: ends[0]))
    change(path, .characteristic, ["NotifyAcquired": .bool(true)])
    emit(.subscribed(attribute.characteristic, true))
    emit(
      .reply(
        call, [.fileDescriptor(FileDescriptor(owning: ends[1])), .uint16(Self.mtu)]))
  }

  /// The peripheral notified a value: it goes to the socket, or as a signal to everybody.
  mutating func notified(
    _ value: Octets, from characteristic: SimulatedCharacteristic,
    of peripheral: SimulatedPeripheral
  ) {
    for (_, device) in devices where device.peripheral === peripheral {
      guard case .connected = device.link else { continue }
      for (path, attribute) in device.attributes
      where attribute.characteristic === characteristic {
        if let socket = attribute.socket {
          emit(.send(socket.end, value))
        } else if !attribute.clients.isEmpty {
          change(path, .characteristic, ["Value": .bytes(value)])
        }
      }
    }
  }

  /// A program left the bus: what it had asked for ends, but not its links.
  mutating func clientLeft(_ client: String) {
    for adapter in adapters.keys.sorted() {
      discoveries[adapter]?.filters[client] = nil
      guard discoveries[adapter]?.clients.remove(client) != nil else { continue }
      if discoveries[adapter]?.clients.isEmpty == true { endDiscovery(of: adapter) }
    }
    for path in devices.values.flatMap(\.attributes.keys).sorted() {
      endSubscription(path, client)
      guard let (device, _, attribute) = attribute(path), attribute.socket?.client == client
      else { continue }
      devices[device]?.attributes[path]?.socket = nil
      change(path, .characteristic, ["NotifyAcquired": .bool(false)])
      emit(.subscribed(attribute.characteristic, false))
    }
  }

  private static func canNotify(_ attribute: DeviceState.Attribute) -> Bool {
    !attribute.characteristic.properties.isDisjoint(with: [.notify, .indicate])
  }
}
