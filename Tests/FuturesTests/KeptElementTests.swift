import Futures
import Testing

/// What is kept of a stream for those who look at values, or at failures.
@Suite struct KeptElementTests {
  let promise = StreamPromise<Int>(capacity: 100)
  let seen = Recorder<String>()

  private func onSuccess() {
    promise.stream.onSuccess { [seen] in seen.add("\($0)") }
  }

  private func onFailure() {
    promise.stream.onFailure { [seen] in seen.add(($0 as? Numbered)?.text ?? "another") }
  }

  private struct Numbered: Error {
    let number: Int
    var text: String { "failure \(number)" }
  }

  private func fail(_ number: Int) {
    promise.failure(Numbered(number: number))
  }

  @Test func `failures from before wait for who looks at failures, though another looks at values`()
  {
    fail(1)
    promise.success(2)
    onSuccess()
    #expect(seen.elements == ["2"])
    fail(3)
    onFailure()
    #expect(seen.elements == ["2", "failure 1", "failure 3"])
    fail(4)
    onFailure()
    #expect(seen.elements == ["2", "failure 1", "failure 3", "failure 4"])
  }

  @Test func `values from before wait for who looks at values, though another looks at failures`() {
    promise.success(1)
    onFailure()
    promise.success(2)
    fail(3)
    onSuccess()
    promise.success(4)
    #expect(seen.elements == ["failure 3", "1", "2", "4"])
  }

  @Test func `who looks at both leaves nothing`() {
    fail(1)
    promise.success(2)
    promise.stream.onComplete { _ in }
    onFailure()
    onSuccess()
    #expect(seen.elements.isEmpty)
  }

  @Test func `of what somebody has left, the newest 16 are kept`() {
    for number in 0..<30 { fail(number) }
    onSuccess()
    for number in 30..<40 { fail(number) }
    onFailure()
    #expect(seen.elements == (24..<40).map { "failure \($0)" })
  }

  @Test func `they wait beyond the end`() {
    onSuccess()
    fail(1)
    promise.finish()
    onFailure()
    onFailure()
    #expect(seen.elements == ["failure 1"])
  }

  @Test func `a derived stream keeps what its source had kept`() {
    fail(1)
    let doubled = promise.stream.map { $0 * 2 }
    doubled.onSuccess { [seen] in seen.add("\($0)") }
    promise.success(2)
    doubled.onFailure { [seen] in seen.add(($0 as? Numbered)?.text ?? "another") }
    #expect(seen.elements == ["4", "failure 1"])
  }

  @Test func `a current failure is given to each newcomer of its kind`() {
    let state = StreamPromise<Int>(replaysCurrent: true)
    state.failure(Numbered(number: 2))
    state.stream.onSuccess { [seen] in seen.add("\($0)") }
    state.stream.onFailure { [seen] in seen.add(($0 as? Numbered)?.text ?? "another") }
    #expect(seen.elements == ["failure 2"])
  }
}
