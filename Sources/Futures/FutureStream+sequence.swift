extension FutureStream {
  /// A stream of the elements of an asynchronous sequence.
  ///
  /// A task of its own iterates from now on, whether anybody is subscribed or not. An error that
  /// the sequence throws is a failure and the last element. When the last subscriber leaves, or the
  /// stream is cancelled, the task is cancelled. The sequence is not held back: what does not fit
  /// into a subscriber's buffer is dropped.
  ///
  /// ```
  /// sequence ──1──2──throws
  /// stream   ──1──2──✕|
  /// ```
  public convenience init<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, context: ExecutionContext = .inline, capacity: Int = defaultCapacity,
    priority: TaskPriority? = nil
  ) where Elements.Element == Value {
    let task = TaskHolder()
    self.init(
      context: context, capacity: capacity, isDerived: false,
      upstream: Operation(onUnused: { task.cancel() }))
    task.hold(
      Task(priority: priority) {
        do {
          for try await value in sequence where !self.emit(.value(value)) { break }
        } catch {
          self.emit(.failure(error))
        }
        self.finish()
        task.release()
      })
  }

  /// A stream that has some values for its first subscriber, and has ended.
  public convenience init(values: [Value], context: ExecutionContext = .inline) {
    self.init(context: context, capacity: values.count, isDerived: false)
    for value in values { emit(.value(value)) }
    finish()
  }
}
