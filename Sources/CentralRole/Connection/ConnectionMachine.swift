/// The life of one peripheral's connection: attempts, the link, its end.
///
/// Attempts are numbered; the number of the attempt that led to a link is the link's epoch.
/// Replies and timers carry the number, so those of an older attempt move nothing.
package struct ConnectionMachine: Sendable {
  package typealias Attempt = Int

  package private(set) var state: State = .disconnected
  private var attempts = 0

  package init() {}

  /// The epoch of the present link, once requests may be made on it.
  package var epoch: Attempt? { if case .connected(let epoch) = state { epoch } else { nil } }

  /// Whether something is under way that ends by itself.
  package var isBusy: Bool {
    switch state {
    case .disconnected, .connected: false
    default: true
    }
  }

  /// What users are told of the state.
  package var userState: ConnectionState {
    switch state {
    case .disconnected, .delaying, .abandoning(_, then: .rest), .abandoning(_, then: .delay):
      .disconnected
    case .queued, .quieting, .searching, .linking, .pausing, .accepted, .resolving, .restoring,
      .abandoning(_, then: .connect):
      .connecting
    case .connected: .connected
    case .disconnecting: .disconnecting
    }
  }

  // MARK: What the program asks

  package mutating func connect() -> [Action] {
    switch state {
    case .disconnected:
      return begin()
    case .delaying:
      return [.stopTimers] + begin()
    case .abandoning(let attempt, _):
      state = .abandoning(attempt, then: .connect)
      return []
    case .disconnecting(let attempt):
      // The end that was asked for is reported now; the new attempt begins when it is real.
      state = .abandoning(attempt, then: .connect)
      return [.linkEnded(.forced), .reportFailure(.forced), .disconnectDone]
    case .queued, .quieting, .searching, .linking, .pausing, .accepted, .resolving, .restoring,
      .connected:
      return []
    }
  }

  package mutating func reconnectLater() -> [Action] {
    switch state {
    case .delaying:
      // The first wish sets the time; one lost link is often told in several places.
      return []
    case .disconnected:
      return delay()
    case .abandoning(let attempt, _):
      state = .abandoning(attempt, then: .delay)
      return []
    default:
      return connect()
    }
  }

  package mutating func disconnect() -> [Action] {
    switch state {
    case .disconnected:
      return [.disconnectDone]
    case .abandoning(let attempt, _):
      state = .abandoning(attempt, then: .rest)
      return [.disconnectDone]
    case .delaying, .queued, .quieting, .searching:
      return leave() + [.reportFailure(.forced), .disconnectDone]
    case .linking(let effort), .pausing(let effort), .accepted(let effort),
      .resolving(let effort), .restoring(let effort):
      return abandon(effort) + [.reportFailure(.forced), .disconnectDone]
    case .connected(let epoch):
      state = .disconnecting(epoch)
      return [
        .stopNotifications, .callDisconnect(epoch), .setTimer(.disconnectDeadline, epoch),
      ]
    case .disconnecting:
      return []
    }
  }

  // MARK: What the daemon says

  /// The adapter makes no other connection now.
  package mutating func turnCame() -> [Action] {
    guard case .queued(var effort) = state else { return [] }
    let isFirst = effort.phase == nil
    if isFirst { effort.phase = .link }
    state = .quieting(effort)
    return (isFirst ? [.setTimer(.linkDeadline, effort.number)] : []) + [.pauseDiscovery]
  }

  package mutating func quiet(_ facts: LinkFacts) -> [Action] {
    guard case .quieting(let effort) = state else { return [] }
    return call(effort, facts)
  }

  package mutating func connectReplied(
    _ attempt: Attempt, _ outcome: ConnectOutcome, _ facts: LinkFacts
  ) -> [Action] {
    guard case .linking(let effort) = state, effort.number == attempt else { return [] }
    switch outcome {
    case .accepted:
      state = .accepted(effort)
      return [.leaveQueue] + factsChanged(facts)
    case .transient:
      return pause(effort)
    case .full(let text):
      guard effort.failures < Self.triesWhenFull else {
        return leave() + [.reportFailure(.full(text))]
      }
      return pause(effort, for: .seconds(1 << effort.failures))
    case .unknownDevice:
      return search(effort, facts)
    case .wrongBearer(let text):
      return leave() + [.reportFailure(.wrongBearer(text))]
    case .bondLost(let text):
      return leave() + [.reportFailure(.bondLost(text))]
    case .refused(let text):
      return leave() + [.reportFailure(.refused(text))]
    }
  }

  package mutating func disconnectReplied(_ attempt: Attempt, _ facts: LinkFacts) -> [Action] {
    switch state {
    case .abandoning(attempt, _): return abandoned()
    case .disconnecting(attempt) where !facts.isLinked: return ended(.forced)
    default: return []
    }
  }

  package mutating func factsChanged(_ facts: LinkFacts) -> [Action] {
    switch state {
    case .searching(let effort):
      guard facts.isReady, facts.exists else { return search(effort, facts) }
      state = .queued(effort)
      return [.stopSearching, .joinQueue]
    case .linking(let effort) where !facts.exists, .accepted(let effort) where !facts.exists:
      return search(effort, facts)
    case .accepted(var effort):
      guard facts.isLinked else { return [] }
      let isFirst = effort.phase == .link
      effort.phase = .serviceResolution
      state = .resolving(effort)
      return (isFirst ? [.stopTimers, .setTimer(.resolutionDeadline, effort.number)] : [])
        + factsChanged(facts)
    case .resolving(var effort):
      guard facts.isLinked else {
        effort.drops += 1
        if let loss = BondLoss.conclusion(facts, links: effort.drops) {
          return leave() + [.reportFailure(.bondLost(loss))]
        }
        return pause(effort)
      }
      guard facts.isResolved else { return [] }
      state = .restoring(effort)
      return [.restoreNotifications(effort.number)]
    case .restoring(let effort):
      return facts.isLinked ? [] : [.linkEnded(.lost(facts.reason ?? .linkLost))] + pause(effort)
    case .connected:
      guard !facts.isLinked else { return [] }
      if let loss = BondLoss.conclusion(facts, links: 1) { return ended(.bondLost(loss)) }
      return ended(.lost(facts.exists ? facts.reason ?? .linkLost : .removed))
    case .disconnecting:
      return facts.isLinked ? [] : ended(.forced)
    case .abandoning:
      return facts.isLinked ? [] : abandoned()
    case .disconnected, .delaying, .queued, .quieting, .linking, .pausing:
      return []
    }
  }

  /// Every subscription that resumes was answered, one way or the other.
  package mutating func restored(_ attempt: Attempt) -> [Action] {
    guard case .restoring(let effort) = state, effort.number == attempt else { return [] }
    state = .connected(epoch: attempt)
    return [.stopTimers, .resumeDiscovery, .reportConnected(epoch: attempt)]
  }

  /// The adapter or the daemon went away: what was pending fails, what waits for them stays.
  package mutating func lost(_ reason: DisconnectReason) -> [Action] {
    switch state {
    case .disconnected, .delaying, .searching:
      return []
    case .connected:
      return ended(.lost(reason))
    case .disconnecting:
      return ended(.forced)
    case .abandoning:
      return abandoned()
    case .restoring:
      return [.linkEnded(.lost(reason))] + leave() + [.reportFailure(.lost(reason))]
    case .queued, .quieting, .linking, .pausing, .accepted, .resolving:
      return leave() + [.reportFailure(.lost(reason))]
    }
  }

  package mutating func timerFired(
    _ timer: Timer, _ attempt: Attempt, _ facts: LinkFacts
  ) -> [Action] {
    switch (state, timer) {
    case (.delaying(attempt), .delay):
      return begin()
    case (.pausing(let effort), .pause) where effort.number == attempt:
      state = .queued(effort)
      return [.joinQueue]
    case (_, .linkDeadline), (_, .resolutionDeadline):
      return deadlinePassed(attempt)
    case (.disconnecting(attempt), .disconnectDeadline):
      return ended(.forced)
    case (.abandoning(attempt, _), .disconnectDeadline):
      return abandoned()
    default:
      return []
    }
  }

  private mutating func deadlinePassed(_ attempt: Attempt) -> [Action] {
    switch state {
    case .queued(let effort), .quieting(let effort), .searching(let effort):
      guard effort.number == attempt, let phase = effort.phase else { return [] }
      return leave() + [.reportFailure(.timeout(phase))]
    case .linking(let effort), .pausing(let effort), .accepted(let effort),
      .resolving(let effort), .restoring(let effort):
      guard effort.number == attempt, let phase = effort.phase else { return [] }
      return abandon(effort) + [.reportFailure(.timeout(phase))]
    case .disconnected, .delaying, .connected, .disconnecting, .abandoning:
      return []
    }
  }

  // MARK: Steps

  /// So many refusals of a full controller are waited out.
  private static let triesWhenFull = 3

  private mutating func begin() -> [Action] {
    attempts += 1
    state = .queued(Effort(number: attempts))
    return [.joinQueue]
  }

  private mutating func delay() -> [Action] {
    attempts += 1
    state = .delaying(attempts)
    return [.setTimer(.delay, attempts)]
  }

  private mutating func call(_ effort: Effort, _ facts: LinkFacts) -> [Action] {
    guard facts.isReady, facts.exists else { return search(effort, facts) }
    state = .linking(effort)
    return [.callConnect(effort.number)]
  }

  private mutating func search(_ effort: Effort, _ facts: LinkFacts) -> [Action] {
    state = .searching(effort)
    // A radio that is off is waited for; the search begins when it is on.
    return [.leaveQueue] + (facts.isReady ? [.search] : [])
  }

  private mutating func pause(_ effort: Effort, for pause: Duration? = nil) -> [Action] {
    var effort = effort
    effort.failures += 1
    state = .pausing(effort)
    let pause = pause ?? .milliseconds(min(1000, 250 * effort.failures))
    return [.leaveQueue, .setPause(pause, effort.number)]
  }

  private mutating func leave() -> [Action] {
    let wasSearching = if case .searching = state { true } else { false }
    state = .disconnected
    return [.stopTimers, .leaveQueue] + (wasSearching ? [.stopSearching] : [])
      + [.resumeDiscovery]
  }

  private mutating func abandon(_ effort: Effort) -> [Action] {
    state = .abandoning(effort.number, then: .rest)
    return [
      .stopTimers, .callDisconnect(effort.number), .setTimer(.disconnectDeadline, effort.number),
    ]
  }

  private mutating func abandoned() -> [Action] {
    guard case .abandoning(_, let sequel) = state else { return [] }
    state = .disconnected
    let next =
      switch sequel {
      case .rest: [Action]()
      case .connect: begin()
      case .delay: delay()
      }
    return [.stopTimers, .leaveQueue, .resumeDiscovery] + next
  }

  private mutating func ended(_ failure: Failure) -> [Action] {
    let wasAsked = if case .disconnecting = state { true } else { false }
    state = .disconnected
    return [.stopTimers, .linkEnded(failure), .reportFailure(failure)]
      + (wasAsked ? [.disconnectDone] : [])
  }
}
