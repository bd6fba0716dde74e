package import Futures
import Synchronization

extension Connection {
  /// Asks the bus for the messages that fit the rule and gives them to the handler until the result
  /// is cancelled.
  ///
  /// Returns at once; a refusal is the event `matchRefused`. A rule whose sender is a well-known
  /// name watches that name.
  package func addMatch(
    _ rule: MatchRule, _ handler: @escaping @Sendable (Message) -> Void
  ) -> any Cancellable {
    if let fault = rule.fault {
      loop.execute { [onEvent] in onEvent(.matchRefused(rule, DBusError(.invalidMessage, fault))) }
      return Registration {}
    }
    if let sender = rule.sender, sender != BusName.bus, !Names.isUnique(sender) {
      watchName(sender)
    }
    let (id, isOpen) = state.withLock { state in
      let isOpen = state.isOpen
      return (state.rules.insert(RuleTable.Entry(rule, handler), isAnnounced: isOpen), isOpen)
    }
    if isOpen { announceRule(id, rule) }
    return Registration { [weak self] in self?.removeMatch(id) }
  }

  func announceRule(_ id: Int, _ rule: MatchRule, via transport: (any Transport)? = nil) {
    let request = busCall("AddMatch", [.string(rule.description)])
    call(request, timeout: Self.busTimeout, via: transport) { [weak self] result in
      guard let self, case .failure(let error) = result, error.code != .disconnected else { return }
      guard state.withLock({ $0.rules.refuse(id) }) else { return }
      onEvent(.matchRefused(rule, error))
    }
  }

  private func removeMatch(_ id: Int) {
    guard let removed = state.withLock({ $0.rules.remove(id) }) else { return }
    removed.entry.deactivate()
    if removed.isKnownToBus {
      send(busCall("RemoveMatch", [.string(removed.entry.rule.description)]))
    }
  }

  /// Follows the owner of a well-known name, beginning with who owns it now.
  package func watchName(_ name: String) {
    guard Names.isBus(name) else {
      let rule = MatchRule.ownerChanges(of: name)
      let error = DBusError(.invalidMessage, "\"\(name)\" is not a bus name.")
      return loop.execute { [onEvent] in onEvent(.matchRefused(rule, error)) }
    }
    let mustAnnounce = state.withLock { state in
      let isOpen = state.isOpen
      return state.names.watch(name, isAnnounced: isOpen) && isOpen
    }
    if mustAnnounce { announceName(name) }
  }

  func announceName(_ name: String, via transport: (any Transport)? = nil) {
    let rule = MatchRule.ownerChanges(of: name)
    let request = busCall("AddMatch", [.string(rule.description)])
    call(request, timeout: Self.busTimeout, via: transport) { [weak self] result in
      guard case .failure(let error) = result, error.code != .disconnected else { return }
      self?.onEvent(.matchRefused(rule, error))
    }
    let question = busCall("GetNameOwner", [.string(name)])
    call(question, timeout: Self.busTimeout, via: transport) { [weak self] result in
      switch result {
      case .success(let reply):
        var reader = reply.reader
        if let owner = try? reader.readString() { self?.updateName(name, owner) }
      case .failure(let error) where error.name == ErrorName.nameHasNoOwner:
        self?.updateName(name, nil)
      case .failure: break
      }
    }
  }

  private func updateName(_ name: String, _ owner: String?) {
    guard let change = state.withLock({ $0.names.update(name, owner: owner) }) else { return }
    onEvent(.nameOwnerChanged(name: change.name, old: change.old, new: change.new))
  }

  func receiveSignal(_ message: Message) {
    if message.isCall(to: "org.freedesktop.DBus", "NameOwnerChanged"),
      message.sender == BusName.bus
    {
      receiveOwnerChange(message)
    }
    let entries = state.withLock { state in
      let names = state.names
      return state.rules.matching(message) { names.isOwner($0, of: $1) }
    }
    entries.forEach { entry in
      if entry.isActive { entry.handler(message) }
    }
  }

  /// Names are brought up to date before any handler sees a signal of the new owner.
  private func receiveOwnerChange(_ message: Message) {
    var reader = message.reader
    guard let name = try? reader.readString(), (try? reader.readString()) != nil,
      let new = try? reader.readString()
    else { return }
    updateName(name, new.isEmpty ? nil : new)
  }
}

extension ConnectionState {
  var isOpen: Bool {
    guard case .open = phase else { return false }
    return true
  }
}

/// Something that is undone once.
final class Registration: Cancellable {
  private let undo: @Sendable () -> Void
  private let isDone = Atomic(false)

  init(_ undo: @escaping @Sendable () -> Void) { self.undo = undo }

  func cancel() {
    guard !isDone.exchange(true, ordering: .acquiringAndReleasing) else { return }
    undo()
  }
}
