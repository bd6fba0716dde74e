extension FutureStream {
  /// The same elements, of which a newcomer is given the current one first.
  ///
  /// For a value that many look at, at different times: a state, the last reading. A failure is
  /// the current element too until the next. It follows its source from now on, and leaves it when
  /// the last subscriber has left.
  ///
  /// ```
  /// source        ──1──2───────3──▶
  /// share(), late        2─────3──▶
  /// ```
  @inlinable
  public func share() -> FutureStream<Value> {
    derive(.inline, replaysCurrent: true) { event, output in output.pass(event) }
  }

  /// The same elements with another buffer for those who are called elsewhere, or iterate.
  ///
  /// `capacity` is how many elements the buffer of a subscriber holds unless it says otherwise, at
  /// least one; `overflow` says which one gives way when it is full.
  ///
  /// ```
  /// source                    ──1─2─3─4──▶
  /// buffer(2), slow           ──1─────3─4──▶   one dropped, and counted
  /// ```
  @inlinable
  public func buffer(_ capacity: Int, overflow: StreamOverflow = .dropOldest) -> FutureStream<Value>
  {
    derive(.inline, capacity: capacity, overflow: overflow) { event, output in
      output.pass(event)
    }
  }
}
