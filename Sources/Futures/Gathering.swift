import Synchronization

/// Several futures as one: it decides which of their results completes that.
///
/// Their values stay where they are until the last has come, so it needs to know none of their
/// types. It leaves all of them as soon as the one is complete or cancelled.
@usableFromInline
final class Gathering: Sendable {
  @usableFromInline
  enum Mode: Sendable {
    /// All values; the first failure ends it.
    case values
    /// All results.
    case results
    /// The first result.
    case first
    /// The first value, or else the last failure.
    case firstValue
  }

  /// `@unchecked Sendable` as every job; what it has itself does not change.
  private final class Place: Member, @unchecked Sendable {
    private let gathering: Gathering

    init(of gathering: Gathering, at source: AnyFuture) {
      self.gathering = gathering
      super.init(at: source)
    }

    override func arrived() {
      gathering.arrived(source)
    }
  }

  private let output: AnyFuture
  private let mode: Mode
  private let missing: Atomic<Int>
  private let finish: @Sendable (_ output: AnyFuture) -> Void
  private let places = Lock<[Place]>([])

  /// `finish` completes the output when all sources are complete, in the modes that want all.
  @usableFromInline
  init(
    _ mode: Mode, of sources: [AnyFuture], into output: AnyFuture,
    _ finish: @escaping @Sendable (_ output: AnyFuture) -> Void = { _ in }
  ) {
    self.mode = mode
    self.output = output
    self.finish = finish
    missing = Atomic(sources.count)
    output.stop { self.leave() }
    for source in sources where !output.isCompleted { follow(source) }
  }

  private func follow(_ source: AnyFuture) {
    guard !source.isCompleted else { return arrived(source) }
    let place = Place(of: self, at: source)
    places.withLock { $0.append(place) }
    source.register(place)
    // Over since it was looked at: whoever comes second takes it away.
    if output.isCompleted { leave() }
  }

  private func arrived(_ source: AnyFuture) {
    let hasValue = source.content == .value
    // The first value is waited for until all have failed: a value that is on its way counts.
    let counts = mode == .firstValue && hasValue ? 0 : 1
    let isLast = missing.wrappingSubtract(counts, ordering: .acquiringAndReleasing).newValue == 0
    switch mode {
    case .values where !hasValue, .first: output.adopt(failureOrResultOf: source)
    case .firstValue where hasValue || isLast: output.adopt(source)
    case .values where isLast, .results where isLast: finish(output)
    case .values, .results, .firstValue: return
    }
    leave()
  }

  private func leave() {
    let places = places.withLock { places in
      let old = places
      places = []
      return old
    }
    for place in places { place.leave() }
  }
}

extension AnyFuture {
  /// Completes as another future does, whose type differs if it has failed.
  fileprivate final func adopt(failureOrResultOf source: AnyFuture) {
    if source.content == .failure { complete(source.storedError) } else { adopt(source) }
  }
}
