import Testing

@testable import CentralRole

@Suite struct ReconnectPolicyTests {
  @Test func `delays grow by their factor up to the longest`() {
    let policy = ReconnectPolicy.growing(from: .seconds(1), to: .seconds(5), factor: 2, limit: 5)
    #expect(
      (0...5).map { policy.delay(beforeTry: $0) }
        == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5), nil])
  }

  @Test func `never is never and at once is at once`() {
    #expect(ReconnectPolicy.never.delay(beforeTry: 0) == nil)
    #expect(ReconnectPolicy.immediately(limit: 1).delay(beforeTry: 0) == .zero)
    #expect(ReconnectPolicy.immediately(limit: 1).delay(beforeTry: 1) == nil)
    #expect(ReconnectPolicy.immediately().delay(beforeTry: 1_000_000) == .zero)
  }

  @Test func `nonsense is brought into range`() {
    let policy = ReconnectPolicy.growing(
      from: .seconds(-1), to: .seconds(-1), factor: .nan, limit: -1)
    #expect(policy.delay(beforeTry: 0) == nil)
    #expect(
      ReconnectPolicy.growing(from: .seconds(10), to: .seconds(5)).delay(beforeTry: 0)
        == .seconds(5))
    #expect(
      ReconnectPolicy.growing(from: .zero, to: .seconds(5)).delay(beforeTry: 100) == .zero)
  }

  @Test func `a link that held for a minute begins the count anew`() {
    var counter = ReconnectCounter()
    let policy = ReconnectPolicy.growing(from: .seconds(1), limit: 2)
    #expect(counter.ended(at: .seconds(0), policy) == .seconds(1))
    counter.connected(at: .seconds(10))
    #expect(counter.ended(at: .seconds(11), policy) == .seconds(2))
    counter.connected(at: .seconds(20))
    #expect(counter.ended(at: .seconds(79), policy) == nil)
    counter.connected(at: .seconds(100))
    #expect(counter.ended(at: .seconds(160), policy) == .seconds(1))
  }
}
