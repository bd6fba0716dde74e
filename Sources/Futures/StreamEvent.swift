/// What a subscriber of a stream is told.
@usableFromInline
package enum StreamEvent<Value: Sendable>: Sendable {
  case value(Value)
  case failure(any Error)
  /// The end, and the last of its events.
  case finished

  @inlinable
  package init(_ result: Result<Value, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// What the closure returned, or what it threw.
  @inlinable
  package init(catching body: () throws -> Value) {
    do {
      self = .value(try body())
    } catch {
      self = .failure(error)
    }
  }

  /// True for values and failures.
  @inlinable
  package var isElement: Bool {
    if case .finished = self { false } else { true }
  }

  /// The element; `nil` for the end.
  @inlinable
  package var result: Result<Value, any Error>? {
    switch self {
    case .value(let value): .success(value)
    case .failure(let error): .failure(error)
    case .finished: nil
    }
  }
}
