/// The objects that a connection serves, by their paths.
struct ExportTable: Sendable {
  typealias Handler = @Sendable (MethodCall) -> Void

  private struct Entry: Sendable {
    let id: Int
    let subtree: Bool
    let handler: Handler
  }

  private var entries: [ObjectPath: [Entry]] = [:]
  private var lastID = 0

  var count: Int { entries.values.reduce(0) { $0 + $1.count } }

  /// A second export of a path stands in front of the first until it is cancelled.
  mutating func insert(_ path: ObjectPath, subtree: Bool, _ handler: @escaping Handler) -> Int {
    lastID += 1
    entries[path, default: []].append(Entry(id: lastID, subtree: subtree, handler: handler))
    return lastID
  }

  mutating func remove(_ id: Int, at path: ObjectPath) -> Handler? {
    guard let index = entries[path]?.firstIndex(where: { $0.id == id }) else { return nil }
    let entry = entries[path]?.remove(at: index)
    if entries[path]?.isEmpty == true { entries.removeValue(forKey: path) }
    return entry?.handler
  }

  /// The object at the path, or the nearest subtree that contains it.
  func handler(for path: ObjectPath) -> Handler? {
    if let entry = entries[path]?.last { return entry.handler }
    var ancestor = path.parent
    while let candidate = ancestor {
      if let entry = entries[candidate]?.last(where: \.subtree) { return entry.handler }
      ancestor = candidate.parent
    }
    return nil
  }
}
