extension Future {
  /// Goes on with the future that the closure returns.
  ///
  /// Use it for a step that takes time itself. It fails as the source does, with what the closure
  /// throws, or as the returned future does. Cancelling reaches that future as well. A loop of
  /// flatMaps, each of which returns the next, needs the memory of one.
  ///
  /// ```
  /// f.flatMap { read($0) }     f        ───1
  ///                            read(1)     ─────"a"
  ///                                     ────────"a"
  /// ```
  @inlinable
  public func flatMap<Output: Sendable>(
    context: ExecutionContext? = nil,
    _ transform: @escaping @Sendable (Value) throws -> Future<Output>
  ) -> Future<Output> {
    derive(
      context, now: { Future<Output>.following(self) { try transform(try get()) } },
      later: { source, output in
        output.of(Output.self).follow { try transform(try source.of(Value.self).get()) }
      })
  }

  /// The future that the closure returns, or one that completes as it does, in the context of the
  /// source.
  @inlinable @inline(__always)
  static func following(
    _ source: AnyFuture, _ make: () throws -> Future<Value>
  ) -> Future<Value> {
    do {
      let other = try make()
      // One that has its result can stand for itself.
      if other.isCompleted, other.isInline, source.isInline { return other }
      let derived = sibling(of: source)
      derived.follow(other)
      return derived
    } catch {
      return Future(error: error, context: source.context)
    }
  }

  /// Completes it as the future does that the closure returns, or with what that throws.
  @inlinable @inline(__always)
  func follow(_ make: () throws -> Future<Value>) {
    do {
      let other = try make()
      if other.isCompleted { complete(like: other) } else { follow(other) }
    } catch {
      complete(error)
    }
  }

  /// Completes it as another one is complete.
  @inlinable @inline(__always)
  func complete(like other: Future<Value>) {
    if other.content == .value {
      complete(value: other.storedValue)
    } else {
      complete(other.storedError)
    }
  }
}
