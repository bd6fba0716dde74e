import CentralRole
import Testing

@Suite struct PairingMachineTests {
  private let fresh = PairingFacts()
  private let paired = PairingFacts(isPaired: true)

  private func calling() -> PairingMachine {
    var machine = PairingMachine()
    _ = machine.pair(fresh)
    _ = machine.enlisted(1)
    return machine
  }

  @Test func `the agent comes first, then the call, then the keys`() {
    var machine = PairingMachine()
    #expect(machine.pair(fresh) == [.setDeadline(1), .enlist(1)])
    #expect(machine.pair(fresh) == [])
    #expect(machine.isPairing)
    #expect(machine.enlisted(1) == [.callPair(1)])
    #expect(
      machine.pairReplied(1, .paired, paired) == [.stopTimers, .dismiss, .succeed(warning: nil)])
    #expect(machine.state == .idle)
    #expect(!machine.isPairing)
  }

  @Test func `devices that are paired need no call`() {
    var machine = PairingMachine()
    #expect(machine.pair(paired) == [.succeed(warning: nil)])
    #expect(machine.state == .idle)
  }

  @Test func `without an adapter or a device nothing begins`() {
    var machine = PairingMachine()
    #expect(machine.pair(PairingFacts(isReady: false)) == [.fail(.notReady)])
    #expect(machine.pair(PairingFacts(exists: false)) == [.fail(.unknownDevice)])
    #expect(machine.state == .idle)
  }

  @Test func `the properties decide after an error`() {
    for outcome in [
      PairOutcome.failed("Page Timeout"), .noLink("Page Timeout"), .cancelled("Page Timeout"),
    ] {
      var machine = calling()
      #expect(
        machine.pairReplied(1, outcome, paired)
          == [.stopTimers, .dismiss, .succeed(warning: "Page Timeout")])
    }
    var machine = calling()
    #expect(
      machine.pairReplied(1, .failed("Authentication Failed"), fresh)
        == [.stopTimers, .dismiss, .fail(.refused("Authentication Failed"))])
  }

  @Test(arguments: [
    (PairOutcome.rejected, PairingMachine.Failure.rejected),
    (.noLink("no"), .noLink("no")),
    (.unknownDevice, .unknownDevice), (.notReady, .notReady),
  ])
  func `each refusal has a failure of its own`(
    outcome: PairOutcome, failure: PairingMachine.Failure
  ) {
    var machine = calling()
    #expect(machine.pairReplied(1, outcome, fresh) == [.stopTimers, .dismiss, .fail(failure)])
  }

  @Test func `what our own agent said is the reason`() {
    var machine = calling()
    #expect(machine.questionRejected(1, .refused) == [])
    #expect(
      machine.pairReplied(1, .failed("Authentication Failed"), fresh)
        == [.stopTimers, .dismiss, .fail(.rejected)])
    machine = calling()
    _ = machine.questionRejected(1, .unanswered)
    #expect(
      machine.pairReplied(1, .failed("Authentication Failed"), fresh)
        == [.stopTimers, .dismiss, .fail(.unanswered)])
  }

  @Test func `a busy daemon is asked again, ever more slowly`() {
    var machine = calling()
    for pause in [250, 500, 1000, 2000, 2000] {
      #expect(
        machine.pairReplied(1, .busy, fresh) == [.setPause(.milliseconds(pause), 1)])
      #expect(machine.pauseEnded(1) == [.callPair(1)])
    }
    _ = machine.pairReplied(1, .busy, fresh)
    #expect(
      machine.factsChanged(paired) == [.stopTimers, .dismiss, .succeed(warning: nil)],
      "another program's pairing is as good")
  }

  @Test func `the deadline ends it in every state`() {
    var machine = PairingMachine()
    _ = machine.pair(fresh)
    #expect(machine.deadlinePassed(1, fresh) == [.stopTimers, .dismiss, .fail(.timeout)])
    machine = calling()
    #expect(
      machine.deadlinePassed(1, fresh)
        == [.stopTimers, .callCancel(1), .dismiss, .fail(.timeout)])
    #expect(machine.state == .withdrawing(1, again: false))
    #expect(!machine.isPairing)
    machine = calling()
    #expect(
      machine.deadlinePassed(1, paired)
        == [.stopTimers, .dismiss, .succeed(warning: "the daemon did not answer")])
    machine = calling()
    _ = machine.pairReplied(1, .busy, fresh)
    #expect(machine.deadlinePassed(1, fresh) == [.stopTimers, .dismiss, .fail(.timeout)])
  }

  @Test func `a cancelled pairing is taken back in the daemon`() {
    var machine = calling()
    #expect(
      machine.cancel() == [.stopTimers, .callCancel(1), .dismiss, .fail(.cancelled)])
    #expect(machine.cancel() == [])
    #expect(machine.pairReplied(1, .cancelled(""), fresh) == [])
    #expect(machine.cancelReplied(1, fresh) == [.cancelDone])
    #expect(machine.cancel() == [.cancelDone])
    _ = machine.pair(fresh)
    #expect(machine.cancel() == [.stopTimers, .dismiss, .fail(.cancelled), .cancelDone])
  }

  @Test func `the next pairing waits until the last one is taken back`() {
    var machine = calling()
    _ = machine.cancel()
    #expect(machine.pair(fresh) == [])
    #expect(machine.isPairing)
    #expect(machine.cancelReplied(1, fresh) == [.cancelDone, .setDeadline(2), .enlist(2)])
    #expect(machine.enlisted(1) == [])
    machine = calling()
    _ = machine.cancel()
    _ = machine.pair(fresh)
    #expect(machine.cancel() == [.fail(.cancelled)])
    #expect(machine.cancelReplied(1, fresh) == [.cancelDone])
    #expect(machine.state == .idle)
  }

  @Test func `what is lost ends it`() {
    var machine = calling()
    #expect(
      machine.lost(.daemonLost) == [.stopTimers, .dismiss, .fail(.lost(.daemonLost))])
    machine = calling()
    #expect(
      machine.factsChanged(PairingFacts(exists: false))
        == [.stopTimers, .dismiss, .fail(.removed)])
    machine = calling()
    #expect(machine.pairReplied(1, .lost, fresh) == [], "the reason is told next")
    machine = calling()
    _ = machine.cancel()
    #expect(machine.lost(.adapterLost) == [.cancelDone])
  }

  @Test func `what the daemon gives up has its reason a little later`() {
    let ends: [(event: (inout PairingMachine) -> [PairingMachine.Action], PairingMachine.Failure)] =
      [
        ({ $0.pauseEnded(1) }, .lost(.linkLost)),
        ({ $0.lost(.adapterLost) }, .lost(.adapterLost)),
        ({ $0.factsChanged(PairingFacts(exists: false)) }, .removed),
        ({ $0.deadlinePassed(1, PairingFacts()) }, .lost(.linkLost)),
      ]
    for (event, failure) in ends {
      var machine = calling()
      #expect(
        machine.pairReplied(1, .cancelled("no"), fresh) == [.setPause(.milliseconds(500), 1)])
      #expect(machine.isPairing)
      #expect(event(&machine) == [.stopTimers, .dismiss, .fail(failure)])
    }
    var machine = calling()
    _ = machine.pairReplied(1, .cancelled("no"), fresh)
    #expect(machine.cancel() == [.stopTimers, .dismiss, .fail(.cancelled), .cancelDone])
  }

  @Test func `late replies, answers and timers move nothing`() {
    var machine = calling()
    _ = machine.pairReplied(1, .rejected, fresh)
    _ = machine.pair(fresh)
    #expect(machine.enlisted(1) == [])
    _ = machine.enlisted(2)
    #expect(machine.pairReplied(1, .paired, paired) == [])
    #expect(machine.questionRejected(1, .refused) == [])
    #expect(machine.deadlinePassed(1, fresh) == [])
    #expect(machine.pauseEnded(2) == [])
    #expect(machine.agentRefused(2, "") == [])
    #expect(machine.cancelReplied(1, fresh) == [])
    guard case .calling(let effort) = machine.state else {
      Issue.record("the second pairing is still under way")
      return
    }
    #expect(effort.number == 2)
    #expect(effort.rejection == nil)
  }
}
