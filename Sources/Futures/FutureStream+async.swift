extension FutureStream: AsyncSequence {
  /// The values, which throw at the first failure.
  public typealias Element = Value

  /// Subscribes, for as long as the iterator lives.
  public func makeAsyncIterator() -> Iterator {
    Iterator(results: results.makeAsyncIterator())
  }

  /// The results as an asynchronous sequence that goes on after failures.
  public var results: StreamResults<Value> {
    StreamResults(stream: self)
  }

  /// Gives the values of a stream; it leaves the stream when it goes away.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var results: StreamResults<Value>.Iterator?

    /// The next value, or `nil` at the end or when the task is cancelled.
    ///
    /// Throws the first failure, and is at its end then.
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

  fileprivate let stream: FutureStream<Value>

  /// Subscribes, for as long as the iterator lives.
  public func makeAsyncIterator() -> Iterator {
    Iterator(inbox: StreamInbox(stream))
  }

  /// Gives the results of a stream; it leaves the stream when it goes away.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let inbox: StreamInbox

    /// The next result, or `nil` at the end or when the task is cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Result<Value, any Error>? {
      await inbox.next(isolation: actor)?.result()
    }
  }
}
