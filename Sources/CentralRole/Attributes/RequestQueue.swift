/// Decides which requests of one peripheral may be open together.
///
/// Requests start in the order of their calls. Reads of different attributes may be open
/// together; two requests on one attribute never are; a write waits for what came before it and
/// holds back what comes after. A request keeps its place until it is finished, whether anybody
/// still wants its result or not.
package struct RequestQueue: Sendable {
  package typealias Request = Int
  package typealias Attribute = Int

  package enum Kind: Sendable { case read, write }

  private struct Entry: Sendable {
    let request: Request
    let attribute: Attribute
    let kind: Kind
  }

  /// At most so many reads are open together.
  package static let limit = 16

  private var waiting: [Entry] = []
  private var head = 0
  private var open: [Entry] = []

  package init() {}

  /// The requests of a kind that wait or are open, of one attribute or of all.
  package func count(of kind: Kind, on attribute: Attribute? = nil) -> Int {
    (open + waiting[head...]).count { entry in
      entry.kind == kind && (attribute ?? entry.attribute) == entry.attribute
    }
  }

  package var isIdle: Bool { open.isEmpty && head == waiting.count }

  /// Adds a request; returns the requests that may start now.
  package mutating func add(
    _ request: Request, on attribute: Attribute, _ kind: Kind
  ) -> [Request] {
    waiting.append(Entry(request: request, attribute: attribute, kind: kind))
    return admit()
  }

  /// A request that was started has its answer; returns the requests that may start now.
  package mutating func finish(_ request: Request) -> [Request] {
    guard let index = open.firstIndex(where: { $0.request == request }) else { return [] }
    open.remove(at: index)
    return admit()
  }

  /// Takes back a request that has not started; returns `nil` when it has, or is not known.
  package mutating func withdraw(_ request: Request) -> [Request]? {
    guard let index = waiting[head...].firstIndex(where: { $0.request == request }) else {
      return nil
    }
    waiting.remove(at: index)
    return admit()
  }

  /// The link ended: nothing of it is waited for any more.
  ///
  /// Returns every request that was known.
  package mutating func removeAll() -> [Request] {
    defer { self = RequestQueue() }
    return open.map(\.request) + waiting[head...].map(\.request)
  }

  private mutating func admit() -> [Request] {
    var admitted: [Request] = []
    while head < waiting.count, mayStart(waiting[head]) {
      open.append(waiting[head])
      admitted.append(waiting[head].request)
      head += 1
    }
    if head == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 64, head * 2 > waiting.count {
      waiting.removeFirst(head)
      head = 0
    }
    return admitted
  }

  private func mayStart(_ entry: Entry) -> Bool {
    if open.isEmpty { return true }
    guard entry.kind == .read, open.count < Self.limit else { return false }
    return open.allSatisfy { $0.kind == .read && $0.attribute != entry.attribute }
  }
}
