import BlueZ
import DBus
import Testing

@testable import CentralRole

@Suite struct ManagerStateMachineTests {
  static func poweredOn() -> ManagerStateMachine {
    var machine = ManagerStateMachine()
    _ = machine.adapterChanged(to: .on)
    _ = machine.statusChanged(to: .ready)
    return machine
  }

  @Test func `states follow the adapter`() {
    var machine = ManagerStateMachine()
    #expect(machine.adapterChanged(to: .on) == [])
    #expect(machine.statusChanged(to: .ready) == [.report(.poweredOn)])
    #expect(machine.adapterChanged(to: .off) == [.report(.poweredOff)])
    #expect(machine.adapterChanged(to: .off) == [])
    #expect(machine.adapterChanged(to: .on) == [.report(.poweredOn)])
  }

  @Test func `no adapter at the start is unsupported`() {
    var machine = ManagerStateMachine()
    #expect(machine.statusChanged(to: .ready) == [.report(.unsupported)])
  }

  @Test func `a daemon that restarts is resetting until its adapter is on again`() {
    var machine = Self.poweredOn()
    #expect(machine.adapterChanged(to: .absent) == [.report(.resetting), .startGrace(timer: 1)])
    #expect(machine.statusChanged(to: .lost(.daemon)) == [])
    #expect(machine.statusChanged(to: .ready) == [.startGrace(timer: 2)])
    #expect(machine.adapterChanged(to: .off) == [])
    #expect(machine.adapterChanged(to: .on) == [.report(.poweredOn)])
    #expect(machine.graceEnded(timer: 2) == [])
  }

  @Test func `an adapter that stays away is told when the grace ends`() {
    var machine = Self.poweredOn()
    #expect(machine.adapterChanged(to: .absent) == [.report(.resetting), .startGrace(timer: 1)])
    #expect(machine.graceEnded(timer: 1) == [.report(.unsupported)])
    #expect(machine.adapterChanged(to: .on) == [.report(.poweredOn)])
  }

  @Test func `a daemon that is not there is a failure and then a state`() {
    var machine = ManagerStateMachine()
    #expect(machine.statusChanged(to: .unavailable(.daemon)) == [.fail(.daemon)])
    #expect(machine.adapterChanged(to: .on) == [])
    #expect(machine.statusChanged(to: .ready) == [.report(.poweredOn)])
  }

  @Test func `a policy that refuses is unauthorized`() {
    var machine = ManagerStateMachine()
    let error = BlueZError(
      DBusError(.remote, name: "org.freedesktop.DBus.Error.AccessDenied", "no"))
    #expect(machine.statusChanged(to: .unavailable(.policy(error))) == [.report(.unauthorized)])
  }
}
