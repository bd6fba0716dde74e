/// What a merged stream follows: an outer source and the inner ones it led to.
///
/// Of one origin only the newest is followed, so that a chain that runs again does not double
/// its values. It performs nothing: parties to be left are returned.
package struct MergeCore: Sendable {
  private struct Inner: Sendable {
    var origin: ObjectIdentifier?
    var party: (any Leavable)?
  }

  private enum Outer: Sendable {
    case open((any Leavable)?)
    case finished
    case cancelled
  }

  private var outer = Outer.open(nil)
  private var inners: [Int: Inner] = [:]
  private var nextID = 0

  package init() {}

  private var isOver: Bool {
    if case .finished = outer { inners.isEmpty } else { false }
  }

  /// Notes the registration at the outer source.
  ///
  /// Returns it if it is to be left, since nobody wants it any more.
  package mutating func attachOuter(_ party: any Leavable) -> (any Leavable)? {
    switch outer {
    case .open: outer = .open(party)
    case .finished: break
    case .cancelled: return party
    }
    return nil
  }

  /// A place for a new inner one, which keeps the merged stream open, if that is still wanted.
  package mutating func begin() -> Int {
    nextID += 1
    if case .cancelled = outer { return nextID }
    inners[nextID] = Inner()
    return nextID
  }

  /// Notes its registration.
  ///
  /// Returns it if it is to be left, since nobody wants it any more.
  package mutating func attach(_ id: Int, _ party: any Leavable) -> (any Leavable)? {
    guard inners[id] != nil else { return party }
    inners[id]?.party = party
    return nil
  }

  /// Notes its origin, and returns the older of that origin, to be left.
  package mutating func identify(_ id: Int, as origin: ObjectIdentifier) -> [any Leavable] {
    guard inners[id] != nil else { return [] }
    inners[id]?.origin = origin
    let same = inners.filter { $0.value.origin == origin }.map(\.key).sorted().dropLast()
    return same.compactMap { inners.removeValue(forKey: $0)?.party }
  }

  /// An inner one finished.
  ///
  /// True if everything has.
  package mutating func end(_ id: Int) -> Bool {
    inners.removeValue(forKey: id) != nil && isOver
  }

  /// The outer one finished.
  ///
  /// True if everything has.
  package mutating func endOuter() -> Bool {
    guard case .open = outer else { return false }
    outer = .finished
    return isOver
  }

  /// Forgets everything and returns it, to be left.
  package mutating func cancel() -> [any Leavable] {
    var parties: [any Leavable] = []
    if case .open(let party?) = outer { parties.append(party) }
    outer = .cancelled
    parties += inners.sorted { $0.key < $1.key }.compactMap(\.value.party)
    inners = [:]
    return parties
  }
}
