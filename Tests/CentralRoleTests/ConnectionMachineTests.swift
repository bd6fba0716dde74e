import Testing

@testable import CentralRole

@Suite struct ConnectionMachineTests {
  static let known = facts()
  static let linked = facts(isLinked: true)
  static let resolved = facts(isLinked: true, isResolved: true)
  static let gone = facts(exists: false)
  static let off = facts(isReady: false, exists: false)

  static func facts(
    isReady: Bool = true, exists: Bool = true, isLinked: Bool = false, isResolved: Bool = false
  ) -> LinkFacts {
    LinkFacts(isReady: isReady, exists: exists, isLinked: isLinked, isResolved: isResolved)
  }

  /// A machine whose connect call of attempt 1 is on its way.
  static func linking() -> ConnectionMachine {
    var machine = ConnectionMachine()
    _ = machine.connect()
    _ = machine.turnCame()
    _ = machine.quiet(known)
    return machine
  }

  /// A machine that is connected in epoch 1.
  static func connected() -> ConnectionMachine {
    var machine = linking()
    _ = machine.connectReplied(1, .accepted, resolved)
    _ = machine.restored(1)
    return machine
  }

  @Test func `a connection goes from quiet discovery to link to services to connected`() {
    var machine = ConnectionMachine()
    #expect(machine.connect() == [.joinQueue])
    #expect(machine.turnCame() == [.setTimer(.linkDeadline, 1), .pauseDiscovery])
    #expect(machine.quiet(Self.known) == [.callConnect(1)])
    #expect(machine.factsChanged(Self.linked) == [])
    #expect(
      machine.connectReplied(1, .accepted, Self.linked)
        == [.leaveQueue, .stopTimers, .setTimer(.resolutionDeadline, 1)])
    #expect(machine.factsChanged(Self.resolved) == [.restoreNotifications(1)])
    #expect(machine.epoch == nil)
    #expect(machine.restored(1) == [.stopTimers, .resumeDiscovery, .reportConnected(epoch: 1)])
    #expect(machine.epoch == 1)
  }

  @Test func `a link that is there already is adopted`() {
    var machine = ConnectionMachine()
    _ = machine.connect()
    _ = machine.turnCame()
    _ = machine.quiet(Self.resolved)
    #expect(
      machine.connectReplied(1, .accepted, Self.resolved)
        == [.leaveQueue, .stopTimers, .setTimer(.resolutionDeadline, 1), .restoreNotifications(1)])
  }

  @Test func `connecting again joins the attempt and does nothing while connected`() {
    var machine = Self.linking()
    #expect(machine.connect() == [])
    machine = Self.connected()
    #expect(machine.connect() == [])
    #expect(machine.reconnectLater() == [])
  }

  @Test func `a transient refusal is tried again with growing pauses`() {
    var machine = Self.linking()
    #expect(
      machine.connectReplied(1, .transient, Self.known) == [
        .leaveQueue, .setPause(.milliseconds(250), 1),
      ])
    #expect(machine.timerFired(.pause, 1, Self.known) == [.joinQueue])
    #expect(machine.turnCame() == [.pauseDiscovery])
    #expect(machine.quiet(Self.known) == [.callConnect(1)])
    #expect(
      machine.connectReplied(1, .transient, Self.known) == [
        .leaveQueue, .setPause(.milliseconds(500), 1),
      ])
  }

  @Test func `a link that drops before its services are resolved is not reported`() {
    var machine = Self.linking()
    _ = machine.connectReplied(1, .accepted, Self.linked)
    #expect(machine.factsChanged(Self.known) == [.leaveQueue, .setPause(.milliseconds(250), 1)])
    #expect(machine.timerFired(.pause, 1, Self.known) == [.joinQueue])
    #expect(machine.turnCame() == [.pauseDiscovery])
    #expect(machine.quiet(Self.known) == [.callConnect(1)])
    // The deadline of the services goes on over the drop.
    #expect(machine.connectReplied(1, .accepted, Self.linked) == [.leaveQueue])
    #expect(
      machine.timerFired(.resolutionDeadline, 1, Self.linked) == [
        .stopTimers, .callDisconnect(1), .setTimer(.disconnectDeadline, 1),
        .reportFailure(.timeout(.serviceResolution)),
      ])
  }

  @Test func `a device that the daemon has forgotten is looked for within the deadline`() {
    var machine = Self.linking()
    #expect(machine.connectReplied(1, .unknownDevice, Self.gone) == [.leaveQueue, .search])
    #expect(machine.factsChanged(Self.known) == [.stopSearching, .joinQueue])
    #expect(machine.turnCame() == [.pauseDiscovery])
    #expect(machine.quiet(Self.known) == [.callConnect(1)])
  }

  @Test func `an attempt without a radio waits for it`() {
    var machine = ConnectionMachine()
    _ = machine.connect()
    _ = machine.turnCame()
    #expect(machine.quiet(Self.off) == [.leaveQueue])
    #expect(machine.lost(.daemonLost) == [])
    #expect(machine.factsChanged(Self.gone) == [.leaveQueue, .search])
    #expect(
      machine.timerFired(.linkDeadline, 1, Self.gone)
        == [
          .stopTimers, .leaveQueue, .stopSearching, .resumeDiscovery,
          .reportFailure(.timeout(.link)),
        ])
  }

  @Test func `the deadline of a link takes the attempt back in the daemon`() {
    var machine = Self.linking()
    #expect(
      machine.timerFired(.linkDeadline, 1, Self.known) == [
        .stopTimers, .callDisconnect(1), .setTimer(.disconnectDeadline, 1),
        .reportFailure(.timeout(.link)),
      ])
    #expect(machine.connect() == [])
    #expect(
      machine.disconnectReplied(1, Self.known)
        == [.stopTimers, .leaveQueue, .resumeDiscovery, .joinQueue])
  }

  @Test func `a lost link is reported once with its reason`() {
    var machine = Self.connected()
    let lost = ConnectionMachine.Failure.lost(.linkLost)
    #expect(
      machine.factsChanged(Self.known) == [.stopTimers, .linkEnded(lost), .reportFailure(lost)])
    #expect(machine.factsChanged(Self.gone) == [])
    #expect(machine.lost(.adapterLost) == [])
  }

  @Test func `a removed device is told from a lost link`() {
    var machine = Self.connected()
    let removed = ConnectionMachine.Failure.lost(.removed)
    #expect(
      machine.factsChanged(Self.gone)
        == [.stopTimers, .linkEnded(removed), .reportFailure(removed)])
  }

  @Test func `a lost daemon fails an attempt and leaves a reconnect that is due later`() {
    var machine = Self.linking()
    #expect(
      machine.lost(.daemonLost)
        == [.stopTimers, .leaveQueue, .resumeDiscovery, .reportFailure(.lost(.daemonLost))])
    #expect(machine.reconnectLater() == [.setTimer(.delay, 2)])
    #expect(machine.lost(.daemonLost) == [])
    #expect(
      machine.timerFired(.delay, 2, Self.off) == [.joinQueue])
  }

  @Test func `a second delayed reconnect joins the first and one without delay is at once`() {
    var machine = ConnectionMachine()
    #expect(machine.reconnectLater() == [.setTimer(.delay, 1)])
    #expect(machine.reconnectLater() == [])
    #expect(machine.connect() == [.stopTimers, .joinQueue])
  }

  @Test func `a delayed reconnect after a deadline begins its delay when the attempt is gone`() {
    var machine = ConnectionMachine()
    _ = machine.connect()
    _ = machine.turnCame()
    _ = machine.quiet(Self.known)
    _ = machine.timerFired(.linkDeadline, 1, Self.known)
    #expect(machine.reconnectLater() == [])
    #expect(
      machine.disconnectReplied(1, Self.known)
        == [.stopTimers, .leaveQueue, .resumeDiscovery, .setTimer(.delay, 2)])
    #expect(machine.state == .delaying(2))
  }

  @Test(arguments: [false, true])
  func `a device removed during the call is looked for`(isAccepted: Bool) {
    var machine = ConnectionMachine()
    _ = machine.connect()
    _ = machine.turnCame()
    _ = machine.quiet(Self.known)
    if isAccepted { _ = machine.connectReplied(1, .accepted, Self.known) }
    var gone = Self.known
    gone.exists = false
    #expect(machine.factsChanged(gone) == [.leaveQueue, .search])
    #expect(machine.connectReplied(1, .accepted, gone) == [])
    #expect(machine.isBusy)
  }

  @Test func `disconnecting stops notifications first and ends with the link`() {
    var machine = Self.connected()
    #expect(
      machine.disconnect()
        == [.stopNotifications, .callDisconnect(1), .setTimer(.disconnectDeadline, 1)])
    #expect(machine.disconnect() == [])
    #expect(machine.disconnectReplied(1, Self.linked) == [])
    #expect(
      machine.factsChanged(Self.known)
        == [.stopTimers, .linkEnded(.forced), .reportFailure(.forced), .disconnectDone])
  }

  @Test func `disconnecting without a link is done at once`() {
    var machine = ConnectionMachine()
    #expect(machine.disconnect() == [.disconnectDone])
  }

  @Test func `disconnecting during an attempt takes it back`() {
    var machine = Self.linking()
    #expect(
      machine.disconnect() == [
        .stopTimers, .callDisconnect(1), .setTimer(.disconnectDeadline, 1),
        .reportFailure(.forced), .disconnectDone,
      ])
  }

  @Test func `connecting while the link is being ended begins when it is gone`() {
    var machine = Self.connected()
    _ = machine.disconnect()
    #expect(
      machine.connect() == [.linkEnded(.forced), .reportFailure(.forced), .disconnectDone])
    #expect(
      machine.factsChanged(Self.known)
        == [.stopTimers, .leaveQueue, .resumeDiscovery, .joinQueue])
    #expect(machine.disconnectReplied(1, Self.known) == [])
  }

  @Test func `replies and timers of an older attempt move nothing`() {
    var machine = Self.linking()
    _ = machine.lost(.adapterLost)
    _ = machine.connect()
    _ = machine.turnCame()
    _ = machine.quiet(Self.known)
    let before = machine.state
    #expect(machine.connectReplied(1, .accepted, Self.resolved) == [])
    #expect(machine.timerFired(.linkDeadline, 1, Self.known) == [])
    #expect(machine.timerFired(.pause, 1, Self.known) == [])
    #expect(machine.disconnectReplied(1, Self.known) == [])
    #expect(machine.restored(1) == [])
    #expect(machine.state == before)
  }

  @Test func `a drop while subscriptions are restored is a failed try, not a connection`() {
    var machine = Self.linking()
    _ = machine.connectReplied(1, .accepted, Self.resolved)
    #expect(
      machine.factsChanged(Self.known)
        == [.linkEnded(.lost(.linkLost)), .leaveQueue, .setPause(.milliseconds(250), 1)])
    #expect(machine.restored(1) == [])
  }

  @Test func `a refusal that is not transient ends the attempt with the daemon's words`() {
    var machine = Self.linking()
    #expect(
      machine.connectReplied(1, .refused("le-connection-not-supported"), Self.known) == [
        .stopTimers, .leaveQueue, .resumeDiscovery,
        .reportFailure(.refused("le-connection-not-supported")),
      ])
  }

  @Test func `a full controller is asked again for some seconds and then given up`() {
    var machine = Self.linking()
    for pause in [1, 2, 4] {
      #expect(
        machine.connectReplied(1, .full("limit"), Self.known)
          == [.leaveQueue, .setPause(.seconds(pause), 1)])
      _ = machine.timerFired(.pause, 1, Self.known)
      _ = machine.turnCame()
      _ = machine.quiet(Self.known)
    }
    #expect(
      machine.connectReplied(1, .full("limit"), Self.known)
        == [.stopTimers, .leaveQueue, .resumeDiscovery, .reportFailure(.full("limit"))])
  }

  @Test func `a reason that was signalled is the reason of the end`() {
    var machine = Self.connected()
    var facts = Self.known
    facts.reason = .timedOut
    let lost = ConnectionMachine.Failure.lost(.timedOut)
    #expect(machine.factsChanged(facts) == [.stopTimers, .linkEnded(lost), .reportFailure(lost)])
  }

  @Test func `a deadline before the first turn does not exist`() {
    var machine = ConnectionMachine()
    _ = machine.connect()
    #expect(machine.timerFired(.linkDeadline, 1, Self.known) == [])
    #expect(machine.userState == .connecting)
    #expect(machine.disconnect().contains(.leaveQueue))
    #expect(machine.userState == .disconnected)
  }
}
