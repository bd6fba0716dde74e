import DBus
import Testing

@testable import BlueZ

@Suite struct SessionMachineTests {
  static let denied = BlueZError(
    DBusError(.remote, name: "org.freedesktop.DBus.Error.AccessDenied", "denied"))
  static let absent = BlueZError(
    DBusError(.remote, name: "org.freedesktop.DBus.Error.ServiceUnknown", "nobody"))
  static let silent = BlueZError(DBusError(.noReply, "late"))
  static let ended = BlueZError(
    DBusError(.remote, name: "org.freedesktop.DBus.Error.NoReply", "recipient disconnected"))

  static func ready() -> SessionMachine {
    var machine = SessionMachine()
    _ = machine.busOpened()
    _ = machine.snapshotArrived(generation: 1)
    return machine
  }

  @Test func `one snapshot makes the tree live`() {
    var machine = SessionMachine()
    #expect(machine.busOpened() == [.fetchSnapshot(generation: 1)])
    #expect(!machine.isLive)
    #expect(machine.snapshotArrived(generation: 1) == [.publish(.ready)])
    #expect(machine.isLive)
  }

  @Test func `a daemon that crashes clears the tree and its successor is read anew`() {
    var machine = Self.ready()
    #expect(machine.daemonVanished() == [.publish(.lost(.daemon)), .clear])
    #expect(machine.daemonAppeared(isSuccessor: false) == [.fetchSnapshot(generation: 2)])
    #expect(machine.snapshotArrived(generation: 1) == [])
    #expect(machine.snapshotArrived(generation: 2) == [.publish(.ready)])
  }

  @Test func `an owner that changes at once is a loss as well`() {
    var machine = Self.ready()
    #expect(
      machine.daemonAppeared(isSuccessor: true)
        == [.publish(.lost(.daemon)), .clear, .fetchSnapshot(generation: 2)])
  }

  @Test func `to hear who the owner is at the start changes nothing`() {
    var machine = SessionMachine()
    _ = machine.busOpened()
    #expect(machine.daemonAppeared(isSuccessor: false) == [])
    _ = machine.snapshotArrived(generation: 1)
    #expect(machine.daemonAppeared(isSuccessor: false) == [])
  }

  @Test func `a daemon that does not run is unavailable and then found`() {
    var machine = SessionMachine()
    _ = machine.busOpened()
    #expect(
      machine.snapshotFailed(generation: 1, Self.absent) == [.publish(.unavailable(.daemon))])
    #expect(machine.daemonAppeared(isSuccessor: false) == [.fetchSnapshot(generation: 2)])
  }

  @Test func `a policy that refuses is told`() {
    var machine = SessionMachine()
    _ = machine.busOpened()
    #expect(
      machine.snapshotFailed(generation: 1, Self.denied)
        == [.publish(.unavailable(.policy(Self.denied)))])
  }

  @Test func `a daemon that ends before it answers does not run`() {
    var machine = SessionMachine()
    _ = machine.busOpened()
    #expect(
      machine.snapshotFailed(generation: 1, Self.ended) == [
        .publish(.unavailable(.daemon)), .askAgain(after: .seconds(5)),
      ])
    #expect(machine.askAgainDue() == [.fetchSnapshot(generation: 2)])
    _ = machine.snapshotArrived(generation: 2)
    _ = machine.daemonVanished()
    #expect(machine.daemonAppeared(isSuccessor: false) == [.fetchSnapshot(generation: 3)])
    #expect(
      machine.snapshotFailed(generation: 3, Self.ended) == [.askAgain(after: .seconds(5))])
  }

  @Test func `a daemon that does not answer is asked again`() {
    var machine = SessionMachine()
    _ = machine.busOpened()
    #expect(
      machine.snapshotFailed(generation: 1, Self.silent) == [
        .publish(.unavailable(.answer(Self.silent))), .askAgain(after: .seconds(5)),
      ])
    #expect(machine.askAgainDue() == [.fetchSnapshot(generation: 2)])
  }

  @Test func `a lost bus is opened again with growing pauses`() {
    var machine = Self.ready()
    let lost = SessionMachine.Action.publish(.lost(.bus))
    #expect(machine.busLost() == [lost, .reopen(after: .seconds(1)), .clear])
    _ = machine.reopenDue()
    #expect(machine.busOpenFailed(Self.silent) == [lost, .reopen(after: .seconds(2))])
    _ = machine.reopenDue()
    #expect(machine.busOpenFailed(Self.silent) == [lost, .reopen(after: .seconds(4))])
    _ = machine.reopenDue()
    #expect(machine.busOpened() == [.fetchSnapshot(generation: 2)])
  }

  @Test func `late events of a closed session move nothing`() {
    var machine = Self.ready()
    machine.closed()
    #expect(machine.busLost() == [])
    #expect(machine.daemonVanished() == [])
    #expect(machine.daemonAppeared(isSuccessor: true) == [])
    let isDue = machine.reopenDue()
    #expect(!isDue)
  }
}
