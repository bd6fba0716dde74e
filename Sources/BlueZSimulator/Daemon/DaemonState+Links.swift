import BlueZ
import DBus
import Futures
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
      startLink(path, .call(call))
    }
  }

  mutating func startLink(_ path: ObjectPath, _ reason: DeviceState.LinkReason) {
    guard let device = devices[path] else { return }
    let attempt = device.epoch + 1
    devices[path]?.epoch = attempt
    devices[path]?.link = .connecting(reason, attempt: attempt)
    emit(
      .after(Delays.link, .tryLink(path, attempt: attempt, until: now + Delays.connect)))
  }

  /// The peripheral is connected to when it advertises.
  mutating func tryLink(_ path: ObjectPath, _ attempt: Int, until deadline: Duration) {
    guard let device = devices[path], case .connecting(let waiting, attempt) = device.link else {
      return
    }
    guard now < deadline else { return refuse(path, waiting, "le-connection-abort-by-local") }
    let isAround = adapters[device.adapter]?.peripherals.contains { $0 === device.peripheral }
    guard isAround == true, device.peripheral.isAudible else {
      return emit(
        .after(Delays.advertisement, .tryLink(path, attempt: attempt, until: deadline)))
    }
    // The kernel makes the link and tells nobody, so that allowing it again is too late for this
    // attempt (5.66 with Linux 6.1, where the peripheral then believes in a link for long).
    guard !isBlocked(device.peripheral, at: device.adapter) else {
      let end = if case .pairing = waiting { now + Delays.bonding } else { deadline }
      return emit(.after(end - now, .tryLink(path, attempt: attempt, until: end)))
    }
    if let reason = device.peripheral.takeConnectFailure() { return refuse(path, waiting, reason) }
    devices[path]?.link = .connected(epoch: attempt)
    keep(path)
    change(path, .device, ["Connected": .bool(true)])
    if case .call(let call) = waiting { emit(.reply(call, [])) }
    emit(.link(device.peripheral, true))
    encrypt(path, attempt)
    pairOverLink(path)
    emit(.after(Delays.services, .services(path, epoch: attempt)))
  }

  private mutating func refuse(
    _ path: ObjectPath, _ waiting: DeviceState.LinkReason, _ reason: String
  ) {
    devices[path]?.link = .none
    switch waiting {
    case .call(let call): emit(.refuse(call, .failed(reason)))
    case .pairing:
      let isBlocked = devices[path].map { self.isBlocked($0.peripheral, at: $0.adapter) } == true
      failPairing(of: path, isBlocked ? .authenticationTimeout : .connectionAttemptFailed)
    }
  }

  mutating func servicesResolved(_ path: ObjectPath, _ epoch: Int) {
    guard let device = devices[path], case .connected(epoch) = device.link else { return }
    if device.attributes.isEmpty {
      addAttributes(of: device.peripheral, at: path)
    } else {
      for attribute in device.attributes.keys.sorted() {
        change(attribute, .characteristic, ["MTU": .uint16(mtu(of: path))])
      }
      updateAttributes(of: device.peripheral, at: path)
      renewSubscriptions(of: path)
    }
    var news: Properties = ["ServicesResolved": .bool(true)]
    let uuids = Value.strings(device.peripheral.services.map(\.uuid.fullLowercased).sorted())
    if property("UUIDs", .device, of: path) != uuids { news["UUIDs"] = uuids }
    change(path, .device, news)
    findBattery(of: path, epoch)
    emit(.after(Delays.request, .name(path, epoch: epoch)))
    tellPaired(path)
  }

  /// The name in the generic access service goes for the advertised one (`profiles/gap/gas.c`).
  mutating func nameRead(_ path: ObjectPath, _ epoch: Int) {
    guard let device = devices[path], device.linkEpoch == epoch,
      let name = device.peripheral.name, property("Name", .device, of: path)?.asString != name
    else { return }
    var news: Properties = ["Name": .string(name)]
    if !device.hasOwnAlias { news["Alias"] = .string(name) }
    change(path, .device, news)
  }

  mutating func disconnect(_ path: ObjectPath, _ call: MethodCall) {
    switch devices[path]?.link {
    case .connecting(let pending, _):
      refuse(path, pending, "br-connection-canceled")
      emit(.reply(call, []))
    case .connected(let epoch):
      devices[path]?.link = .disconnecting([call], epoch: epoch)
      emit(.after(Delays.disconnect, .unlink(path, epoch: epoch)))
    case .disconnecting(let calls, let epoch):
      devices[path]?.link = .disconnecting(calls + [call], epoch: epoch)
    case .some(.none), nil:
      emit(.reply(call, []))
    }
  }

  /// The disconnect that a client asked for is done.
  mutating func unlink(_ path: ObjectPath, _ epoch: Int) {
    guard case .disconnecting(_, epoch) = devices[path]?.link else { return }
    loseLink(path)
  }

  /// The link ends, for whatever reason.
  ///
  /// A client's own disconnect is answered between the end of services and the end of the link;
  /// otherwise both are told in one signal.
  mutating func loseLink(
    _ path: ObjectPath, isSignalled: Bool = true, removesAttributes: Bool = true
  ) {
    guard let device = devices[path] else { return }
    var end: Properties = ["Connected": .bool(false)]
    let isResolved = property("ServicesResolved", .device, of: path) == .bool(true)
    switch device.link {
    case .none:
      return
    case .connecting(let waiting, _):
      return refuse(path, waiting, "le-connection-abort-by-local")
    case .disconnecting(let calls, _):
      if isSignalled, isResolved {
        change(path, .device, ["ServicesResolved": .bool(false)])
      }
      for call in calls { emit(.reply(call, [])) }
    case .connected:
      if isResolved { end["ServicesResolved"] = .bool(false) }
    }
    devices[path]?.link = .none
    let known = security(of: path)
    devices[path]?.isStored = known.bond != .none || known.isBlocked
    devices[path]?.security = .none
    if let pairing = device.pairing {
      devices[path]?.pairing = nil
      if pairing.isAsking, let agent = pairing.agent { cancel(agent) }
      // The kernel's status is DISCONNECTED (new_authentication_return).
      if let call = pairing.call { emit(.refuse(call, .authenticationCanceled)) }
      if let hear = pairing.incoming { emit(.tell { hear(false) }) }
      for event in pairing.waiting { emit(.after(Delays.request, event)) }
    }
    endAttributes(of: path)
    endSubscriptions(of: path)
    removeBattery(of: path)
    if removesAttributes, !keepsAttributes {
      removeAttributes(of: path)
      end["UUIDs"] = .strings([])
    }
    if isSignalled { change(path, .device, end) }
    emit(.link(device.peripheral, false))
    seen(path)
    if device.isDoomed { discard(path) }
  }

  mutating func removeDevice(
    _ path: ObjectPath, of adapter: ObjectPath, _ call: MethodCall
  ) throws(DaemonError) {
    guard isPowered(adapter) else { throw .notReady }
    guard let device = devices[path], device.adapter == adapter else { throw .doesNotExist }
    guard device.linkEpoch == nil else {
      devices[path]?.isDoomed = true
      return disconnect(path, call)
    }
    loseLink(path)
    discard(path)
    emit(.reply(call, []))
  }

  /// The peripheral itself ends the link.
  mutating func drop(_ peripheral: SimulatedPeripheral) {
    for (path, device) in devices.sorted(by: { $0.key < $1.key })
    where device.peripheral === peripheral && device.linkEpoch != nil {
      loseLink(path)
    }
  }

  /// An object goes without its reason, which clients meet in the middle of calls.
  mutating func vanish(_ path: ObjectPath) {
    if devices[path] != nil {
      loseLink(path, isSignalled: false)
      return discard(path)
    }
    if let device = devicePath(above: path), let state = devices[device] {
      for attribute in state.attributes.keys.sorted() where attribute.isInside(path) {
        endRequests(of: attribute)
        suspendSubscriptions(to: attribute)
        devices[device]?.attributes[attribute] = nil
      }
      for descriptor in state.descriptors.keys.sorted() where descriptor.isInside(path) {
        endRequests(of: descriptor)
        devices[device]?.descriptors[descriptor] = nil
      }
    }
    removeAll(from: path)
  }
}
