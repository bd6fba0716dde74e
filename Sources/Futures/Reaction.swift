/// What a callback does once its future is complete: a user's closure without its type.
///
/// Callbacks of all types are jobs of one class, so the closure has to lose its type. Wrapping it
/// in a closure that hides the type cost an allocation, and with the references that it counted a
/// sixth of the time of a promise with a callback. So its two words are kept as they are, behind
/// another type, and `call` knows the right one: a closure has the same layout whatever its type,
/// and a structure with one property has the layout of that.
@usableFromInline
struct Reaction: ~Copyable, Sendable {
  /// A closure of unknown type; it is kept and released as any, and called by `call` alone.
  @usableFromInline
  struct Opaque: Sendable {
    let body: @Sendable () -> Void
  }

  private let closure: Opaque
  private let call: @Sendable (AnyFuture, consuming Opaque) -> Void

  @usableFromInline
  init(
    _ closure: consuming Opaque, _ call: @escaping @Sendable (AnyFuture, consuming Opaque) -> Void
  ) {
    self.closure = closure
    self.call = call
  }

  @inlinable
  init<Form: Reacting>(_ form: consuming Form) {
    self.init(unsafeBitCast(consume form, to: Opaque.self)) { source, closure in
      unsafeBitCast(consume closure, to: Form.self).react(to: source.of())
    }
  }

  /// Calls the closure with what the future has become.
  @usableFromInline
  consuming func react(to future: AnyFuture) {
    call(future, closure)
  }
}

/// A closure for one of the things that a future can become; the closure is its only property.
@usableFromInline
protocol Reacting: Sendable {
  associatedtype Value: Sendable

  func react(to future: Future<Value>)
}

/// Takes the result, whichever it is.
@usableFromInline
struct ResultReaction<Value: Sendable>: Reacting {
  @usableFromInline let body: @Sendable (Result<Value, any Error>) -> Void

  @inlinable
  init(_ body: consuming @escaping @Sendable (Result<Value, any Error>) -> Void) {
    self.body = body
  }

  @inlinable
  func react(to future: Future<Value>) {
    body(future.storedResult)
  }
}

/// Takes the value, if it is one.
@usableFromInline
struct ValueReaction<Value: Sendable>: Reacting {
  @usableFromInline let body: @Sendable (Value) -> Void

  @inlinable
  init(_ body: consuming @escaping @Sendable (Value) -> Void) {
    self.body = body
  }

  @inlinable
  func react(to future: Future<Value>) {
    if future.content == .value { body(future.storedValue) }
  }
}

/// Takes the error, if it failed.
@usableFromInline
struct ErrorReaction<Value: Sendable>: Reacting {
  @usableFromInline let body: @Sendable (any Error) -> Void

  @inlinable
  init(_ body: consuming @escaping @Sendable (any Error) -> Void) {
    self.body = body
  }

  @inlinable
  func react(to future: Future<Value>) {
    if future.content == .failure { body(future.storedError) }
  }
}
