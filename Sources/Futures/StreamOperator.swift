extension FutureStream {
  /// The way to write an operator: a stream that is derived from this one.
  ///
  /// `body` is told each event of this stream, in order and one at a time, in `context` or the
  /// stream's own, and tells `output`, by `pass`, what comes of it: nothing, one event or several.
  /// It must pass `finished` on; events after it are ignored. When nobody wants the output any
  /// more it leaves this stream.
  ///
  /// Whatever is `@inlinable` up to the public combinator is compiled for the values' own types.
  @inlinable
  package func derive<Output: Sendable>(
    _ context: ExecutionContext?, replaysCurrent: Bool? = nil, capacity: Int? = nil,
    overflow: StreamOverflow? = nil,
    _ body: @escaping @Sendable (StreamEvent<Value>, FutureStream<Output>) -> Void
  ) -> FutureStream<Output> {
    let output = FutureStream<Output>(
      from: self, at: context ?? self.context, replaysCurrent: replaysCurrent,
      capacity: capacity, overflow: overflow)
    output.attach(subscribe(context) { event in body(event, output) })
    return output
  }

  /// A stream that a source at `site` fills.
  @usableFromInline
  convenience init<Source>(
    from source: FutureStream<Source>, at site: ExecutionContext, replaysCurrent: Bool?,
    capacity: Int?, overflow: StreamOverflow?
  ) {
    // Inline, whatever it is given comes from inside the gate of the source.
    self.init(
      context: source.context, capacity: capacity ?? source.capacity,
      overflow: overflow ?? source.overflow, gate: site.isInline ? source.gate : nil,
      origin: source.origin,
      replaysCurrent: replaysCurrent ?? source.replaysCurrent, isDerived: true)
  }
}
