/// BlueCap's name for a result whose failure is any error.
public typealias Try<Success> = Result<Success, any Error>

// The standard library has `map` and `flatMap` for closures that do not throw. These are called with
// such closures too, and do the same; hence the outputs that can not be copied.
extension Result where Failure == any Error {
  /// The value, if it is a success.
  public var value: Success? {
    if case .success(let value) = self { value } else { nil }
  }

  /// The error, if it is a failure.
  public var error: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }

  /// The value as something else; what the closure throws is the failure.
  ///
  /// ```
  /// success(2).map { try half($0) }     success(1)
  /// ```
  @inlinable
  public func map<Output: ~Copyable>(
    _ transform: (Success) throws -> Output
  ) -> Result<Output, any Error> {
    flatMap { value in .success(try transform(value)) }
  }

  /// Goes on with the result that the closure returns; what it throws is the failure.
  ///
  /// ```
  /// success(2).flatMap { try lookUp($0) }     the result of the look-up
  /// ```
  @inlinable
  public func flatMap<Output: ~Copyable>(
    _ transform: (Success) throws -> Result<Output, any Error>
  ) -> Result<Output, any Error> {
    switch self {
    case .success(let value):
      do { return try transform(value) } catch { return .failure(error) }
    case .failure(let error): return .failure(error)
    }
  }

  /// A value in place of the failure; what the closure throws is the new failure.
  ///
  /// ```
  /// failure(error).recover { _ in 0 }     success(0)
  /// ```
  @inlinable
  public func recover(_ recovery: (any Error) throws -> Success) -> Result {
    recoverWith { error in .success(try recovery(error)) }
  }

  /// Another result in place of the failure; what the closure throws is the new failure.
  ///
  /// ```
  /// failure(error).recoverWith { _ in cached }     cached
  /// ```
  @inlinable
  public func recoverWith(_ recovery: (any Error) throws -> Result) -> Result {
    guard case .failure(let error) = self else { return self }
    do { return try recovery(error) } catch { return .failure(error) }
  }

  /// The value if the closure accepts it; else a failure with `FuturesError.noSuchElement`.
  ///
  /// ```
  /// success(1).filter { $0 > 1 }     failure(noSuchElement)
  /// ```
  @inlinable
  public func filter(_ accepts: (Success) throws -> Bool) -> Result {
    flatMap { value in
      try accepts(value) ? .success(value) : .failure(FuturesError.rejection)
    }
  }

  /// Calls the closure with the value, if it is a success.
  @inlinable
  public func forEach(_ body: (Success) throws -> Void) rethrows {
    if case .success(let value) = self { try body(value) }
  }

  /// This result if it is a success, or else another one.
  @inlinable
  public func orElse(_ other: @autoclosure () throws -> Result) rethrows -> Result {
    if case .success = self { self } else { try other() }
  }

  /// The left value, or the right one if there is none.
  @inlinable
  public static func ?? (left: Result, right: @autoclosure () throws -> Success) rethrows -> Success
  {
    if case .success(let value) = left { value } else { try right() }
  }
}

extension Sequence {
  /// All values in order, or the first failure.
  ///
  /// ```
  /// [success(1), success(2)].sequence()     success([1, 2])
  /// ```
  @inlinable
  public func sequence<Success>() -> Result<[Success], any Error>
  where Element == Result<Success, any Error> {
    Result { try map { try $0.get() } }
  }
}
