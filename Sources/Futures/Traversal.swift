/// Starts a future for each of several elements, so many at a time, and collects their values.
final class Traversal<Element: Sendable, Value: Sendable>: Sendable {
  private struct State: Sendable {
    var values: [Value?]
    var missing: Int
    /// Those that run and can be left, by their index.
    var running: [Int: Subscription?] = [:]
    var next = 0
    /// One caller starts them all, so that they start in order and need no deep stack.
    var isStarting = true
    var isOver = false
  }

  private let elements: [Element]
  private let limit: Int
  private let context: ExecutionContext?
  private let start: @Sendable (Element) throws -> Future<Value>
  private let output: Future<[Value]>
  private let state: Lock<State>

  init(
    of elements: [Element], limit: Int, context: ExecutionContext?, into output: Future<[Value]>,
    _ start: @escaping @Sendable (Element) throws -> Future<Value>
  ) {
    self.elements = elements
    self.limit = limit
    self.context = context
    self.output = output
    self.start = start
    state = Lock(
      State(values: Array(repeating: nil, count: elements.count), missing: elements.count))
  }

  /// Takes the first future, which was started to know its context, and starts the others.
  func begin(with first: Future<Value>) -> Future<[Value]> {
    output.stop { self.leave() }
    if let index = claim() { follow(first, index) }
    startMore()
    return output
  }

  private func startMore() {
    while let index = claim() {
      do { follow(try start(elements[index]), index) } catch { finish(.failure(error)) }
    }
  }

  /// The next element's index, if it may be started; else the caller has done its work.
  private func claim() -> Int? {
    state.withLock { state in
      guard !state.isOver, state.next < elements.count, state.running.count < limit else {
        state.isStarting = false
        return nil
      }
      state.running[state.next] = .some(nil)
      state.next += 1
      return state.next - 1
    }
  }

  private func follow(_ source: Future<Value>, _ index: Int) {
    guard !source.isCompleted else { return take(source.storedResult, index) }
    let subscription = source.onComplete(context: context) { [self] result in
      take(result, index)
      let mayStart = state.withLock { state in
        defer { state.isStarting = true }
        return !state.isStarting
      }
      if mayStart { startMore() }
    }
    let isOver = state.withLock { state in
      if state.running[index] != nil { state.running[index] = subscription }
      return state.isOver
    }
    if isOver { subscription.cancel() }
  }

  private func take(_ result: Result<Value, any Error>, _ index: Int) {
    guard case .success(let value) = result else { return finish(result.map { [$0] }) }
    let all = state.withLock { state -> [Value]? in
      state.running[index] = nil
      guard !state.isOver else { return nil }
      state.values[index] = value
      state.missing -= 1
      return state.missing == 0 ? state.values.compactMap { $0 } : nil
    }
    if let all { finish(.success(all)) }
  }

  private func finish(_ result: Result<[Value], any Error>) {
    output.complete(result)
    leave()
  }

  private func leave() {
    let left = state.withLock { state in
      let left = state.running
      state.isOver = true
      state.running = [:]
      state.values = []
      return left
    }
    for index in left.keys.sorted() { left[index]??.cancel() }
  }
}
