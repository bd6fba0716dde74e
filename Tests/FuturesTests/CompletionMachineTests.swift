import Futures
import Testing

@Suite struct CompletionMachineTests {
  var completion = Completion<Int>()

  private func dueElements(_ due: Completion<Int>.Due) -> [Int] {
    var elements = due.first.map { [$0] } ?? []
    due.forEachOther { elements.append($0) }
    return elements
  }

  @Test mutating func `those who wait are due in order, once`() {
    for observer in 0..<5 { #expect(completion.register(observer) == observer) }
    #expect(dueElements(completion.complete()) == [0, 1, 2, 3, 4])
    #expect(completion.isUnwanted)
    #expect(dueElements(completion.complete()).isEmpty)
  }

  @Test mutating func `who was due can not leave any more`() {
    _ = completion.register(10)
    _ = completion.register(11)
    _ = completion.complete()
    #expect(completion.remove(0) == (nil, false))
    #expect(completion.remove(1) == (nil, false))
  }

  @Test mutating func `only the last that leaves makes it unwanted`() {
    _ = completion.register(10)
    _ = completion.register(11)
    _ = completion.register(12)
    #expect(completion.remove(1) == (11, false))
    #expect(completion.remove(0) == (10, false))
    #expect(!completion.isUnwanted)
    #expect(completion.remove(2) == (12, true))
    #expect(completion.isUnwanted)
  }

  @Test mutating func `who is not there can not leave`() {
    _ = completion.register(10)
    #expect(completion.remove(-1) == (nil, false))
    #expect(completion.remove(1) == (nil, false))
    #expect(completion.remove(Int.max) == (nil, false))
    #expect(completion.remove(0) == (10, true))
    #expect(completion.remove(0) == (nil, false))
  }

  @Test mutating func `a newcomer gets a place of its own after the first has left`() {
    #expect(completion.register(10) == 0)
    #expect(completion.register(11) == 1)
    _ = completion.remove(0)
    #expect(completion.register(12) == 2)
    #expect(completion.remove(0) == (nil, false))
    #expect(dueElements(completion.complete()) == [11, 12])
  }

  @Test mutating func `the only one is known while it is the only one`() {
    #expect(completion.only == nil)
    _ = completion.register(10)
    #expect(completion.only == 10)
    _ = completion.register(11)
    #expect(completion.only == nil)
    _ = completion.remove(1)
    #expect(completion.only == 10)
    _ = completion.remove(0)
    #expect(completion.only == nil)
  }

  @Test(arguments: 1...20) func `any order of coming and leaving keeps the order of the rest`(
    seed: UInt64
  ) {
    var random = SplitMix(seed)
    var completion = Completion<Int>()
    var model: [(place: Int, observer: Int)] = []
    for step in 0..<500 {
      if Bool.random(using: &random) || model.isEmpty {
        let place = completion.register(step)
        #expect(!model.contains { $0.place == place })
        model.append((place, step))
      } else {
        let gone = model.remove(at: Int.random(in: 0..<model.count, using: &random))
        let (removed, isUnwanted) = completion.remove(gone.place)
        #expect(removed == gone.observer)
        #expect(isUnwanted == model.isEmpty)
      }
      #expect(completion.isUnwanted == model.isEmpty)
      // One that came second is not known as the only one, which costs memory and nothing else.
      #expect(completion.only == nil || [completion.only] == model.map(\.observer))
    }
    #expect(dueElements(completion.complete()) == model.map(\.observer))
  }
}

private func == (left: (removed: Int?, isUnwanted: Bool), right: (Int?, Bool)) -> Bool {
  left.removed == right.0 && left.isUnwanted == right.1
}

/// Random numbers that are the same in each run.
struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
