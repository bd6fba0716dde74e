/// A result without the type of its value, which the future or stream around it knows.
///
/// The machinery is not generic, because code of another module would run it unspecialised, look
/// up type metadata at each step and copy values through their witnesses. This is one word.
package enum Outcome: Sendable {
  case value(any AnyObject & Sendable)
  case failure(any Error)

  package static func success<Value: Sendable>(_ value: Value) -> Outcome {
    .value(Box(value))
  }

  package init<Value: Sendable>(_ result: Result<Value, any Error>) {
    switch result {
    case .success(let value): self = .success(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// What the closure returned, or what it threw.
  package init<Value: Sendable>(catching body: () throws -> Value) {
    do {
      self = .success(try body())
    } catch {
      self = .failure(error)
    }
  }

  package func result<Value: Sendable>() -> Result<Value, any Error> {
    switch self {
    case .value(let box): .success(unboxed(box))
    case .failure(let error): .failure(error)
    }
  }

  package func get<Value: Sendable>(as type: Value.Type = Value.self) throws -> Value {
    switch self {
    case .value(let box): return unboxed(box)
    case .failure(let error): throw error
    }
  }
}

private final class Box<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// A value under its own type again, without the search of a dynamic cast.
///
/// The types are equal: what completes a future or stream has its type.
package func unboxed<Value: Sendable>(_ box: any AnyObject & Sendable) -> Value {
  unsafeDowncast(box, to: Box<Value>.self).value
}
