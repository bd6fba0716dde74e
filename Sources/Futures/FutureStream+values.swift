extension FutureStream {
  /// The values as an asynchronous sequence that passes over failures and ends with the stream.
  ///
  /// Use it where a failure is not the end, as with notifications that resume after a reconnect; a
  /// loop over the stream itself throws at the first failure. ``results`` has the failures as well.
  @inlinable
  public var values: StreamValues<Value> {
    StreamValues(results: results)
  }
}

/// The values of a stream without its failures, as an asynchronous sequence.
public struct StreamValues<Value: Sendable>: AsyncSequence, Sendable {
  /// A value.
  public typealias Element = Value
  /// Failures are left out.
  public typealias Failure = Never

  @usableFromInline let results: StreamResults<Value>

  @inlinable
  init(results: StreamResults<Value>) {
    self.results = results
  }

  /// Subscribes, for as long as the iterator lives.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(results: results.makeAsyncIterator())
  }

  /// Gives the values of a stream; it leaves the stream when it goes away.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var results: StreamResults<Value>.Iterator

    @inlinable
    init(results: StreamResults<Value>.Iterator) {
      self.results = results
    }

    /// How many results were lost because nobody took them and the buffer was full.
    public var droppedCount: Int { results.droppedCount }

    /// The next value, or `nil` at the end or when the task is cancelled.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Value? {
      while let result = await results.next(isolation: actor) {
        if case .success(let value) = result { return value }
      }
      return nil
    }
  }
}
