/// Several sources that become one stream.
@usableFromInline
struct Merge<Output: Sendable>: Sendable {
  @usableFromInline let merger: Merger
  @usableFromInline let output: FutureStream<Output>

  @usableFromInline
  init(
    context: ExecutionContext, capacity: Int, origin: StreamOrigin,
    policy: Merger.Policy = .newestOfEachOrigin
  ) {
    merger = Merger(policy)
    output = FutureStream(
      context: context, capacity: capacity, origin: origin, isDerived: true, upstream: merger)
  }

  @inlinable
  func endOuter() {
    if merger.endOuter() { output.pass(.finished) }
  }

  @inlinable
  func end(_ id: Int) {
    if merger.end(id) { output.pass(.finished) }
  }

  /// Adds a stream, in the place of the one of its origin that it follows so far.
  ///
  /// The change is one step at the gate, so that no element comes twice, and the operation goes
  /// on, because the newcomer counts before the older one leaves.
  @inlinable
  func follow(_ inner: FutureStream<Output>, resolving origin: StreamOrigin? = nil) {
    let id = merger.begin()
    let seat = Seat()
    merger.attach(id, seat)
    inner.subscribe(
      .inline, seat: seat,
      whenAdmitted: {
        let isResolved = origin?.resolve(to: inner.origin) ?? false
        // What it has kept since it was derived came by way of the older one.
        if merger.identify(id, as: inner.origin) || isResolved { inner.history.discardKept() }
      },
      { event in
        if case .finished = event { end(id) } else { output.pass(event) }
      })
  }

  @inlinable
  func follow(_ inner: Future<Output>) {
    let id = merger.begin()
    merger.identify(id, as: nil)
    let subscription = inner.onComplete(context: .inline) { result in
      output.pass(StreamEvent(result))
      end(id)
    }
    merger.attach(id, FollowedFuture(subscription))
  }
}
