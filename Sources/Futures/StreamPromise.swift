/// The write side of a stream.
///
/// Releasing it finishes the stream. Inside a callback, an element waits until the work that runs
/// there is over.
public final class StreamPromise<Value: Sendable>: Sendable {
  /// The read side.
  public let stream: FutureStream<Value>

  /// A promise of a stream.
  ///
  /// - Parameters:
  ///   - capacity: the size of a subscriber's buffer; it also bounds what is kept for the first
  ///     subscriber, with at least 16 elements.
  ///   - context: where callbacks run unless they say otherwise.
  ///   - overflow: which element gives way when a subscriber's buffer is full.
  ///   - replaysCurrent: whether newcomers get the newest result first, as for a state.
  ///   - onUnused: runs each time the last subscriber has left, and when the stream is cancelled.
  public init(
    capacity: Int = FutureStream<Value>.defaultCapacity, context: ExecutionContext = .inline,
    overflow: StreamOverflow = .dropOldest, replaysCurrent: Bool = false,
    onUnused: (@Sendable () -> Void)? = nil
  ) {
    stream = FutureStream(
      context: context, capacity: capacity, overflow: overflow, replaysCurrent: replaysCurrent,
      isDerived: false, upstream: onUnused.map { Operation(onUnused: $0) })
  }

  deinit {
    stream.finish()
  }

  /// Emits an element; false if the stream has ended.
  @discardableResult
  @inlinable
  public func complete(_ result: Result<Value, any Error>) -> Bool {
    stream.emit(StreamEvent(result))
  }

  /// Emits a value; false if the stream has ended.
  @discardableResult
  @inlinable
  public func success(_ value: Value) -> Bool {
    stream.emit(.value(value))
  }

  /// Emits a failure, which is an element and not the end; false if the stream has ended.
  @discardableResult
  @inlinable
  public func failure(_ error: any Error) -> Bool {
    stream.emit(.failure(error))
  }

  /// Emits what a future becomes.
  public func completeWith(_ future: Future<Value>) {
    future.onComplete(context: .inline) { self.stream.emit(StreamEvent($0)) }
  }

  /// Emits what another stream emits, until that ends.
  @discardableResult
  @inlinable
  public func completeWith(_ other: FutureStream<Value>) -> Subscription {
    other.onComplete(context: .inline) { self.stream.pass(StreamEvent($0)) }
  }

  /// The newest result is no longer given to newcomers, for instance a failure that is over; the
  /// first subscriber still gets it.
  public func forgetCurrent() {
    stream.forgetCurrent()
  }

  /// A failure that is the newest result is over for everybody who comes from now on.
  package func forgetFailure() {
    stream.forgetFailure()
  }

  /// What is kept for the first subscriber has become meaningless before anybody came.
  package func discardKept() {
    stream.discardKept()
  }

  /// Ends the stream: subscribers get what they have buffered, and then the end.
  public func finish() {
    stream.finish()
  }

  /// True once the stream has ended.
  public var isFinished: Bool { stream.isFinished }

  /// True while anybody is subscribed.
  public var hasSubscribers: Bool { stream.subscriberCount > 0 }

  /// How many parties are subscribed.
  public var subscriberCount: Int { stream.subscriberCount }
}

extension StreamPromise where Value == Void {
  /// Emits an element; false if the stream has ended.
  @discardableResult
  @inlinable
  public func success() -> Bool {
    stream.emit(.value(()))
  }
}

/// What fills a root stream, and stops when nobody wants it.
struct Operation: Leavable {
  let onUnused: @Sendable () -> Void

  func leave(quietly: Bool) {
    if !quietly { onUnused() }
  }
}
