/// A value, or a failure, that is there now or later.
///
/// Register callbacks, derive futures from it with the combinators, or await its `value`. Nobody
/// has to keep a future for its callbacks to run: what completes it keeps it, and it keeps them.
/// Callbacks run once each, in the order of registration, in the future's `context`.
///
/// The value lies in the three words of `AnyFuture.payload`, or in memory of its own if it is
/// larger. A stored property of the type `Value?` would have the runtime look up the type at the
/// end of each future, which was a third of the time of a chain.
public final class Future<Value: Sendable>: AnyFuture, @unchecked Sendable {
  @inlinable
  override init(context: ExecutionContext) {
    super.init(context: context)
  }

  @inlinable
  override init() {
    super.init()
  }

  /// A pending future with the context of another one.
  @inlinable @inline(__always)
  static func sibling(of other: AnyFuture) -> Future {
    other.isInline ? Future() : Future(context: other.context)
  }

  @usableFromInline
  convenience init(context: ExecutionContext, onCancel: @escaping @Sendable () -> Void) {
    self.init(context: context)
    stop(onCancel)
  }

  /// A future that has its value.
  @inlinable
  public convenience init(value: Value, context: ExecutionContext = .inline) {
    self.init(context: context)
    store(value)
    publish()
  }

  /// A future that has failed.
  @inlinable
  public convenience init(error: any Error, context: ExecutionContext = .inline) {
    self.init(context: context)
    store(error)
    publish()
  }

  /// A future that has what the closure returns, or has failed with what it throws.
  @inlinable @inline(__always)
  static func sibling(of other: AnyFuture, catching body: () throws -> Value) -> Future {
    let future = sibling(of: other)
    do {
      future.store(try body())
    } catch {
      future.store(error)
    }
    future.publish()
    return future
  }

  deinit {
    guard ownsValue else { return }
    withUnsafeMutablePointer(to: &payload) { payload in
      let payload = UnsafeMutableRawPointer(payload)
      guard isStoredInline(Value.self) else {
        let box = payload.load(as: UnsafeMutablePointer<Value>.self)
        box.deinitialize(count: 1)
        return box.deallocate()
      }
      payload.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
    }
  }

  /// The result, if there is one.
  @inlinable
  public var result: Result<Value, any Error>? {
    isCompleted ? storedResult : nil
  }

  /// Completes it; false if it is complete.
  @inlinable @discardableResult
  func complete(value: Value) -> Bool {
    guard beginCompleting() else { return false }
    store(value)
    endCompleting()
    return true
  }

  /// Completes it; false if it is complete.
  @inlinable @discardableResult
  func complete(_ result: Result<Value, any Error>) -> Bool {
    switch result {
    case .success(let value): complete(value: value)
    case .failure(let error): complete(error)
    }
  }

  /// Completes it with what the closure returns, or throws.
  @inlinable @inline(__always)
  func complete(catching body: () throws -> Value) {
    do {
      complete(value: try body())
    } catch {
      complete(error)
    }
  }

  /// Stores a value; only between `beginCompleting` and `endCompleting`.
  @inlinable @inline(__always)
  func store(_ value: Value) {
    content = .value
    ownsValue = !_isPOD(Value.self) || !isStoredInline(Value.self)
    guard isStoredInline(Value.self) else {
      let box = UnsafeMutablePointer<Value>.allocate(capacity: 1)
      box.initialize(to: value)
      return withUnsafeMutablePointer(to: &payload) { payload in
        UnsafeMutableRawPointer(payload).storeBytes(of: box, as: UnsafeMutablePointer<Value>.self)
      }
    }
    withUnsafeMutablePointer(to: &payload) { payload in
      _ = UnsafeMutableRawPointer(payload).initializeMemory(as: Value.self, to: value)
    }
  }

  /// The value; only if `content` says so.
  @inlinable @inline(__always)
  var storedValue: Value {
    withUnsafePointer(to: payload) { payload in
      let payload = UnsafeRawPointer(payload)
      return isStoredInline(Value.self)
        ? payload.assumingMemoryBound(to: Value.self).pointee
        : payload.load(as: UnsafeMutablePointer<Value>.self).pointee
    }
  }

  /// The result; only once it is complete.
  @inlinable
  var storedResult: Result<Value, any Error> {
    content == .value ? .success(storedValue) : .failure(storedError)
  }

  /// What it has become; only once it is complete.
  @inlinable
  func get() throws -> Value {
    guard content == .value else { throw storedError }
    return storedValue
  }

  @usableFromInline
  override func adopt(_ other: AnyFuture) {
    complete(like: unsafeDowncast(other, to: Future<Value>.self))
  }

  override func copyResult(of other: AnyFuture) {
    let other = unsafeDowncast(other, to: Future<Value>.self)
    if other.content == .value { store(other.storedValue) } else { store(other.storedError) }
  }

  /// What `now` makes if this one has its result already, and else a derived future that `later`
  /// completes.
  ///
  /// The two do the same; the second is made only when it is needed, because a closure that is
  /// kept costs an allocation.
  @inlinable @inline(__always)
  func derive<Output: Sendable>(
    _ context: ExecutionContext?, now: () -> Future<Output>,
    later: @autoclosure () -> Body
  ) -> Future<Output> {
    if let trampoline = enter(context) {
      let derived = now()
      trampoline.leave()
      return derived
    }
    let derived = Future<Output>.sibling(of: self)
    derived.wait(for: self, at: context, later())
    return derived
  }
}

extension AnyFuture {
  /// Under its type: a derived future waits for the future that it was derived from, and both have
  /// the types that they were made with.
  @inlinable @inline(__always)
  final func of<Value>(_ type: Value.Type = Value.self) -> Future<Value> {
    unsafeDowncast(self, to: Future<Value>.self)
  }
}

/// True for the types whose values fit into the payload of a future.
@inlinable @inline(__always)
func isStoredInline<Value>(_ type: Value.Type) -> Bool {
  MemoryLayout<Value>.size <= MemoryLayout<(UInt, UInt, UInt)>.size
    && MemoryLayout<Value>.alignment <= MemoryLayout<UInt>.alignment
}
