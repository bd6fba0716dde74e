import DBus
import Testing

@testable import CentralRole

@Suite struct AttributeWatchTests {
  let one: ObjectPath = "/d/service0010"
  let two: ObjectPath = "/d/service0020"

  static func linked() -> AttributeWatch {
    var watch = AttributeWatch()
    _ = watch.linked(1, isLate: false, at: .zero)
    return watch
  }

  @Test func `what comes and goes is told together once it is quiet`() {
    var watch = Self.linked()
    #expect(watch.removed(one, at: .seconds(1)) == [.setTimer(1, after: .milliseconds(500))])
    #expect(!watch.isSettled)
    #expect(watch.added(two, at: .milliseconds(1300)) == [])
    #expect(
      watch.timerFired(1, isResolved: true, at: .milliseconds(1500))
        == [.setTimer(1, after: .milliseconds(300))])
    #expect(
      watch.timerFired(1, isResolved: true, at: .milliseconds(1800))
        == [
          .settle(
            AttributeWatch.Change(
              removed: [one], added: [two], began: .seconds(1), last: .milliseconds(1300)))
        ])
    #expect(watch.isSettled)
  }

  @Test func `a daemon that is still resolving is waited for, but not for ever`() {
    var watch = Self.linked()
    _ = watch.removed(one, at: .zero)
    #expect(
      watch.timerFired(1, isResolved: false, at: .seconds(2))
        == [.setTimer(1, after: .milliseconds(100))])
    #expect(
      watch.timerFired(1, isResolved: false, at: .seconds(10))
        == [.settle(AttributeWatch.Change(removed: [one], began: .zero, last: .zero))])
  }

  @Test func `what came and went within one change was never there`() {
    var watch = Self.linked()
    _ = watch.added(two, at: .zero)
    _ = watch.removed(two, at: .zero)
    _ = watch.removed(one, at: .zero)
    _ = watch.added(one, at: .zero)
    #expect(
      watch.timerFired(1, isResolved: true, at: .seconds(1))
        == [.settle(AttributeWatch.Change(removed: [one], added: [one], began: .zero, last: .zero))]
    )
  }

  @Test func `attributes that are late belong to the link and are no change`() {
    var watch = AttributeWatch()
    #expect(watch.added(one, at: .zero) == [])
    #expect(
      watch.linked(1, isLate: true, at: .zero) == [.setTimer(1, after: .milliseconds(500))])
    _ = watch.added(two, at: .milliseconds(100))
    #expect(
      watch.timerFired(1, isResolved: true, at: .milliseconds(600))
        == [
          .settle(
            AttributeWatch.Change(
              added: [two], isFirst: true, began: .zero, last: .milliseconds(100)))
        ])
  }

  @Test func `the end of the link ends the change, and its timer moves nothing`() {
    var watch = Self.linked()
    _ = watch.removed(one, at: .zero)
    watch.linkEnded()
    #expect(watch.isSettled)
    #expect(watch.timerFired(1, isResolved: true, at: .seconds(9)) == [])
    _ = watch.linked(2, isLate: false, at: .seconds(9))
    _ = watch.removed(one, at: .seconds(9))
    #expect(watch.timerFired(1, isResolved: true, at: .seconds(19)) == [])
  }
}

@Suite struct AttributeHandleTests {
  @Test(
    arguments: [
      ("/d/service0010", 0x0010), ("/d/service0010/char00ab", 0x00AB),
      ("/d/service0010/char00AB/desc00ad", 0x00AD), ("/d/s/c/descriptor1f2e", 0x1F2E),
      ("/d/service10", nil), ("/d/0010", nil), ("/d/service00_1", nil), ("/", nil),
    ] as [(ObjectPath, UInt16?)])
  func `the handle is the number at the end of the name`(path: ObjectPath, handle: UInt16?) {
    #expect(AttributeHandle.number(in: path) == handle)
  }
}
