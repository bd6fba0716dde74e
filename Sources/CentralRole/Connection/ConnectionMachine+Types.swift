/// What the machine is in, and what it wants done.
extension ConnectionMachine {
  /// One attempt: it may take several calls, and its deadlines run over all of them.
  package struct Effort: Sendable, Equatable {
    package let number: Attempt
    /// The phase whose deadline is running; none runs before the first turn.
    package var phase: ConnectionPhase?
    /// The transient failures so far.
    package var failures = 0
    /// The links that ended before their services were resolved.
    package var drops = 0
  }

  package enum State: Sendable, Equatable {
    /// No link, and none is being made.
    case disconnected
    /// A reconnect is due when the timer of this attempt fires.
    case delaying(Attempt)
    /// Another connection is being made on the adapter; the turn of this one is due.
    case queued(Effort)
    /// Our own discovery is asked to be quiet first.
    case quieting(Effort)
    /// The daemon does not know the device now; it is looked for.
    case searching(Effort)
    /// The connect call is on its way.
    case linking(Effort)
    /// A transient failure; the call is made again when the timer fires.
    case pausing(Effort)
    /// The call was answered, the link's signal is due.
    case accepted(Effort)
    /// The link is there, its services are being resolved.
    case resolving(Effort)
    /// Subscriptions that resume are being made again.
    case restoring(Effort)
    /// Requests may be made.
    case connected(epoch: Attempt)
    /// The program asked for the end; the link's end is due.
    case disconnecting(Attempt)
    /// An attempt is being taken back in the daemon, with what is wanted afterwards.
    case abandoning(Attempt, then: Sequel)
  }

  /// What is wanted once an attempt was taken back.
  package enum Sequel: Sendable, Equatable { case rest, connect, delay }

  package enum Timer: Sendable, Equatable {
    case delay, pause, linkDeadline, resolutionDeadline, disconnectDeadline
  }

  package enum Failure: Sendable, Equatable {
    case timeout(ConnectionPhase)
    case refused(String)
    /// The daemon tried classic Bluetooth, which has no attributes.
    case wrongBearer(String)
    /// The controller has no room for another link.
    case full(String)
    case lost(DisconnectReason)
    /// The peripheral does not have the key that this machine has.
    case bondLost(String)
    case forced
  }

  package enum Action: Sendable, Equatable {
    case joinQueue, leaveQueue
    case pauseDiscovery, resumeDiscovery
    case search, stopSearching
    case callConnect(Attempt)
    case callDisconnect(Attempt)
    case restoreNotifications(Attempt)
    case stopNotifications
    case setTimer(Timer, Attempt)
    case setPause(Duration, Attempt)
    case stopTimers
    case reportConnected(epoch: Attempt)
    case reportFailure(Failure)
    case linkEnded(Failure)
    case disconnectDone
  }
}
