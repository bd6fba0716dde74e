import CDBus

// The methods of org.freedesktop.DBus.
extension LoopbackRouter {
  private static let doNotQueue: UInt32 = 4

  mutating func callBus(_ call: Message, from peer: Int) {
    guard call.kind == .methodCall else { return }
    if call.member != "Hello", peers[peer]?.name == nil {
      return refuse(
        call, ErrorName.accessDenied, "Client tried to send a message other than Hello", to: peer)
    }
    switch call.member {
    case "Hello": hello(call, peer)
    case "RequestName": requestName(call, peer)
    case "ReleaseName": releaseName(call, peer)
    case "GetNameOwner": getNameOwner(call, peer)
    case "NameHasOwner":
      guard let name = string(call, peer) else { return }
      answer(call, peer, [.bool(owners[name] != nil || name == BusName.bus)])
    case "ListNames": answer(call, peer, [.strings([BusName.bus] + owners.keys.sorted())])
    case "AddMatch": addMatch(call, peer)
    case "RemoveMatch": removeMatch(call, peer)
    case "StartServiceByName":
      guard let name = string(call, peer) else { return }
      guard owners[name] == nil else { return answer(call, peer, [.uint32(2)]) }
      refuse(
        call, ErrorName.serviceUnknown, "The name \(name) was not provided by any .service files",
        to: peer)
    case "Ping": answer(call, peer, [])
    default:
      refuse(
        call, ErrorName.unknownMethod,
        "org.freedesktop.DBus does not understand message \(call.member ?? "")", to: peer)
    }
  }

  private mutating func answer(_ call: Message, _ peer: Int, _ body: [Value]) {
    guard call.expectsReply else { return }
    sendFromBus(call.reply(body), to: peer)
  }

  private mutating func string(_ call: Message, _ peer: Int) -> String? {
    var reader = call.reader
    if let text = try? reader.readString() { return text }
    refuse(
      call, ErrorName.invalidArgs, "\(call.member ?? "The method") needs a string", to: peer)
    return nil
  }

  private mutating func hello(_ call: Message, _ peer: Int) {
    guard peers[peer]?.name == nil else {
      return refuse(call, ErrorName.failed, "Already handled an Hello message", to: peer)
    }
    let count = peers.values.reduce(0) { $0 + ($1.name == nil ? 0 : 1) }
    guard count < limits.connections else {
      return refuse(
        call, ErrorName.limitsExceeded,
        "The maximum number of active connections for UID 0 has been reached "
          + "(max_connections_per_user=\(limits.connections))", to: peer)
    }
    let name = ":1.\(peer)"
    peers[peer]?.name = name
    owners[name] = [peer]
    answer(call, peer, [.string(name)])
    announce(name, old: nil, new: name)
  }

  /// A name stays with its owner; others wait in a queue unless they do not want to.
  private mutating func requestName(_ call: Message, _ peer: Int) {
    var reader = call.reader
    guard let name = try? reader.readString(), let flags = try? reader.readUInt32(),
      Names.isBus(name), !Names.isUnique(name), name != BusName.bus
    else {
      return refuse(call, ErrorName.invalidArgs, "RequestName needs a name and flags", to: peer)
    }
    let queue = owners[name] ?? []
    if queue.first == peer { return answer(call, peer, [.uint32(4)]) }
    if queue.isEmpty {
      owners[name] = [peer]
      announce(name, old: nil, new: peers[peer]?.name)
      return answer(call, peer, [.uint32(1)])
    }
    guard flags & Self.doNotQueue == 0 else {
      owners[name] = queue.filter { $0 != peer }
      return answer(call, peer, [.uint32(3)])
    }
    if !queue.contains(peer) { owners[name] = queue + [peer] }
    answer(call, peer, [.uint32(2)])
  }

  private mutating func releaseName(_ call: Message, _ peer: Int) {
    guard let name = string(call, peer) else { return }
    guard let queue = owners[name] else { return answer(call, peer, [.uint32(2)]) }
    guard queue.contains(peer), !Names.isUnique(name) else {
      return answer(call, peer, [.uint32(3)])
    }
    drop(name, of: peer, uniqueName: peers[peer]?.name)
    answer(call, peer, [.uint32(1)])
  }

  private mutating func getNameOwner(_ call: Message, _ peer: Int) {
    guard let name = string(call, peer) else { return }
    if name == BusName.bus { return answer(call, peer, [.string(BusName.bus)]) }
    guard let owner = owners[name]?.first.flatMap({ peers[$0]?.name }) else {
      return refuse(
        call, ErrorName.nameHasNoOwner, "Could not get owner of name '\(name)': no such name",
        to: peer)
    }
    answer(call, peer, [.string(owner)])
  }

  private mutating func addMatch(_ call: Message, _ peer: Int) {
    guard let text = string(call, peer) else { return }
    guard let rule = MatchRule(parsing: text) else {
      return refuse(call, ErrorName.matchRuleInvalid, "'\(text)' is not a match rule", to: peer)
    }
    guard (peers[peer]?.rules.count ?? 0) < limits.matchRules else {
      return refuse(
        call, ErrorName.limitsExceeded,
        "Connection \"\(peers[peer]?.name ?? "")\" is not allowed to add more match rules "
          + "(increase limits in configuration file if required; "
          + "max_match_rules_per_connection=\(limits.matchRules))", to: peer)
    }
    peers[peer]?.rules.append(rule)
    answer(call, peer, [])
  }

  private mutating func removeMatch(_ call: Message, _ peer: Int) {
    guard let text = string(call, peer) else { return }
    guard let rule = MatchRule(parsing: text),
      let index = peers[peer]?.rules.firstIndex(of: rule)
    else {
      return refuse(
        call, ErrorName.matchRuleNotFound, "The given match rule wasn't found", to: peer)
    }
    peers[peer]?.rules.remove(at: index)
    answer(call, peer, [])
  }

  mutating func announce(_ name: String, old: String?, new: String?) {
    let signal = Message.signal(
      path: BusName.busPath, interface: BusName.busInterface, member: "NameOwnerChanged",
      [.string(name), .string(old ?? ""), .string(new ?? "")])
    guard let stamped = fromBus(signal, to: nil) else { return }
    routeSignal(stamped)
  }
}

extension Message {
  /// True for what only libdbus itself may say; a real bus drops the connection of who sends it.
  var isLocal: Bool {
    interface == "org.freedesktop.DBus.Local" || path == "/org/freedesktop/DBus/Local"
  }

  /// A copy that names its sender, as the bus hands it on; nil when no descriptor is left for it.
  func stamped(sender: String) -> Message? {
    guard let copy = copy() else { return nil }
    dbus_message_set_sender(copy.raw, sender)
    copy.setSerial(serial)
    return copy
  }

  /// For messages that no other thread has seen yet.
  func setSerial(_ serial: UInt32) { dbus_message_set_serial(raw, serial) }
}
