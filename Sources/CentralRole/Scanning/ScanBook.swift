package import DBus

/// Decides what one scan tells: whom it has found, who is news, and who is lost.
///
/// It knows only those who were found and have not gone since.
package struct ScanBook: Sendable {
  package enum Verdict: Sendable, Equatable {
    case silent, found, updated
  }

  /// How much is told of those who were found.
  package enum Detail: Sendable, Equatable {
    case nothing
    /// What is new.
    case changes
    /// Also what repeats itself.
    case repetitions
  }

  private let detail: Detail
  /// When each was heard last.
  private var heard: [ObjectPath: Duration] = [:]

  package init(detail: Detail) { self.detail = detail }

  package var found: some Collection<ObjectPath> { heard.keys }

  package func hasFound(_ path: ObjectPath) -> Bool { heard[path] != nil }

  /// A device was heard; `fits` is asked only where the answer matters.
  package mutating func heard(
    _ path: ObjectPath, at time: Duration, isNews: Bool, fits: () -> Bool
  ) -> Verdict {
    guard let index = heard.index(forKey: path) else {
      guard fits() else { return .silent }
      heard[path] = time
      return .found
    }
    // What does not fit any more is not told, and is there all the same.
    heard.values[index] = time
    switch detail {
    case .nothing: return .silent
    case .changes: return isNews && fits() ? .updated : .silent
    case .repetitions: return fits() ? .updated : .silent
    }
  }

  /// The daemon has removed a device; returns whether this scan had found it.
  package mutating func removed(_ path: ObjectPath) -> Bool {
    heard.removeValue(forKey: path) != nil
  }

  /// Takes out whoever was not heard for too long, and says when to look again.
  ///
  /// Silence counts from when listening began, and not for those that cannot be heard now.
  package mutating func expire(
    at time: Duration, after limit: Duration, since: Duration,
    isExcused: (ObjectPath) -> Bool
  ) -> (lost: [ObjectPath], next: Duration) {
    var lost: [ObjectPath] = []
    var next = time + limit
    for (path, last) in heard {
      let due = max(last, since) + limit
      if due > time {
        next = min(next, due)
      } else if isExcused(path) {
        heard[path] = time
      } else {
        lost.append(path)
      }
    }
    for path in lost { heard[path] = nil }
    return (lost.sorted(), next)
  }
}
