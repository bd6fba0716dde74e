/// Registered elements in the order in which they came; each can be taken away by its id.
///
/// The first element needs no allocation, because most futures have one callback. Ids rise, so
/// a removal finds its place by halving and leaves a gap; gaps go when they are the majority.
package struct Slots<Element> {
  fileprivate struct Entry {
    let id: Int
    var element: Element?
  }

  private var first: Element?
  private var firstID = -1
  private var rest: ContiguousArray<Entry> = []
  private var nextID = 0
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  /// The one element, if it is one.
  package var only: Element? { count == 1 && rest.isEmpty ? first : nil }

  package mutating func insert(_ element: Element) -> Int {
    let id = nextID
    nextID += 1
    count += 1
    if count == 1 {
      first = element
      firstID = id
    } else {
      rest.append(Entry(id: id, element: element))
    }
    return id
  }

  /// Takes an element away.
  ///
  /// `nil` if it has gone already.
  package mutating func remove(_ id: Int) -> Element? {
    if id == firstID {
      guard let element = first.take() else { return nil }
      didRemove()
      return element
    }
    guard let index = index(of: id), let element = rest[index].element.take() else { return nil }
    didRemove()
    return element
  }

  /// Leaves it empty and gives everything.
  package mutating func takeAll() -> Slots {
    let all = self
    self = Slots()
    return all
  }

  package func forEach(_ body: (Element) -> Void) {
    if let first { body(first) }
    for entry in rest {
      if let element = entry.element { body(element) }
    }
  }

  private mutating func didRemove() {
    count -= 1
    if count == 0 {
      rest.removeAll()
    } else if rest.count > 16, count * 2 < rest.count {
      rest.removeAll { $0.element == nil }
    }
  }

  private func index(of id: Int) -> Int? {
    var low = 0
    var high = rest.count
    while low < high {
      let middle = (low + high) / 2
      if rest[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < rest.count && rest[low].id == id ? low : nil
  }
}

extension Slots.Entry: Sendable where Element: Sendable {}
extension Slots: Sendable where Element: Sendable {}
