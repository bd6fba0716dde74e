import Futures
import Testing

@Suite struct TryTests {
  private let good = Try<Int>.success(2)
  private let bad = Try<Int>.failure(TestError("source"))

  private func half(_ number: Int) throws -> Int {
    guard number % 2 == 0 else { throw TestError("odd") }
    return number / 2
  }

  private func name<Value>(_ result: Try<Value>) -> String? {
    (result.error as? TestError)?.name
  }

  @Test func `map and flatMap take closures that throw, and those that do not`() {
    #expect(good.map { try half($0) }.value == 1)
    #expect(name(good.map { try half($0 + 1) }) == "odd")
    #expect(name(bad.map { try half($0) }) == "source")
    #expect(good.map { $0 + 1 }.value == 3)
    #expect(good.map(half).value == 1)
    #expect(good.flatMap { Try.success($0 + 1) }.value == 3)
    #expect(name(good.flatMap { _ in bad }) == "source")
    #expect(name(good.flatMap { value in Try.success(try half(value + 1)) }) == "odd")
  }

  @Test func `the typed results of the standard library are as they were`() {
    let typed = Result<Int, TestError>.success(2)
    let mapped: Result<String, TestError> = typed.map { "\($0)" }
    #expect(mapped == .success("2"))
    struct Unique: ~Copyable { let number: Int }
    let unique = good.map { Unique(number: $0) }
    if case .success(let value) = consume unique { #expect(value.number == 2) }
    #expect(typed.mapError { _ in TestError("other") } == .success(2))
  }

  @Test func `recover and recoverWith take the place of a failure only`() {
    #expect(bad.recover { _ in 5 }.value == 5)
    #expect(good.recover { _ in 5 }.value == 2)
    #expect(name(bad.recover { _ in throw TestError("thrown") }) == "thrown")
    #expect(bad.recoverWith { _ in good }.value == 2)
    #expect(name(bad.recoverWith { _ in throw TestError("thrown") }) == "thrown")
  }

  @Test func `a rejected value is noSuchElement, a failure stays`() {
    #expect(good.filter { $0 > 1 }.value == 2)
    #expect(good.filter { $0 > 2 }.code == .noSuchElement)
    #expect(name(bad.filter { _ in true }) == "source")
    #expect(name(good.filter { _ in throw TestError("thrown") }) == "thrown")
  }

  @Test func `others take the place of a failure only when they are needed`() {
    func unneeded<Value>(_ value: Value) -> Value {
      Issue.record("evaluated")
      return value
    }
    #expect(bad.orElse(good).value == 2)
    #expect(good.orElse(unneeded(bad)).value == 2)
    #expect((bad ?? 9) == 9)
    #expect((good ?? unneeded(9)) == 2)
  }

  @Test func `forEach calls with a value, and throws what the closure throws`() {
    let seen = Recorder<Int>()
    good.forEach { seen.add($0) }
    bad.forEach { seen.add($0) }
    #expect(seen.elements == [2])
    #expect(throws: TestError("odd")) { try good.forEach { _ = try half($0 + 1) } }
  }

  @Test func `a sequence of results is all values or the first failure`() {
    #expect([good, .success(3)].sequence().value == [2, 3])
    #expect(name([good, bad, .failure(TestError("later"))].sequence()) == "source")
    #expect([Try<Int>]().sequence().value == [])
  }
}
