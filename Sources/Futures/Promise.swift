/// The write side of a future.
///
/// The first completion wins.
///
/// Keep it until it is completed: a promise that is released before fails its future with
/// `FuturesError.promiseDropped`, which names the line that made it.
public final class Promise<Value: Sendable>: Sendable {
  /// The read side.
  public let future: Future<Value>
  @usableFromInline let fileID: StaticString
  @usableFromInline let line: UInt

  /// A promise of an operation that goes on when nobody wants its result.
  @inlinable
  public init(
    context: ExecutionContext = .inline, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    future = Future(context: context)
    self.fileID = fileID
    self.line = line
  }

  /// A promise of an operation that can be stopped.
  ///
  /// `onCancel` runs once, after the future completed with `cancelled`, because it was cancelled
  /// or its last party left.
  @inlinable
  public init(
    context: ExecutionContext = .inline, onCancel: @escaping @Sendable () -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    future = Future(context: context, onCancel: onCancel)
    self.fileID = fileID
    self.line = line
  }

  /// The promise of a future that nobody has completed or will complete otherwise.
  init(of future: Future<Value>, fileID: StaticString, line: UInt) {
    self.future = future
    self.fileID = fileID
    self.line = line
  }

  deinit {
    // Without counting a reference for the look: most promises are complete.
    Unmanaged.passUnretained(future)._withUnsafeGuaranteedRef {
      if !$0.isCompleted { $0.complete(FuturesError.dropped(fileID, line)) }
    }
  }

  /// True once there is a result.
  public var isCompleted: Bool { future.isCompleted }

  /// Completes the future; false if it was complete.
  @inlinable @discardableResult
  public func complete(_ result: Result<Value, any Error>) -> Bool {
    future.complete(result)
  }

  /// Completes the future with a value; false if it was complete.
  @inlinable @discardableResult
  public func success(_ value: Value) -> Bool {
    future.complete(value: value)
  }

  /// Fails the future; false if it was complete.
  @inlinable @discardableResult
  public func failure(_ error: any Error) -> Bool {
    future.complete(error)
  }

  /// Completes the future as another one completes.
  ///
  /// The other stays what it is.
  public func completeWith(_ other: Future<Value>) {
    other.onCompleteInline { self.future.complete($0) }
  }
}

extension Promise where Value == Void {
  /// Completes the future; false if it was complete.
  @inlinable @discardableResult
  public func success() -> Bool {
    future.complete(value: ())
  }
}
