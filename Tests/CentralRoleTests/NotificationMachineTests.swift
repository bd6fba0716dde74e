import Testing

@testable import CentralRole

@Suite struct NotificationMachineTests {
  static func on(_ route: NotificationRoute = .signals) -> NotificationMachine {
    var machine = NotificationMachine()
    _ = machine.start(route, epoch: 1)
    _ = route == .socket ? machine.acquired(1) : machine.started(1)
    return machine
  }

  @Test func `values count from the call on, before its reply`() {
    var machine = NotificationMachine()
    #expect(!machine.takesSignals)
    #expect(machine.start(.signals, epoch: 1) == [.callStart(1)])
    #expect(machine.takesSignals)
    #expect(machine.started(1) == [.startSucceeded])
  }

  @Test func `starting again calls the daemon once`() {
    var machine = NotificationMachine()
    _ = machine.start(.signals, epoch: 1)
    #expect(machine.start(.signals, epoch: 1) == [])
    _ = machine.started(1)
    #expect(machine.start(.signals, epoch: 1) == [.startSucceeded])
  }

  @Test func `a refused socket falls back to signals`() {
    var machine = NotificationMachine()
    #expect(machine.start(.socket, epoch: 1) == [.callAcquire(1)])
    #expect(machine.acquireRefused(1) == [.callStart(1)])
    #expect(machine.started(1) == [.startSucceeded])
    #expect(machine.takesSignals)
  }

  @Test func `values of a socket are not taken from signals as well`() {
    var machine = NotificationMachine()
    _ = machine.start(.socket, epoch: 1)
    #expect(machine.acquired(1) == [.openSocket, .startSucceeded])
    #expect(!machine.takesSignals)
    #expect(machine.linkEnded() == [.closeSocket, .reportLost])
  }

  @Test func `the end of a link is one failure and the subscription is over`() {
    var machine = Self.on()
    #expect(machine.linkEnded() == [.reportLost])
    #expect(machine.linkEnded() == [])
    #expect(!machine.takesSignals)
    #expect(machine.start(.signals, epoch: 2) == [.callStart(2)])
    #expect(machine.started(1) == [])
  }

  @Test func `a start while the stop is on its way follows it`() {
    var machine = Self.on()
    #expect(machine.stop() == [.startFailed, .callStop(1)])
    #expect(machine.start(.signals, epoch: 1) == [])
    #expect(machine.stopReplied(1) == [.stopSucceeded, .callStart(1)])
  }

  @Test func `stopping without a subscription succeeds and calls nobody`() {
    var machine = NotificationMachine()
    #expect(machine.stop() == [.stopSucceeded])
    machine = Self.on()
    _ = machine.linkEnded()
    #expect(machine.stop() == [.stopSucceeded])
  }

  @Test func `a refused start is off again`() {
    var machine = NotificationMachine()
    _ = machine.start(.signals, epoch: 1)
    #expect(machine.startRefused(1) == [.startFailed])
    #expect(machine.state == .off)
  }
}

@Suite struct ReadEchoTests {
  @Test func `without a read every value is a notification`() {
    var echo = ReadEcho<Int>()
    #expect(echo.signalled(1) == [1])
    #expect(echo.signalled(1) == [1])
  }

  @Test func `the value that a read signals is not a notification`() {
    var echo = ReadEcho<Int>()
    echo.readStarted()
    #expect(echo.signalled(12) == [])
    let (own, notified) = echo.readEnded { $0 == 12 }
    #expect(own == 12)
    #expect(notified == [])
    #expect(echo.signalled(3) == [3])
  }

  @Test func `values that were notified during a read are delivered after it`() {
    var echo = ReadEcho<Int>()
    echo.readStarted()
    #expect(echo.signalled(1) == [])
    #expect(echo.signalled(2) == [])
    #expect(echo.signalled(2) == [])
    #expect(echo.readEnded { $0 == 2 }.notified == [1, 2])
  }

  @Test func `a read that failed takes nothing away`() {
    var echo = ReadEcho<Int>()
    echo.readStarted()
    #expect(echo.signalled(1) == [])
    #expect(echo.readEnded { _ in false }.notified == [1])
  }
}
