import BlueZ
import DBus
import GATT

/// Links: how they are made, resolved and lost.
extension DaemonState {
  mutating func connect(_ path: ObjectPath, _ call: MethodCall) throws(DaemonError) {
    guard let device = devices[path] else { throw .doesNotExist }
    guard isPowered(device.adapter) else { throw .notReady }
    switch device.link {
    case .connecting:
      throw .failed("Operation already in progress")
    case .connected:
      emit(.reply(call, []))
    case .disconnecting:
      throw .inProgress
    case .none:
      devices[path]?.epoch += 1
      devices[path]?.link = .connecting(call, attempt: device.epoch + 1)
      emit(
        .after(
          Delays.link, .tryLink(path, attempt: device.epoch + 1, until: now + Delays.connect)))
    }
  }

  /// The peripheral is connected to when it advertises.
  mutating func tryLink(_ path: ObjectPath, _ attempt: Int, until deadline: Duration) {
    guard let device = devices[path], case .connecting(let call, attempt) = device.link else {
      return
    }
    let isAround = adapters[device.adapter]?.peripherals.contains { $0 === device.peripheral }
    guard isAround == true, device.peripheral.isAudible else {
      guard now < deadline else { return refuse(path, call, "le-connection-abort-by-local") }
      return emit(
        .after(Delays.advertisement, .tryLink(path, attempt: attempt, until: deadline)))
    }
    if let reason = device.peripheral.takeConnectFailure() { return refuse(path, call, reason) }
    devices[path]?.link = .connected(epoch: attempt)
    change(path, .device, ["Connected": .bool(true)])
    emit(.reply(call, []))
    emit(.link(device.peripheral, true))
    emit(.after(Delays.services, .services(path, epoch: attempt)))
  }

  private mutating func refuse(_ path: ObjectPath, _ call: MethodCall, _ reason: String) {
    devices[path]?.link = .none
    emit(.refuse(call, .failed(reason)))
  }

  mutating func servicesResolved(_ path: ObjectPath, _ epoch: Int) {
    guard let device = devices[path], case .connected(epoch) = device.link else { return }
    if device.attributes.isEmpty { addAttributes(of: device.peripheral, at: path) }
    let uuids = device.peripheral.services.map(\.uuid.fullLowercased)
    for attribute in devices[path]?.attributes.keys.sorted() ?? [] {
      change(attribute, .characteristic, ["MTU": .uint16(Self.mtu)])
    }
    change(
      path, .device,
      ["UUIDs": .strings(uuids.sorted()), "ServicesResolved": .bool(true)])
    // Subscriptions of clients that are still on the bus are renewed.
    for attribute in devices[path]?.attributes.values.filter({ !$0.clients.isEmpty }) ?? [] {
      emit(.subscribed(attribute.characteristic, true))
    }
  }

  static let mtu: UInt16 = 247

  mutating func disconnect(_ path: ObjectPath, _ call: MethodCall) {
    switch devices[path]?.link {
    case .connecting(let pending, _):
      devices[path]?.link = .none
      emit(.refuse(pending, .failed("br-connection-canceled")))
      emit(.reply(call, []))
    case .connected(let epoch):
      devices[path]?.link = .disconnecting([call], epoch: epoch)
      change(path, .device, ["ServicesResolved": .bool(false)])
      emit(.after(Delays.disconnect, .unlink(path, epoch: epoch)))
    case .disconnecting(let calls, let epoch):
      devices[path]?.link = .disconnecting(calls + [call], epoch: epoch)
    case .some(.none), nil:
      emit(.reply(call, []))
    }
  }

  /// The disconnect that a client asked for is done: first its reply, then the signal.
  mutating func unlink(_ path: ObjectPath, _ epoch: Int) {
    guard case .disconnecting(_, epoch) = devices[path]?.link else { return }
    loseLink(path)
  }

  /// The link ends, for whatever reason.
  mutating func loseLink(_ path: ObjectPath, isSignalled: Bool = true) {
    guard let device = devices[path] else { return }
    switch device.link {
    case .none:
      return
    case .connecting(let call, _):
      return refuse(path, call, "le-connection-abort-by-local")
    case .disconnecting(let calls, _):
      for call in calls { emit(.reply(call, [])) }
      endLink(path)
      if isSignalled { change(path, .device, ["Connected": .bool(false)]) }
    case .connected:
      endLink(path)
      if isSignalled {
        change(path, .device, ["ServicesResolved": .bool(false), "Connected": .bool(false)])
      }
    }
    emit(.link(device.peripheral, false))
  }

  private mutating func endLink(_ path: ObjectPath) {
    guard let device = devices[path] else { return }
    devices[path]?.link = .none
    for (attribute, state) in device.attributes.sorted(by: { $0.key < $1.key }) {
      if !state.clients.isEmpty || state.socket != nil {
        emit(.subscribed(state.characteristic, false))
      }
      // The last reference to the daemon's end of a socket closes it.
      devices[path]?.attributes[attribute]?.socket = nil
      devices[path]?.attributes[attribute]?.isWriting = false
      change(
        attribute, .characteristic,
        state.socket == nil ? [:] : ["NotifyAcquired": .bool(false)], invalidated: ["MTU"])
    }
    seen(path)
  }

  mutating func removeDevice(_ path: ObjectPath) throws(DaemonError) {
    guard devices[path] != nil else { throw .doesNotExist }
    loseLink(path)
    devices[path] = nil
    removeAll(below: path)
  }

  /// The peripheral itself ends the link.
  mutating func drop(_ peripheral: SimulatedPeripheral) {
    for (path, device) in devices where device.peripheral === peripheral {
      if device.linkEpoch != nil { loseLink(path) }
    }
  }
}
