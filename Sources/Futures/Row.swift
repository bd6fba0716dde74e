/// Collects one value from each of several futures of one type, in order, into a future.
///
/// The first failure ends it, and then it leaves the others. `@unchecked Sendable`, because `latch`
/// guards what changes; it is closed when the row is over.
@usableFromInline
final class Row<Value: Sendable>: @unchecked Sendable {
  private let latch = Latch()
  @usableFromInline @exclusivity(unchecked) var values: [Value?]
  @usableFromInline @exclusivity(unchecked) var missing: Int
  @exclusivity(unchecked) private var subscriptions: [Subscription] = []
  @usableFromInline let future: Future<[Value]>

  @usableFromInline
  init(count: Int, context: ExecutionContext) {
    values = Array(repeating: nil, count: count)
    missing = count
    future = Future(context: context)
    future.stop { self.leave() }
  }

  /// Waits for one of the futures.
  @inlinable
  func follow(_ source: Future<Value>, at index: Int) {
    guard !source.isCompleted else { return take(source, at: index) }
    add(source.register(.inline) { [self] in take($0.of(), at: index) })
  }

  @inlinable
  func take(_ source: Future<Value>, at index: Int) {
    guard source.content == .value else { return fail(source.storedError) }
    guard enter() else { return }
    values[index] = source.storedValue
    missing -= 1
    guard missing == 0 else { return stay() }
    let all = values.compactMap { $0 }
    values = []
    end()
    future.complete(value: all)
  }

  @usableFromInline func enter() -> Bool { latch.enter() }
  @usableFromInline func stay() { latch.leave() }

  @usableFromInline
  func end() {
    subscriptions = []
    latch.close()
  }

  @usableFromInline
  func add(_ subscription: Subscription) {
    guard latch.enter() else { return subscription.cancel() }
    subscriptions.append(subscription)
    latch.leave()
  }

  @usableFromInline
  func fail(_ error: any Error) {
    guard let parties = close() else { return }
    future.complete(error)
    for party in parties { party.cancel() }
  }

  private func leave() {
    for party in close() ?? [] { party.cancel() }
  }

  private func close() -> [Subscription]? {
    guard latch.enter() else { return nil }
    let parties = subscriptions
    subscriptions = []
    latch.close()
    return parties
  }
}
