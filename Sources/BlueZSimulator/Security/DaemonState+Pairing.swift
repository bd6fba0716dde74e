import BlueZ
import DBus
import Futures
import GATT

/// A pairing that is under way.
struct Pairing: Sendable {
  let id: Int
  /// The call that asked for it; nil when an attribute demanded it.
  var call: MethodCall?
  let agent: Agent?
  let method: PairingMethod
  /// The agent has been asked and has not answered.
  var isAsking = false
  /// A remote central began it, which hears of its end here.
  var incoming: (@Sendable (Bool) -> Void)?
  /// The keys are there, and only services are waited for.
  var isDone = false
  /// What is done once the link is secure enough.
  var waiting: [DaemonEvent] = []
}

/// Pairing and bonds (`src/device.c`); the kernel's part is that of LE Secure Connections.
extension DaemonState {
  mutating func pair(
    _ path: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard let device = devices[path] else { throw .doesNotExist }
    guard isPowered(device.adapter) else { throw .notReady }
    guard device.pairing == nil else { throw .requestInProgress }
    guard security(of: path).bond == .none else { throw .alreadyExists }
    switch device.link {
    case .connected:
      beginPairing(of: path, call, agent(for: client))
    case .none:
      // It connects first; the failure of that is the pairing's.
      beginPairing(of: path, call, agent(for: client), isLater: true)
      startLink(path, .pairing)
    case .connecting, .disconnecting:
      throw .requestInProgress
    }
  }

  private mutating func beginPairing(
    of path: ObjectPath, _ call: MethodCall?, _ agent: Agent?, isLater: Bool = false
  ) {
    guard let device = devices[path] else { return }
    lastPairing += 1
    let method = PairingMethod(agent: agent?.capability, with: device.peripheral.pairing)
    devices[path]?.pairing = Pairing(id: lastPairing, call: call, agent: agent, method: method)
    if !isLater { emit(.after(Delays.pairing, .pair(path, lastPairing))) }
  }

  /// The link for which a pairing waits is there.
  mutating func pairOverLink(_ path: ObjectPath) {
    guard let pairing = devices[path]?.pairing else { return }
    emit(.after(Delays.pairing, .pair(path, pairing.id)))
  }

  /// The devices have exchanged what they can, and a person is asked if need be.
  mutating func exchange(_ path: ObjectPath, _ id: Int) {
    guard let device = devices[path], let pairing = device.pairing, pairing.id == id else { return }
    let peripheral = device.peripheral.pairing
    guard !peripheral.isRefused else { return failPairing(of: path, .authenticationFailed) }
    switch (pairing.method, pairing.agent) {
    // Nobody is there to say it (`src/device.c`, device_request_pincode).
    case (.pin, nil): failPairing(of: path, .authenticationFailed)
    // Without a person there is no agent to ask: an initiator just goes on.
    case (.justWorks, _), (_, nil): finishPairing(of: path)
    case (_, let agent?): question(of: path, id, pairing.method, peripheral, agent)
    }
  }

  /// A remote central pairs: somebody here is asked even if there is nothing to compare.
  mutating func pairIncoming(
    _ central: SimulatedPeripheral, _ hear: @escaping @Sendable (Bool) -> Void
  ) {
    let found = devices.first { $0.value.peripheral === central && $0.value.linkEpoch != nil }
    guard let (path, device) = found, device.pairing == nil else {
      return emit(.tell { hear(false) })
    }
    lastPairing += 1
    let agent = agents.last
    let method = PairingMethod(
      agent: agent?.capability, with: central.pairing, isIncoming: true)
    devices[path]?.pairing = Pairing(
      id: lastPairing, call: nil, agent: agent, method: method, incoming: hear)
    // Nobody is there to be asked (`src/adapter.c`, user_confirm_request_callback).
    guard let agent else { return failPairing(of: path, .authenticationFailed) }
    let asked: PairingMethod =
      switch method {
      // The words are those of an initiator here; the other side began.
      case .centralShows: .peripheralShows
      case .peripheralShows: .centralShows
      case .justWorks, .comparison, .pin: method
      }
    question(of: path, lastPairing, asked, central.pairing, agent)
  }

