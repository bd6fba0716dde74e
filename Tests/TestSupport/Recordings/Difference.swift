/// A line that only one of two texts has.
package enum Difference: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// A line that only the daemon's text has.
  case daemon(String)
  /// A line that only the other text has.
  case simulator(String)

  package var description: String {
    switch self {
    case .daemon(let line): "daemon    |\(line)"
    case .simulator(let line): "simulator |\(line)"
    }
  }

  /// The differences in the order of the texts.
  package static func list(stored: String, fresh: String) -> [Difference] {
    let old = stored.split(separator: "\n", omittingEmptySubsequences: false)
    let new = fresh.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old)
    let removed = changes.removals.map { change in
      guard case .remove(let offset, let line, _) = change else { return (0, Substring()) }
      return (offset, line)
    }
    let inserted = changes.insertions.map { change in
      guard case .insert(let offset, let line, _) = change else { return (0, Substring()) }
      return (offset, line)
    }
    return removed.map { .daemon(String($0.1)) } + inserted.map { .simulator(String($0.1)) }
  }

  /// Whole interfaces by their names, and members of those that both have.
  package static func list(daemon: Interfaces, simulator: Interfaces) -> [Difference] {
    var list: [Difference] = []
    for (name, theirs) in daemon {
      guard let own = simulator[name] else {
        list.append(.daemon(name))
        continue
      }
      list += theirs.subtracting(own).map { .daemon("\(name) \($0)") }
      list += own.subtracting(theirs).map { .simulator("\(name) \($0)") }
    }
    list += simulator.keys.filter { daemon[$0] == nil }.map(Difference.simulator)
    return list.sorted()
  }
}
