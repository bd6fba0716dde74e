import Testing

@testable import BlueZ

@Suite struct CallGateTests {
  private func full(_ kind: CallGate.Kind) -> CallGate {
    var gate = CallGate()
    while gate.enter(kind) == nil {}
    return gate
  }

  @Test func `requests leave room for the calls that end links and scans`() {
    var gate = full(.request)
    #expect(gate.openCount == 96)
    for _ in 0..<24 { #expect(gate.enter(.control) == nil) }
    #expect(gate.enter(.control) == 2)
    #expect(gate.openCount == 120)
    #expect(gate.waitingCount == 2)
  }

  @Test func `what waits follows in the order of the calls, control before requests`() {
    var gate = full(.request)
    for _ in 0..<24 { _ = gate.enter(.control) }
    #expect(gate.enter(.request) == 2)
    #expect(gate.enter(.control) == 3)
    #expect(gate.leave(.request, isForsaken: false) == [3])
    #expect(gate.leave(.request, isForsaken: false) == [1])
    #expect(gate.leave(.control, isForsaken: false) == [2])
    #expect(gate.waitingCount == 0)
  }

  @Test func `a call whose deadline passed counts until the bus has its reply`() {
    var gate = full(.request)
    #expect(gate.leave(.request, isForsaken: true) == [])
    #expect(gate.openCount == 96)
    #expect(gate.lateReplyCame() == [1])
    #expect(gate.lateReplyCame() == [])
    #expect(gate.openCount == 96)
  }

  @Test func `a bus that is lost owes no replies`() {
    var gate = full(.control)
    #expect(gate.leave(.control, isForsaken: true) == [])
    #expect(gate.busLost() == [1])
    #expect(gate.openCount == 120)
  }

  @Test func `a call that is withdrawn is not called out`() {
    var gate = full(.request)
    #expect(gate.enter(.request) == 2)
    #expect(gate.withdraw(1) == true)
    #expect(gate.withdraw(1) == false)
    #expect(gate.leave(.request, isForsaken: false) == [2])
    #expect(gate.withdraw(2) == false)
  }

  @Test func `a later call does not overtake those that wait`() {
    var gate = full(.request)
    #expect(gate.leave(.request, isForsaken: false) == [1])
    #expect(gate.enter(.request) == 2)
    #expect(gate.enter(.request) == 3)
    #expect(gate.leave(.request, isForsaken: false) == [2])
  }
}
