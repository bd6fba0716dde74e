extension FutureStream: AsyncSequence {
  /// The values, which throw at the first failure.
  public typealias Element = Value

  /// Subscribes, for as long as the iterator lives.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(results: results.makeAsyncIterator())
  }

  /// The results as an asynchronous sequence that goes on after failures.
  @inlinable
  public var results: StreamResults<Value> {
    StreamResults(stream: self)
  }

  /// Gives the values of a stream; it leaves the stream when it goes away.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var results: StreamResults<Value>.Iterator?

    @inlinable
    init(results: StreamResults<Value>.Iterator) {
      self.results = results
    }

    /// The next value, or `nil` at the end or when the task is cancelled.
    ///
    /// Throws the first failure, and is at its end then.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws -> Value? {
      guard let result = await results?.next(isolation: actor) else { return nil }
      if case .failure = result { results = nil }
      return try result.get()
    }
  }
}

/// The results of a stream, values and failures, as an asynchronous sequence.
public struct StreamResults<Value: Sendable>: AsyncSequence, Sendable {
  /// A value or a failure.
  public typealias Element = Result<Value, any Error>
  /// Failures are elements.
  public typealias Failure = Never

  @usableFromInline let stream: FutureStream<Value>

  @inlinable
  init(stream: FutureStream<Value>) {
    self.stream = stream
  }

  /// Subscribes, for as long as the iterator lives.
  @inlinable
  public func makeAsyncIterator() -> Iterator {
    Iterator(inbox: StreamInbox(stream))
  }

  /// Gives the results of a stream; it leaves the stream when it goes away.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let inbox: StreamInbox<Value>

    @inlinable
    init(inbox: StreamInbox<Value>) {
      self.inbox = inbox
    }

    /// How many results were lost because nobody took them and the buffer was full.
    public var droppedCount: Int { inbox.tray.droppedCount }

    /// The next result, or `nil` at the end or when the task is cancelled.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Result<Value, any Error>? {
      await inbox.next(isolation: actor)
    }
  }
}