  /// Asks a person here, by the method as seen from here.
  private mutating func question(
    of path: ObjectPath, _ id: Int, _ method: PairingMethod, _ pairing: SimulatedPairing,
    _ agent: Agent
  ) {
    let passkey = Value.uint32(pairing.passkey)
    switch method {
    case .comparison:
      ask(agent, "RequestConfirmation", [.objectPath(path), passkey], for: path, id) {
        state, answer in
        if case .success = answer { return state.finishPairing(of: path) }
        state.failPairing(of: path, .authenticationFailed)
      }
    case .peripheralShows:
      ask(agent, "RequestPasskey", [.objectPath(path)], for: path, id) { state, answer in
        let typed = try? answer.get().first
        guard typed == passkey else { return state.failPairing(of: path, .authenticationFailed) }
        state.finishPairing(of: path)
      }
    case .centralShows:
      tell(agent, "DisplayPasskey", [.objectPath(path), passkey, .uint16(0)])
      emit(.after(Delays.typing, .typed(path, id)))
    case .pin(let isShown, _):
      askPIN(pairing.pin ?? "", isShown, of: path, id, agent)
    case .justWorks:
      ask(agent, "RequestAuthorization", [.objectPath(path)], for: path, id) { state, answer in
        if case .success = answer { return state.finishPairing(of: path) }
        state.failPairing(of: path, .authenticationFailed)
      }
    }
  }

  /// Agents are asked for PINs whatever they can do; one that is shown counts once they say that
  /// it is (`src/device.c`, display_pincode_cb).
  private mutating func askPIN(
    _ pin: String, _ isShown: Bool, of path: ObjectPath, _ id: Int, _ agent: Agent
  ) {
    let body = [.objectPath(path)] + (isShown ? [Value.string(pin)] : [])
    ask(agent, isShown ? "DisplayPinCode" : "RequestPinCode", body, for: path, id) {
      state, answer in
      switch answer {
      case .success where isShown: state.emit(.after(Delays.typing, .typed(path, id)))
      case .success(let body) where body.first?.asString == pin: state.finishPairing(of: path)
      case .success, .failure: state.failPairing(of: path, .authenticationFailed)
      }
    }
  }

  /// Somebody typed the number at the peripheral.
  mutating func typed(_ path: ObjectPath, _ id: Int) {
    if devices[path]?.pairing?.id == id { finishPairing(of: path) }
  }

  /// The keys are there: `Bonded` first, then `Paired` once services are resolved, then the reply.
  private mutating func finishPairing(of path: ObjectPath) {
    guard let device = devices[path], let pairing = device.pairing, device.linkEpoch != nil,
      let adapter = adapters[device.adapter]
    else { return }
    let level: SecurityLevel = pairing.method.isAuthenticated ? .authenticated : .encrypted
    devices[path]?.security = level
    device.peripheral.bond(with: adapter.address)
    store(path) { $0.bond = level }
    if property("Bonded", .device, of: path) != .bool(true) {
      change(path, .device, ["Bonded": .bool(true)])
    }
    for event in pairing.waiting { emit(.after(Delays.request, event)) }
    devices[path]?.pairing?.waiting = []
    devices[path]?.pairing?.isDone = true
    if property("ServicesResolved", .device, of: path) == .bool(true) { tellPaired(path) }
  }

  /// Services are resolved, which a finished pairing may have waited for.
  mutating func tellPaired(_ path: ObjectPath) {
    guard security(of: path).bond != .none else { return }
    if property("Paired", .device, of: path) != .bool(true) {
      change(path, .device, ["Paired": .bool(true)])
    }
    guard let pairing = devices[path]?.pairing, pairing.isDone else { return }
    devices[path]?.pairing = nil
    if let call = pairing.call { emit(.reply(call, [])) }
    if let hear = pairing.incoming { emit(.tell { hear(true) }) }
  }

