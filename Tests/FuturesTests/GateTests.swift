import Dispatch
import Futures
import Testing

@Suite struct GateTests {
  let gate = Gate()
  let seen = Recorder<String>()

  @Test func `a step that finds the gate taken is done before the one inside leaves`() {
    #expect(gate.enter())
    gate.later { [seen] in seen.add("step") }
    #expect(!gate.enter())
    seen.add("inside")
    gate.leave()
    #expect(seen.elements == ["inside", "step"])
    #expect(gate.enter())
    gate.leave()
  }

  @Test func `a step for a free gate is done at once, and in a callback after it`() {
    gate.later { [seen] in seen.add("outside") }
    #expect(seen.elements == ["outside"])
    ExecutionContext.inline.execute { [gate, seen] in
      #expect(!gate.enter())
      gate.later { seen.add("first") }
      gate.later { seen.add("second") }
      #expect(!gate.enterNested())
      seen.add("callback")
    }
    #expect(seen.elements == ["outside", "callback", "first", "second"])
  }

  @Test func `another thread does the steps that wait for a callback, and its own behind them`() {
    ExecutionContext.inline.execute { [gate, seen] in
      gate.later { seen.add("first") }
      DispatchQueue.global().sync {
        // The thread may be this one, whose loop is busy.
        gate.later { seen.add("second") }
      }
    }
    #expect(seen.elements == ["first", "second"])
  }

  @Test func `steps of steps are done in their order, in several shares`() {
    let numbers = Recorder<Int>()
    #expect(gate.enter())
    for index in 0..<200 {
      gate.later { [gate] in
        numbers.add(index)
        gate.later { numbers.add(1000 + index) }
      }
    }
    gate.leave()
    #expect(numbers.elements == Array(0..<200) + Array(1000..<1200))
  }

  @Test func `gates are inside of each other to a depth only`() {
    let gates = (0..<20).map { _ in Gate() }
    let entered = Recorder<Int>()
    ExecutionContext.inline.execute {
      var inside: [Gate] = []
      for gate in gates where gate.enterNested() { inside.append(gate) }
      entered.add(inside.count)
      for gate in inside.reversed() { gate.leaveNested() }
    }
    #expect(entered.elements == [8])
  }
}
