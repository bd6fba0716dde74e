import Testing

@testable import CentralRole

@Suite struct PacingMachineTests {
  static func open() -> PacingMachine {
    var machine = PacingMachine()
    _ = machine.write(1, epoch: 1)
    _ = machine.acquired(1)
    return machine
  }

  @Test func `the first write acquires the socket and goes through it`() {
    var machine = PacingMachine()
    #expect(machine.write(1, epoch: 1) == [.callAcquire(1)])
    #expect(machine.acquired(1) == [.openSocket, .send(1)])
    #expect(machine.write(2, epoch: 1) == [.send(2)])
  }

  @Test func `a refused socket makes calls of all writes of this link`() {
    var machine = PacingMachine()
    _ = machine.write(1, epoch: 1)
    #expect(machine.acquireRefused(1) == [.call(1)])
    #expect(machine.write(2, epoch: 1) == [.call(2)])
    #expect(machine.write(3, epoch: 2) == [.callAcquire(2)])
  }

  @Test func `a full socket keeps the write until there is room`() {
    var machine = Self.open()
    _ = machine.write(2, epoch: 1)
    #expect(machine.wouldBlock(2) == [.waitForRoom])
    #expect(machine.hasRoom() == [.send(2)])
    #expect(machine.hasRoom() == [])
  }

  @Test func `a request that needs the socket closed waits until it is empty`() {
    var machine = Self.open()
    #expect(machine.release(2) == [.drain])
    #expect(machine.drained() == [.closeSocket, .call(2)])
    #expect(machine.release(3) == [.call(3)])
    #expect(machine.write(4, epoch: 1) == [.callAcquire(1)])
  }

  @Test func `a socket that hangs up while a write waits makes it a call`() {
    var machine = Self.open()
    _ = machine.wouldBlock(2)
    #expect(machine.hungUp() == [.closeSocket, .call(2)])
    #expect(machine.write(3, epoch: 1) == [.call(3)])
    machine = Self.open()
    #expect(machine.hungUp(2) == [.closeSocket, .call(2)])
    machine = Self.open()
    _ = machine.release(2)
    #expect(machine.hungUp() == [.closeSocket, .call(2)])
  }

  @Test func `a socket that hangs up idle is acquired again by the next write`() {
    var machine = Self.open()
    #expect(machine.hungUp() == [.closeSocket])
    #expect(machine.hungUp() == [])
    #expect(machine.write(2, epoch: 1) == [.callAcquire(1)])
  }

  @Test func `the end of the link closes the socket and forgets everything`() {
    var machine = Self.open()
    #expect(machine.linkEnded() == [.closeSocket])
    #expect(machine.linkEnded() == [])
    _ = machine.write(2, epoch: 2)
    #expect(machine.linkEnded() == [])
    #expect(machine.acquired(2) == [])
    #expect(machine.acquireRefused(2) == [])
    #expect(machine.drained() == [])
    #expect(machine.wouldBlock(2) == [])
  }
}
