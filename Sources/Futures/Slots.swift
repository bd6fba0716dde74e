/// Registered elements in the order in which they came; each can be taken away by its id.
///
/// Ids rise, so a removal finds its place by halving and leaves a gap; gaps go when they are the
/// majority.
package struct Slots<Element> {
  fileprivate struct Entry {
    let id: Int
    var element: Element?
  }

  private var entries: ContiguousArray<Entry> = []
  private var nextID: Int
  package private(set) var count = 0

  package init(firstID: Int = 0) {
    nextID = firstID
  }

  package var isEmpty: Bool { count == 0 }

  package mutating func insert(_ element: Element) -> Int {
    let id = nextID
    nextID &+= 1
    count += 1
    entries.append(Entry(id: id, element: element))
    return id
  }

  /// Takes an element away.
  ///
  /// `nil` if it has gone already.
  package mutating func remove(_ id: Int) -> Element? {
    guard let index = index(of: id), let element = entries[index].element.take() else { return nil }
    count -= 1
    if count == 0 {
      entries.removeAll()
    } else if entries.count > 16, count * 2 < entries.count {
      entries.removeAll { $0.element == nil }
    }
    return element
  }

  package func forEach(_ body: (Element) -> Void) {
    for entry in entries {
      if let element = entry.element { body(element) }
    }
  }

  private func index(of id: Int) -> Int? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].id == id ? low : nil
  }
}

extension Slots.Entry: Sendable where Element: Sendable {}
extension Slots: Sendable where Element: Sendable {}
