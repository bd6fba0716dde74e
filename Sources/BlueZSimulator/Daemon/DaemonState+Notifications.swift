import BlueZ
import DBus
import FoundationEssentials
import GATT

/// Subscriptions by signals and by sockets.
extension DaemonState {
  mutating func startNotify(
    _ path: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard let (device, state, attribute) = attribute(path) else { throw .doesNotExist }
    if case .disconnecting = state.link { throw .disconnecting }
    guard attribute.socket == nil else { throw .notPermitted("Notify acquired") }
    if attribute.clients.contains(client) {
      guard !attribute.waitingClients.contains(client) else { throw .requestInProgress }
      return emit(.reply(call, []))
    }
    guard Self.canNotify(attribute) else { throw .notSupported }
    devices[device]?.attributes[path]?.clients.insert(client)
    devices[device]?.attributes[path]?.waitingClients.insert(client)
    guard let epoch = state.linkEpoch else {
      // Without a link the daemon remembers the wish for the next one.
      return emit(.reply(call, []))
    }
    emit(
      .after(Delays.request, .startNotify(path, call, client: client, epoch: epoch)))
  }

  mutating func startedNotifying(
    _ path: ObjectPath, _ call: MethodCall, _ client: Client, _ epoch: Int
  ) {
    guard let (device, state, attribute) = attribute(path), state.linkEpoch == epoch,
      attribute.clients.contains(client)
    else { return emit(.refuse(call, .att(.unlikelyError))) }
    let needed = attribute.characteristic.permissions.notifyLevel
    if state.security < needed {
      do throws(ATTError) {
        return try secure(
          device, needed, then: .startNotify(path, call, client: client, epoch: epoch))
      } catch {
        devices[device]?.attributes[path]?.clients.remove(client)
        devices[device]?.attributes[path]?.waitingClients.remove(client)
        return emit(.refuse(call, .att(error)))
      }
    }
    devices[device]?.attributes[path]?.waitingClients.remove(client)
    let isFirst = attribute.clients == attribute.waitingClients
    if isFirst { notify(path, attribute) }
    emit(.reply(call, []))
  }

  private mutating func notify(_ path: ObjectPath, _ attribute: DeviceState.Attribute) {
    if property("Notifying", .characteristic, of: path) != .bool(true) {
      change(path, .characteristic, ["Notifying": .bool(true)])
    }
    emit(.subscribed(attribute.characteristic, true))
  }

  /// The link is gone: the wishes of clients wait for the next one, a socket ends.
  mutating func suspendSubscriptions(to path: ObjectPath) {
    guard let (device, _, attribute) = attribute(path) else { return }
    if attribute.writeSocket != nil { endWriteSocket(of: path) }
    if attribute.socket != nil { return endSocket(of: path) }
    if attribute.clients != attribute.waitingClients {
      emit(.subscribed(attribute.characteristic, false))
    }
    devices[device]?.attributes[path]?.waitingClients = attribute.clients
  }

  /// Over a new link the daemon asks the peripheral again for what clients had asked for.
  mutating func renewSubscriptions(of device: ObjectPath) {
    let attributes = devices[device]?.attributes.sorted { $0.key < $1.key } ?? []
    for (path, attribute) in attributes where !attribute.clients.isEmpty {
      devices[device]?.attributes[path]?.waitingClients = []
      notify(path, attribute)
    }
  }

  mutating func stopNotify(
    _ path: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard let (_, _, attribute) = attribute(path) else { throw .doesNotExist }
    guard attribute.clients.contains(client) else {
      throw .failed("No notify session started")
    }
    endSubscription(path, client)
    emit(.reply(call, []))
  }

  private mutating func endSubscription(_ path: ObjectPath, _ client: Client) {
    guard let (device, _, attribute) = attribute(path),
      devices[device]?.attributes[path]?.clients.remove(client) != nil
    else { return }
    devices[device]?.attributes[path]?.waitingClients.remove(client)
    guard attribute.clients.count == 1 else { return }
    if property("Notifying", .characteristic, of: path) == .bool(true) {
      change(path, .characteristic, ["Notifying": .bool(false)])
    }
    if attribute.waitingClients.isEmpty {
      emit(.subscribed(attribute.characteristic, false))
    }
  }

  /// The peripheral notified a value: it goes to the socket, or as a signal to everybody.
  mutating func notified(
    _ value: Octets, from characteristic: SimulatedCharacteristic,
    of peripheral: SimulatedPeripheral
  ) {
    for (devicePath, device) in devices
    where device.peripheral === peripheral && device.linkEpoch != nil {
      let longest = Int(mtu(of: devicePath)) - 3
      if value.count > longest {
        emit(.note("a notification of \(value.count) octets was cut to \(longest) by the MTU"))
      }
      let value = Octets(value.prefix(longest))
      batteryNotified(value, from: characteristic, at: devicePath)
      for (path, attribute) in device.attributes
      where attribute.characteristic === characteristic {
        if let socket = attribute.socket {
          emit(.send(socket.end, value))
        } else if attribute.clients != attribute.waitingClients {
          change(path, .characteristic, ["Value": .bytes(value)])
        }
      }
    }
  }

  /// A program left the bus: what it had asked for ends, but not its links.
  mutating func clientLeft(_ client: Client) {
    removeAgent(of: client, isGone: true)
    followAgents()
    removeApplications { $0.client == client }
    endAdvertisements(isReleased: false) { $0.client == client }
    for adapter in adapters.keys.sorted() {
      discoveries[adapter]?.filters[client] = nil
      discoveries[adapter]?.monitors.removeAll { $0.client == client }
      guard discoveries[adapter]?.clients.remove(client) != nil else { continue }
      if discoveries[adapter]?.clients.isEmpty == true { endDiscovery(of: adapter) }
    }
    for path in devices.values.flatMap(\.attributes.keys).sorted() {
      endSubscription(path, client)
      if attribute(path)?.attribute.socket?.client == client { endSocket(of: path) }
      if attribute(path)?.attribute.writeSocket?.client == client { endWriteSocket(of: path) }
    }
  }

  private static func canNotify(_ attribute: DeviceState.Attribute) -> Bool {
    !attribute.characteristic.properties.isDisjoint(with: [.notify, .indicate])
  }
}