  /// The pairing came to nothing; the kernel ends the link then.
  mutating func failPairing(of path: ObjectPath, _ error: DaemonError) {
    guard let device = devices[path], let pairing = device.pairing else { return }
    devices[path]?.pairing = nil
    if let call = pairing.call { emit(.refuse(call, error)) }
    if let hear = pairing.incoming { emit(.tell { hear(false) }) }
    if let epoch = device.linkEpoch { emit(.after(Delays.request, .loseLink(path, epoch))) }
    // Who waited finds the link gone.
    for event in pairing.waiting { emit(.after(Delays.request, event)) }
  }

  mutating func cancelPairing(_ path: ObjectPath, _ call: MethodCall) throws(DaemonError) {
    guard let device = devices[path], let pairing = device.pairing, pairing.call != nil else {
      throw .doesNotExist
    }
    if pairing.isAsking, let agent = pairing.agent { cancel(agent) }
    failPairing(of: path, .authenticationCanceled)
    if case .connecting(.pairing, _) = device.link { devices[path]?.link = .none }
    emit(.reply(call, []))
  }

  // MARK: Attributes that demand more

  /// Whether an attribute demands more of the link than it has; then it is paired first.
  mutating func secure(
    _ path: ObjectPath, _ needed: SecurityLevel, then event: DaemonEvent
  ) throws(ATTError) {
    guard let device = devices[path], device.security < needed else { return }
    if let pairing = device.pairing {
      guard !pairing.isDone else { throw .insufficientAuthentication }
      devices[path]?.pairing?.waiting.append(event)
    } else {
      let agent = agent(for: nil)
      let method = PairingMethod(agent: agent?.capability, with: device.peripheral.pairing)
      // Nothing that these two can do would be enough, so the peripheral's answer stands.
      guard needed == .encrypted || method.isAuthenticated else {
        throw .insufficientAuthentication
      }
      beginPairing(of: path, nil, agent)
      devices[path]?.pairing?.waiting = [event]
    }
  }

  /// A bond gives the link its key; a peripheral that has lost it ends the link.
  mutating func encrypt(_ path: ObjectPath, _ epoch: Int) {
    guard let device = devices[path], let adapter = adapters[device.adapter] else { return }
    let bond = security(of: path).bond
    devices[path]?.security = SecurityLevel.none
    guard bond != .none else { return }
    guard device.peripheral.isBonded(with: adapter.address) else {
      return emit(.after(Delays.keyMissing, .loseLink(path, epoch)))
    }
    devices[path]?.security = bond
  }
}

extension AttributePermissions {
  private static let encryptedReads: Self = [.encryptRead]
  private static let authenticatedReads: Self = [.encryptAuthenticatedRead, .secureRead]
  private static let encryptedWrites: Self = [.encryptWrite]
  private static let authenticatedWrites: Self = [.encryptAuthenticatedWrite, .secureWrite]
  private static let encryptedNotifications: Self = [.encryptNotify, .encryptIndicate]
  private static let authenticatedNotifications: Self = [
    .encryptAuthenticatedNotify, .encryptAuthenticatedIndicate, .secureNotify, .secureIndicate,
  ]

  private func level(_ encrypted: Self, _ authenticated: Self) -> SecurityLevel {
    if !isDisjoint(with: authenticated) { return .authenticated }
    return isDisjoint(with: encrypted) ? .none : .encrypted
  }

  var readLevel: SecurityLevel { level(Self.encryptedReads, Self.authenticatedReads) }
  var writeLevel: SecurityLevel { level(Self.encryptedWrites, Self.authenticatedWrites) }
  var notifyLevel: SecurityLevel {
    level(Self.encryptedNotifications, Self.authenticatedNotifications)
  }
}
