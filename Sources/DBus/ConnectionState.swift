import Futures

/// Everything that a connection knows, without doing anything.
struct ConnectionState: Sendable {
  enum Phase: Sendable {
    /// Not opened yet. Rules, names and exports are collected; calls fail.
    case idle
    /// On the way to the bus. Messages wait in the backlog, in order.
    case opening((any Transport)?, backlog: [Message])
    /// Registered. Messages are sent at once.
    case open(any Transport, uniqueName: String)
    /// The bus went away or could not be reached. Calls fail with the error; `open()` tries again.
    case lost(DBusError)
    /// Closed for good.
    case closed
  }

  /// The one timer for the earliest deadline of all calls.
  struct Alarm: Sendable {
    let id: Int
    let deadline: Duration
    var timer: (any Cancellable)?
  }

  enum Route {
    case transport(any Transport)
    case backlog
    case nowhere(DBusError)

    var transport: (any Transport)? {
      guard case .transport(let transport) = self else { return nil }
      return transport
    }
  }

  var phase = Phase.idle
  var calls = CallTable()
  var rules = RuleTable()
  var names = NameTable()
  var exports = ExportTable()
  var alarm: Alarm?
  var lateReplies = 0
  private var lastAlarm = 0

  var route: Route {
    switch phase {
    case .idle: .nowhere(DBusError(.disconnected, "The connection to the bus is not open yet."))
    case .opening: .backlog
    case .open(let transport, _): .transport(transport)
    case .lost(let error): .nowhere(error)
    case .closed: .nowhere(DBusError(.disconnected, "The connection to the bus was closed."))
    }
  }

  mutating func appendToBacklog(_ message: Message) {
    guard case .opening(let transport, var backlog) = phase else { return }
    phase = .opening(nil, backlog: [])
    backlog.append(message)
    phase = .opening(transport, backlog: backlog)
  }

  /// What has to be sent before the connection counts as open; nothing once it does.
  struct Introduction: Sendable {
    let names: [String]
    let rules: [(id: Int, rule: MatchRule)]
    let backlog: [Message]
  }

  /// Opens the connection if nothing is left to be introduced; nil if it was closed meanwhile.
  mutating func introduce(_ transport: any Transport, as name: String) -> Introduction? {
    guard case .opening(let current?, let backlog) = phase, current === transport else {
      return nil
    }
    let introduction = Introduction(
      names: names.takeNew(), rules: rules.takeNew(), backlog: backlog)
    phase =
      introduction.isEmpty
      ? .open(transport, uniqueName: name) : .opening(transport, backlog: [])
    return introduction
  }

  /// True while messages of this transport count.
  func isCurrent(_ transport: any Transport) -> Bool {
    switch phase {
    case .opening(let current, _): current === transport
    case .open(let current, _): current === transport
    case .idle, .lost, .closed: false
    }
  }

  /// A new alarm if the present one is too late, and the one that it replaces.
  mutating func alarmNeeded(for deadline: Duration) -> (new: Alarm, old: (any Cancellable)?)? {
    if let alarm, alarm.deadline <= deadline { return nil }
    lastAlarm += 1
    let new = Alarm(id: lastAlarm, deadline: deadline, timer: nil)
    let old = alarm?.timer
    alarm = new
    return (new, old)
  }

  /// The timer to cancel because no call is left.
  mutating func alarmToCancel() -> (any Cancellable)? {
    guard calls.isEmpty, let timer = alarm?.timer else { return nil }
    alarm = nil
    return timer
  }

  typealias Ended = (calls: [CallTable.Entry], transport: (any Transport)?)

  /// Ends the present phase; gives back what has to be told and closed.
  mutating func end(_ phase: Phase) -> Ended {
    var transport: (any Transport)?
    switch self.phase {
    case .opening(let current, _): transport = current
    case .open(let current, _): transport = current
    case .idle, .lost, .closed: transport = nil
    }
    self.phase = phase
    names.forgetBus()
    rules.forgetBus()
    return (calls.takeAll(), transport)
  }
}

extension ConnectionState.Introduction {
  var isEmpty: Bool { names.isEmpty && rules.isEmpty && backlog.isEmpty }
}
