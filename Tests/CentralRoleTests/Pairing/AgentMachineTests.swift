import BlueZ
import Testing

@Suite struct AgentMachineTests {
  private typealias Wish = AgentMachine.Wish

  private func ready() -> AgentMachine {
    var machine = AgentMachine()
    _ = machine.arrived()
    return machine
  }

  @Test func `an agent is registered for one pairing and taken back after it`() {
    var machine = ready()
    #expect(
      machine.add(Wish(1, .displayYesNo)) == [.register(.displayYesNo, generation: 1)])
    #expect(machine.registered(generation: 1) == [.admit(1)])
    #expect(machine.remove(1) == [.unregister(generation: 1)])
    #expect(machine.unregistered(generation: 1) == [])
    #expect(
      machine.add(Wish(2, .displayYesNo)) == [.register(.displayYesNo, generation: 2)])
  }

  @Test func `pairings with the same capability share one registration`() {
    var machine = ready()
    _ = machine.add(Wish(1, .keyboardOnly))
    #expect(machine.add(Wish(2, .keyboardOnly)) == [])
    #expect(machine.registered(generation: 1) == [.admit(1), .admit(2)])
    #expect(machine.add(Wish(3, .keyboardOnly)) == [.admit(3)])
    #expect(machine.remove(1) == [])
    #expect(machine.remove(3) == [])
    #expect(machine.remove(2) == [.unregister(generation: 1)])
  }

  @Test func `pairings with other capabilities take turns in the order of their calls`() {
    var machine = ready()
    _ = machine.add(Wish(1, .keyboardOnly))
    _ = machine.registered(generation: 1)
    #expect(machine.add(Wish(2, .displayOnly)) == [])
    #expect(machine.add(Wish(3, .keyboardOnly)) == [], "it would let the other wait for ever")
    #expect(machine.remove(1) == [.unregister(generation: 1)])
    #expect(machine.unregistered(generation: 1) == [.register(.displayOnly, generation: 2)])
    #expect(machine.registered(generation: 2) == [.admit(2)])
    #expect(machine.remove(2) == [.unregister(generation: 2)])
    #expect(machine.unregistered(generation: 2) == [.register(.keyboardOnly, generation: 3)])
    #expect(machine.registered(generation: 3) == [.admit(3)])
  }

  @Test func `the default agent claims to be asked for every device`() {
    var machine = ready()
    _ = machine.add(Wish(1, .keyboardDisplay, isDefault: true))
    #expect(machine.registered(generation: 1) == [.claimDefault(generation: 1)])
    #expect(machine.claimed(generation: 1) == [.admit(1)])
    #expect(machine.add(Wish(2, .keyboardDisplay)) == [.admit(2)])
    #expect(machine.remove(2) == [])
    #expect(machine.remove(1) == [.unregister(generation: 1)])
  }

  @Test func `the default agent gives way to another capability and comes back`() {
    var machine = ready()
    _ = machine.add(Wish(1, .keyboardDisplay, isDefault: true))
    _ = machine.registered(generation: 1)
    _ = machine.claimed(generation: 1)
    #expect(machine.add(Wish(2, .noInputNoOutput)) == [.unregister(generation: 1)])
    #expect(
      machine.unregistered(generation: 1) == [.register(.noInputNoOutput, generation: 2)])
    #expect(machine.registered(generation: 2) == [.admit(2)])
    #expect(machine.remove(2) == [.unregister(generation: 2)])
    #expect(
      machine.unregistered(generation: 2) == [.register(.keyboardDisplay, generation: 3)])
    #expect(machine.registered(generation: 3) == [.claimDefault(generation: 3)])
    #expect(machine.claimed(generation: 3) == [.admit(1)])
  }

  @Test func `what is wanted is registered again with the next daemon`() {
    var machine = ready()
    _ = machine.add(Wish(1, .keyboardDisplay, isDefault: true))
    _ = machine.registered(generation: 1)
    _ = machine.claimed(generation: 1)
    machine.vanished()
    #expect(machine.claimed(generation: 1) == [])
    #expect(machine.arrived() == [.register(.keyboardDisplay, generation: 3)])
    #expect(machine.arrived() == [])
    #expect(machine.registered(generation: 1) == [])
    #expect(machine.registered(generation: 3) == [.claimDefault(generation: 3)])
  }

  @Test func `a refusal is told to those who wanted that capability`() {
    var machine = ready()
    _ = machine.add(Wish(1, .displayOnly))
    _ = machine.add(Wish(2, .keyboardOnly))
    #expect(
      machine.registrationRefused(generation: 1)
        == [.refuse(1), .register(.keyboardOnly, generation: 2)])
    machine = ready()
    _ = machine.add(Wish(1, .displayOnly, isDefault: true))
    _ = machine.registered(generation: 1)
    #expect(
      machine.claimRefused(generation: 1) == [.refuse(1), .unregister(generation: 1)])
  }

  @Test func `nothing is asked of a daemon that is not there`() {
    var machine = AgentMachine()
    #expect(machine.add(Wish(1, .displayOnly)) == [])
    #expect(machine.remove(1) == [])
    #expect(machine.arrived() == [])
  }

  @Test func `who leaves while the registration is on its way takes it back`() {
    var machine = ready()
    _ = machine.add(Wish(1, .displayOnly))
    #expect(machine.remove(1) == [])
    #expect(machine.registered(generation: 1) == [.unregister(generation: 1)])
  }
}
