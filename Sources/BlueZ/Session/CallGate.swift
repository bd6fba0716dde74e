/// Keeps the open calls of a session below the bus's limit of pending replies.
///
/// A message bus refuses further calls of a connection that waits for too many replies (128 by
/// default, `max_replies_per_connection`). What is over the limit waits here, in the order of the
/// calls. Requests on attributes, of which there can be many, leave room for the calls that end
/// links and scans. A call whose deadline has passed still counts, until the bus has its reply. A bus
/// that allows less says so by refusing a call, which then waits too.
package struct CallGate: Sendable {
  package typealias Ticket = Int

  package enum Kind: Sendable {
    /// A call that must not wait for peripherals.
    case control
    /// A request on an attribute, which waits for its peripheral.
    case request
  }

  /// How many calls are open together; fewer on a bus that allows less.
  package private(set) var limit = 120
  /// How many of them are requests on attributes.
  private var requestLimit: Int { max(1, limit * 4 / 5) }

  private struct Count: Sendable {
    var control = 0
    var request = 0
    var total: Int { control + request }
  }

  private var open = Count()
  /// Those of the open calls that nobody waits for any more.
  private var forsaken = Count()
  private var waitingControl: [Ticket] = []
  private var waitingRequests: [Ticket] = []
  private var lastTicket = 0

  package init() {}

  /// The calls that the bus waits for.
  package var openCount: Int { open.total }
  package var waitingCount: Int { waitingControl.count + waitingRequests.count }

  /// A call is to be made; `nil` if at once, else the ticket that is called out later.
  package mutating func enter(_ kind: Kind) -> Ticket? {
    if hasRoom(kind), kind == .control ? waitingControl.isEmpty : waitingRequests.isEmpty {
      begin(kind)
      return nil
    }
    lastTicket += 1
    switch kind {
    case .control: waitingControl.append(lastTicket)
    case .request: waitingRequests.append(lastTicket)
    }
    return lastTicket
  }

  /// A call has its answer, or its deadline passed before; returns those that are made now.
  package mutating func leave(_ kind: Kind, isForsaken: Bool) -> [Ticket] {
    switch (kind, isForsaken) {
    case (.control, false): open.control -= 1
    case (.control, true): forsaken.control += 1
    case (.request, false): open.request -= 1
    case (.request, true): forsaken.request += 1
    }
    return admit()
  }

  /// The bus refused a call because too many are open; `nil` when no other is open, so that
  /// waiting would not help, else the ticket that is called out when there is room.
  package mutating func refused(_ kind: Kind) -> Ticket? {
    switch kind {
    case .control: open.control -= 1
    case .request: open.request -= 1
    }
    guard open.total > 0 else { return nil }
    limit = min(limit, open.total)
    lastTicket += 1
    switch kind {
    case .control: waitingControl.insert(lastTicket, at: 0)
    case .request: waitingRequests.insert(lastTicket, at: 0)
    }
    return lastTicket
  }

  /// The bus has the reply to a forsaken call.
  package mutating func lateReplyCame() -> [Ticket] {
    if forsaken.request > 0 {
      forsaken.request -= 1
      open.request -= 1
    } else if forsaken.control > 0 {
      forsaken.control -= 1
      open.control -= 1
    }
    return admit()
  }

  /// A bus that is gone waits for nothing; calls that nobody has forsaken still leave.
  package mutating func busLost() -> [Ticket] {
    open.request -= forsaken.request
    open.control -= forsaken.control
    forsaken = Count()
    return admit()
  }

  /// A call that waits is not wanted any more; false if it was called out already.
  package mutating func withdraw(_ ticket: Ticket) -> Bool {
    let before = waitingCount
    waitingControl.removeAll { $0 == ticket }
    waitingRequests.removeAll { $0 == ticket }
    return waitingCount < before
  }

  private func hasRoom(_ kind: Kind) -> Bool {
    open.total < limit && (kind == .control || open.request < requestLimit)
  }

  private mutating func begin(_ kind: Kind) {
    switch kind {
    case .control: open.control += 1
    case .request: open.request += 1
    }
  }

  private mutating func admit() -> [Ticket] {
    var admitted: [Ticket] = []
    while !waitingControl.isEmpty, hasRoom(.control) {
      begin(.control)
      admitted.append(waitingControl.removeFirst())
    }
    while !waitingRequests.isEmpty, hasRoom(.request) {
      begin(.request)
      admitted.append(waitingRequests.removeFirst())
    }
    return admitted
  }
}
