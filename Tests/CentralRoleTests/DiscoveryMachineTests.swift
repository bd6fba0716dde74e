import Testing

@testable import CentralRole

@Suite struct DiscoveryMachineTests {
  static func powered() -> DiscoveryMachine {
    var machine = DiscoveryMachine()
    _ = machine.powered(true)
    return machine
  }

  static func running() -> DiscoveryMachine {
    var machine = powered()
    _ = machine.add(1)
    _ = machine.started(generation: 1)
    return machine
  }

  @Test func `the first scan starts discovery and the last one stops it`() {
    var machine = Self.powered()
    #expect(machine.add(1) == [.start(generation: 1)])
    #expect(machine.started(generation: 1) == [])
    #expect(machine.add(2) == [.updateFilter])
    #expect(machine.remove(1) == [.updateFilter])
    #expect(machine.remove(2) == [.stop(generation: 2)])
    #expect(machine.stopped(generation: 2) == [])
  }

  @Test func `a scan that ends before the start reply stops discovery once it arrives`() {
    var machine = Self.powered()
    #expect(machine.add(1) == [.start(generation: 1)])
    #expect(machine.remove(1) == [])
    #expect(machine.started(generation: 1) == [.stop(generation: 2)])
  }

  @Test func `a scan that begins before the stop reply starts discovery once it arrives`() {
    var machine = Self.running()
    #expect(machine.remove(1) == [.stop(generation: 2)])
    #expect(machine.add(2) == [])
    #expect(machine.stopped(generation: 2) == [.start(generation: 3)])
  }

  @Test func `a connection waits until discovery is quiet and discovery waits for the connection`()
  {
    var machine = Self.running()
    #expect(machine.pause(7) == [.stop(generation: 2)])
    #expect(machine.stopped(generation: 2) == [.quiet([7])])
    #expect(machine.add(2) == [])
    #expect(machine.resume(7) == [.start(generation: 3)])
  }

  @Test func `a connection without discovery goes on at once`() {
    var machine = Self.powered()
    #expect(machine.pause(7) == [.quiet([7])])
    machine = DiscoveryMachine()
    #expect(machine.pause(7) == [.quiet([7])])
  }

  @Test func `a busy daemon is asked again, and then the scans are refused`() {
    var machine = Self.powered()
    _ = machine.add(1)
    for attempt in 1..<DiscoveryMachine.attempts {
      let pause = Duration.milliseconds(100 << min(attempt, 5))
      #expect(
        machine.startRefused(generation: attempt, isBusy: true)
          == [.retry(generation: attempt, after: pause)])
      #expect(machine.retryDue(generation: attempt) == [.start(generation: attempt + 1)])
    }
    #expect(
      machine.startRefused(generation: DiscoveryMachine.attempts, isBusy: true) == [.refuse([1])])
  }

  @Test func `who has a deadline bears a busy daemon longer than who has none`() {
    var machine = Self.powered()
    _ = machine.add(1)
    _ = machine.add(2, isPatient: true)
    for attempt in 1..<DiscoveryMachine.attempts {
      _ = machine.startRefused(generation: attempt, isBusy: true)
      _ = machine.retryDue(generation: attempt)
    }
    let last = DiscoveryMachine.attempts
    #expect(
      machine.startRefused(generation: last, isBusy: true)
        == [.refuse([1]), .retry(generation: last, after: .milliseconds(3200))])
    #expect(machine.retryDue(generation: last) == [.start(generation: last + 1)])
    #expect(
      machine.startRefused(generation: last + 1, isBusy: true)
        == [.retry(generation: last + 1, after: .milliseconds(3200))])
    #expect(machine.remove(2) == [])
    #expect(machine.retryDue(generation: last + 1) == [])
  }

  @Test func `discovery that the daemon ended by itself is stopped and started again`() {
    var machine = Self.running()
    #expect(machine.ended() == [.stop(generation: 2)])
    #expect(machine.ended() == [])
    #expect(machine.stopped(generation: 2) == [.start(generation: 3)])
    _ = machine.started(generation: 3)
    _ = machine.remove(1)
    #expect(machine.ended() == [])
  }

  @Test func `a refused start is not followed by a stop`() {
    var machine = Self.powered()
    _ = machine.add(1)
    #expect(machine.startRefused(generation: 1, isBusy: false) == [.refuse([1])])
    #expect(machine.remove(1) == [])
  }

  @Test func `scans that are still wanted start again when the radio is back`() {
    var machine = Self.running()
    #expect(machine.powered(false) == [])
    #expect(machine.powered(true) == [.start(generation: 2)])
    #expect(machine.stopped(generation: 1) == [])
    #expect(machine.started(generation: 1) == [])
    #expect(!machine.isRunning)
    #expect(machine.started(generation: 2) == [])
    #expect(machine.isRunning)
  }
}
