import Futures
import Testing

@Suite struct DeliveryTests {
  var delivery = Delivery<Int>(capacity: 2)

  private mutating func take() -> Int? { delivery.pop()?.result?.value }

  private mutating func rest() -> [Int?] {
    var values: [Int?] = []
    while let event = delivery.pop() { values.append(event.result?.value) }
    return values
  }

  @Test mutating func `each element is worth a turn, and one that displaces another is not`() {
    #expect(delivery.isIdle)
    #expect(delivery.push(.value(1), isKept: false) == true)
    #expect(!delivery.isIdle)
    #expect(delivery.push(.value(2), isKept: false) == true)
    #expect(delivery.push(.value(3), isKept: false) == false)
    #expect(delivery.droppedCount == 1)
    #expect(rest() == [2, 3])
    #expect(delivery.isIdle)
  }

  @Test mutating func `the end comes behind what is buffered, and is the last`() {
    #expect(delivery.push(.value(1), isKept: false) == true)
    #expect(delivery.push(.finished, isKept: false) == true)
    #expect(delivery.push(.value(2), isKept: false) == false)
    #expect(delivery.push(.finished, isKept: false) == false)
    #expect(!delivery.isIdle)
    #expect(take() == 1)
    if case .finished = delivery.pop() {} else { Issue.record("no end") }
    #expect(take() == nil)
    #expect(delivery.push(.value(3), isKept: false) == false)
  }

  @Test mutating func `what was kept is not bounded`() {
    for value in 0..<10 { #expect(delivery.push(.value(value), isKept: true) == true) }
    #expect(delivery.droppedCount == 0)
    #expect(delivery.push(.value(10), isKept: false) == false)
    #expect(rest() == Array(1...10))
  }

  @Test mutating func `nothing comes after it was closed`() {
    #expect(delivery.push(.value(1), isKept: false) == true)
    delivery.close()
    #expect(take() == nil)
    #expect(delivery.push(.value(2), isKept: true) == false)
    #expect(!delivery.isIdle)
  }

  @Test(arguments: [0, -1, Int.min]) func `a capacity below one is one`(capacity: Int) {
    var delivery = Delivery<Int>(capacity: capacity)
    #expect(delivery.push(.value(1), isKept: false) == true)
    #expect(delivery.push(.value(2), isKept: false) == false)
    let next = delivery.pop()
    #expect(next?.result?.value == 2)
  }
}

@Suite struct MergeCoreTests {
  private struct Source: Leavable {
    let name: Int
    func leave(quietly: Bool) {}
  }

  private final class Origin: Sendable {}

  var core = MergeCore()
  private let origins = (0..<2).map { _ in Origin() }

  private func origin(_ index: Int) -> ObjectIdentifier { ObjectIdentifier(origins[index]) }

  private func names(_ parties: [any Leavable]) -> [Int] {
    parties.compactMap { ($0 as? Source)?.name }
  }

  /// Adds an inner source that is told apart by a number.
  private mutating func add(_ name: Int) -> Int {
    let id = core.begin()
    #expect(core.attach(id, Source(name: name)) == nil)
    return id
  }

  @Test mutating func `it is over when the outer one and all inner ones are`() {
    #expect(core.attachOuter(Source(name: 0)) == nil)
    let first = add(1)
    let second = add(2)
    #expect(core.end(first) == false)
    #expect(core.endOuter() == false)
    #expect(core.end(second) == true)
    #expect(core.end(second) == false)
    #expect(core.endOuter() == false)
  }

  @Test mutating func `it is over with the outer one if there are no others`() {
    #expect(core.endOuter() == true)
    #expect(core.attachOuter(Source(name: 0)) == nil)
  }

  @Test mutating func `of one origin only the newest stays`() {
    let first = add(1)
    let second = add(2)
    let third = add(3)
    #expect(names(core.identify(first, as: origin(0))).isEmpty)
    #expect(names(core.identify(second, as: origin(1))).isEmpty)
    #expect(names(core.identify(third, as: origin(0))) == [1])
    #expect(names(core.identify(first, as: origin(0))).isEmpty)
    #expect(names(core.cancel()) == [2, 3])
  }

  @Test mutating func `the newest is who began last, though it is known first`() {
    let first = add(1)
    let second = add(2)
    #expect(names(core.identify(second, as: origin(0))).isEmpty)
    #expect(names(core.identify(first, as: origin(0))) == [1])
    #expect(core.endOuter() == false)
    #expect(core.end(second) == true)
  }

  @Test mutating func `who comes to a merged stream that was left is sent away`() {
    let id = core.begin()
    #expect(names(core.cancel()).isEmpty)
    #expect(core.attach(id, Source(name: 1)) != nil)
    #expect(core.attachOuter(Source(name: 0)) != nil)
    #expect(core.end(id) == false)
    #expect(core.endOuter() == false)
  }

  @Test mutating func `leaving everything begins with the outer one and happens once`() {
    #expect(core.attachOuter(Source(name: 0)) == nil)
    _ = add(1)
    _ = add(2)
    #expect(names(core.cancel()) == [0, 1, 2])
    #expect(names(core.cancel()).isEmpty)
  }

  @Test mutating func `one that ended before it was attached is not kept`() {
    let id = core.begin()
    #expect(core.end(id) == false)
    #expect(core.attach(id, Source(name: 1)) != nil)
  }
}
