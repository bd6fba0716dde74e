import Synchronization

extension FutureStream {
  /// A stream that is derived from this one and has values of its own at first.
  ///
  /// As `derive`, apart from the first values, which it has before this stream's next element.
  package func derive<Output: Sendable>(
    beginningWith first: [Output], replaysCurrent: Bool? = nil, capacity: Int? = nil,
    _ body: @escaping @Sendable (StreamEvent<Value>, FutureStream<Output>) -> Void
  ) -> FutureStream<Output> {
    let output = FutureStream<Output>(
      from: self, at: .inline, replaysCurrent: replaysCurrent, capacity: capacity, overflow: nil)
    for value in first { output.emit(.value(value)) }
    output.attach(subscribe(.inline) { event in body(event, output) })
    return output
  }

  /// The same elements for somebody who comes late: those from `open` on, after the values that it
  /// is given.
  ///
  /// `open` must not run while another thread fills this stream.
  package func late(
    capacity: Int
  ) -> (stream: FutureStream<Value>, open: @Sendable ([Value]) -> Void) {
    let door = Door()
    let stream: FutureStream<Value> = derive(.inline, capacity: capacity) { event, output in
      if case .value = event, !door.isOpen.load(ordering: .acquiring) { return }
      output.pass(event)
    }
    return (
      stream,
      { values in
        for value in values { stream.emit(.value(value)) }
        door.isOpen.store(true, ordering: .releasing)
      }
    )
  }
}

/// Whether a late stream has begun.
private final class Door: Sendable {
  let isOpen = Atomic(false)
}
