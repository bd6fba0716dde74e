extension FuturesError.Code {
  /// A callback had neither a value nor an error.
  public static let invalidValue = FuturesError.Code(description: "invalidValue")
}

extension FuturesError {
  /// A callback had neither a value nor an error.
  public static var invalidValue: Code { .invalidValue }

  @usableFromInline static let nothing = FuturesError(
    .invalidValue, "The callback was given neither a value nor an error; report this to its maker.")
}

extension Future {
  /// A future that has the result.
  public convenience init(
    result: Result<Value, any Error>, context: ExecutionContext = .inline
  ) {
    switch result {
    case .success(let value): self.init(value: value, context: context)
    case .failure(let error): self.init(error: error, context: context)
    }
  }

  /// A future that has what the closure returns, or has failed with what it throws.
  ///
  /// The closure is called at once. Not an initialiser, so that `Future<Int> { … }` makes a task.
  ///
  /// ```
  /// Future.catching { try parse(data) }     ──result
  /// ```
  @inlinable
  public static func catching(
    context: ExecutionContext = .inline, _ body: () throws -> Value
  ) -> Future {
    Future(result: Result(catching: body), context: context)
  }

  /// A future that has what a callback is given.
  ///
  /// The closure is called at once with the callback, and hands that to whatever calls back. The
  /// first call counts, and may come on any thread. If the callback is let go of without a call,
  /// the future fails with `FuturesError.promiseDropped`, which names the line.
  ///
  /// ```
  /// Future { completion in load(completion) }     load  ──────completion(result)
  ///                                                     ──────result
  /// ```
  public convenience init(
    context: ExecutionContext = .inline, fileID: StaticString = #fileID, line: UInt = #line,
    resolver: (_ completion: @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) {
    self.init(context: context)
    let promise = Promise(of: self, fileID: fileID, line: line)
    resolver { promise.complete($0) }
  }
}

/// Runs a closure in a context, and has what it returns or throws.
///
/// In the context `inline` it runs at once. Use `Future { … }` for an async closure.
///
/// ```
/// future(context: .queue(queue)) { try parse(data) }     ──parse──result
/// ```
public func future<Value: Sendable>(
  context: ExecutionContext = .inline, _ task: @escaping @Sendable () throws -> Value
) -> Future<Value> {
  let promise = Promise<Value>(context: context)
  context.execute { promise.complete(Result(catching: task)) }
  return promise.future
}

/// The future of a function that calls back with a value.
///
/// `method` is called at once with the callback, and hands that to the function. The first call
/// counts, and may come on any thread. If the callback is let go of without a call, the future
/// fails with `FuturesError.promiseDropped`, which names the line.
///
/// ```
/// future { completion in ask(then: completion) }     ask  ──────completion(1)
///                                                         ──────1
/// ```
public func future<Value: Sendable>(
  context: ExecutionContext = .inline, fileID: StaticString = #fileID, line: UInt = #line,
  method: (_ completion: @escaping @Sendable (Value) -> Void) -> Void
) -> Future<Value> {
  let promise = Promise<Value>(context: context, fileID: fileID, line: line)
  method { promise.success($0) }
  return promise.future
}

/// The future of a function that calls back with a result.
///
/// It does what the one for a value does.
public func future<Value: Sendable>(
  context: ExecutionContext = .inline, fileID: StaticString = #fileID, line: UInt = #line,
  method: (_ completion: @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
) -> Future<Value> {
  Future(context: context, fileID: fileID, line: line, resolver: method)
}

/// The future of a function that calls back with a value or an error.
///
/// It does what the one for a value does. An error counts more than a value beside it; with neither
/// it fails with `FuturesError.invalidValue`.
public func future<Value: Sendable>(
  context: ExecutionContext = .inline, fileID: StaticString = #fileID, line: UInt = #line,
  method: (_ completion: @escaping @Sendable (Value?, (any Error)?) -> Void) -> Void
) -> Future<Value> {
  Future(context: context, fileID: fileID, line: line) { completion in
    method { value, error in completion(Result(value, error)) }
  }
}

/// The future of a function that calls back with an error if it failed.
///
/// It does what the one for a value does.
public func future(
  context: ExecutionContext = .inline, fileID: StaticString = #fileID, line: UInt = #line,
  method: (_ completion: @escaping @Sendable ((any Error)?) -> Void) -> Void
) -> Future<Void> {
  Future(context: context, fileID: fileID, line: line) { completion in
    method { error in completion(Result((), error)) }
  }
}

extension Result where Failure == any Error {
  /// What a callback was given: an error counts more than a value.
  init(_ value: Success?, _ error: (any Error)?) {
    if let error {
      self = .failure(error)
    } else if let value {
      self = .success(value)
    } else {
      self = .failure(FuturesError.nothing)
    }
  }
}
