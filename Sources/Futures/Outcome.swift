/// A result without the type of its value, which the future or stream around it knows.
///
/// The machinery is not generic, because code of another module would run it unspecialised, and
/// look up type metadata at each step. A value of up to three words needs no allocation here.
package enum Outcome: Sendable {
  case value(any Sendable)
  case failure(any Error)

  package init<Value: Sendable>(_ result: Result<Value, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .failure(error)
    }
  }

  /// What the closure returned, or what it threw.
  package init<Value: Sendable>(catching body: () throws -> Value) {
    do {
      self = .value(try body())
    } catch {
      self = .failure(error)
    }
  }

  package func result<Value: Sendable>(as type: Value.Type = Value.self) -> Result<Value, any Error> {
    switch self {
    case .value(let value): .success(unboxed(value))
    case .failure(let error): .failure(error)
    }
  }

  package func get<Value: Sendable>(as type: Value.Type = Value.self) throws -> Value {
    switch self {
    case .value(let value): return unboxed(value)
    case .failure(let error): throw error
    }
  }
}

/// A value under its own type again, without the search of a dynamic cast.
///
/// The types are equal: what completes a future or stream has its type.
@inline(__always)
package func unboxed<Value: Sendable>(_ value: any Sendable) -> Value {
  func open<Boxed>(_ value: Boxed) -> Value {
    unsafeBitCast(value, to: Value.self)
  }
  return open(value)
}
