import CDBus

/// Who gets which message on a loopback bus; it decides and delivers nothing itself.
struct LoopbackRouter: Sendable {
  struct Delivery: Sendable {
    let peer: Int
    let message: Message
  }

  struct Peer: Sendable {
    /// Nil until Hello.
    var name: String?
    var rules: [MatchRule] = []
  }

  /// A call that waits for its reply.
  struct OpenCall: Hashable, Sendable {
    let caller: Int
    let serial: UInt32
  }

  var peers: [Int: Peer] = [:]
  /// Unique and well-known names; of a well-known one the first is the owner, the others wait.
  var owners: [String: [Int]] = [:]
  var openCalls: [OpenCall: (callee: Int, call: Message)] = [:]
  var limits = BusLimits()
  var lastPeer = 0
  var lastSerial: UInt32 = 0
  var out: [Delivery] = []

  var peerCount: Int { peers.count }
  var ruleCount: Int { peers.values.reduce(0) { $0 + $1.rules.count } }

  mutating func join() -> Int {
    lastPeer += 1
    peers[lastPeer] = Peer()
    return lastPeer
  }

  /// Numbers go on, as those of a restarted daemon may not be those of before.
  mutating func reset() {
    peers.removeAll()
    owners.removeAll()
    openCalls.removeAll()
  }

  mutating func route(_ message: Message, from peer: Int) -> [Delivery] {
    defer { out.removeAll() }
    guard let sender = peers[peer] else { return [] }
    if message.destination == BusName.bus {
      callBus(message, from: peer)
      return out
    }
    guard let name = sender.name, !message.isLocal, let stamped = message.stamped(sender: name)
    else {
      return []
    }
    switch message.kind {
    case .methodCall: routeCall(stamped, from: peer)
    case .methodReturn, .error: routeReply(stamped, from: peer)
    case .signal: routeSignal(stamped)
    case .unknown: break
    }
    return out
  }

  private mutating func routeCall(_ call: Message, from peer: Int) {
    guard let destination = call.destination, let callee = owners[destination]?.first else {
      return refuse(
        call, ErrorName.serviceUnknown,
        "The name \(call.destination ?? "") was not provided by any .service files", to: peer)
    }
    if call.expectsReply {
      // The texts are those of dbus-daemon 1.14, `bus/connection.c`.
      let pending = openCalls.keys.reduce(0) { $0 + ($1.caller == peer ? 1 : 0) }
      guard pending < limits.pendingReplies else {
        return refuse(
          call, ErrorName.limitsExceeded,
          "The maximum number of pending replies per connection has been reached "
            + "(max_replies_per_connection=\(limits.pendingReplies))", to: peer)
      }
      openCalls[OpenCall(caller: peer, serial: call.serial)] = (callee, call)
    }
    out.append(Delivery(peer: callee, message: call))
  }

  /// As on a real bus, only who was called may answer, and once.
  private mutating func routeReply(_ reply: Message, from peer: Int) {
    guard let destination = reply.destination, let caller = owners[destination]?.first else {
      return
    }
    let key = OpenCall(caller: caller, serial: reply.replySerial)
    guard openCalls[key]?.callee == peer else { return }
    openCalls.removeValue(forKey: key)
    out.append(Delivery(peer: caller, message: reply))
  }

  mutating func routeSignal(_ signal: Message) {
    if let destination = signal.destination {
      if let peer = owners[destination]?.first { out.append(Delivery(peer: peer, message: signal)) }
      return
    }
    for (id, peer) in peers.sorted(by: { $0.key < $1.key }) {
      let isWanted = peer.rules.contains { rule in
        rule.matches(signal) { isOwner($0, of: $1) }
      }
      if isWanted { out.append(Delivery(peer: id, message: signal)) }
    }
  }

  private func isOwner(_ sender: UnsafePointer<CChar>, of name: String) -> Bool {
    guard let owner = owners[name]?.first else { return false }
    return peers[owner]?.name?.isText(sender) ?? false
  }

  mutating func refuse(_ call: Message, _ name: String, _ text: String, to peer: Int) {
    guard call.expectsReply else { return }
    sendFromBus(call.errorReply(name: name, text: text), to: peer)
  }

  /// Gives a message of the bus itself to one connection.
  mutating func sendFromBus(_ message: Message, to peer: Int) {
    guard let stamped = fromBus(message, to: peers[peer]?.name) else { return }
    out.append(Delivery(peer: peer, message: stamped))
  }

  func fromBus(_ message: Message, to destination: String?, serial: UInt32) -> Message? {
    guard let copy = message.copy() else { return nil }
    dbus_message_set_sender(copy.raw, BusName.bus)
    if let destination { dbus_message_set_destination(copy.raw, destination) }
    copy.setSerial(serial)
    return copy
  }

  mutating func fromBus(_ message: Message, to destination: String?) -> Message? {
    lastSerial = lastSerial % 0x7FFF_FFFF + 1
    return fromBus(message, to: destination, serial: lastSerial)
  }

  /// Takes a connection off the bus: its names go, and who waits for its replies gets an error.
  mutating func leave(_ peer: Int) -> [Delivery] {
    defer { out.removeAll() }
    guard let gone = peers.removeValue(forKey: peer) else { return [] }
    let abandoned = openCalls.filter { $0.value.callee == peer }
      .sorted { ($0.key.caller, $0.key.serial) < ($1.key.caller, $1.key.serial) }
    openCalls = openCalls.filter { $0.value.callee != peer && $0.key.caller != peer }
    for (key, value) in abandoned where key.caller != peer {
      refuse(
        value.call, ErrorName.noReply,
        "Message recipient disconnected from message bus without replying", to: key.caller)
    }
    let wellKnown = owners.filter { $0.value.contains(peer) && $0.key != gone.name }.keys.sorted()
    for name in wellKnown { drop(name, of: peer, uniqueName: gone.name) }
    if let unique = gone.name {
      owners.removeValue(forKey: unique)
      announce(unique, old: unique, new: nil)
    }
    return out
  }

  /// Takes a connection out of the queue for a name; the next one becomes the owner.
  mutating func drop(_ name: String, of peer: Int, uniqueName: String?) {
    guard var queue = owners[name], let index = queue.firstIndex(of: peer) else { return }
    queue.remove(at: index)
    owners[name] = queue.isEmpty ? nil : queue
    guard index == 0 else { return }
    announce(name, old: uniqueName, new: queue.first.flatMap { peers[$0]?.name })
  }
}
