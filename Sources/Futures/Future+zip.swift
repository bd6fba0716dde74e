extension Future {
  /// The values of this future and the others, as a tuple.
  ///
  /// Use it for a few futures of different types that run at the same time, and `sequence()` for
  /// a list of one type. It fails as soon as one of them fails, and then leaves the others, which
  /// stop if nobody else wants them.
  ///
  /// ```
  /// a.zip(b, c)     a  ───1──────────│
  ///                 b  ───────"x"────│
  ///                 c  ─────────────true
  ///                    ───────────── (1, "x", true)
  /// ```
  @inlinable
  public func zip<each Other: Sendable>(
    _ others: repeat Future<each Other>
  ) -> Future<(Value, repeat each Other)> {
    let all = Future<(Value, repeat each Other)>.sibling(of: self)
    var sources: [AnyFuture] = [self]
    repeat sources.append(each others)
    _ = Gathering(.values, of: sources, into: all) { all in
      all.of((Value, repeat each Other).self).complete {
        (try self.get(), repeat try (each others).get())
      }
    }
    return all
  }
}
