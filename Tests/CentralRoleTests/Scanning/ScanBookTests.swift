import DBus
import Testing

@testable import CentralRole

@Suite struct ScanBookTests {
  private let a: ObjectPath = "/a"
  private let b: ObjectPath = "/b"

  @Test func `a device is found once, when it fits`() {
    var book = ScanBook(detail: .nothing)
    #expect(book.heard(a, at: .zero, isNews: true) { false } == .silent)
    #expect(book.heard(a, at: .zero, isNews: false) { true } == .found)
    #expect(book.heard(a, at: .zero, isNews: true) { true } == .silent)
    #expect(book.hasFound(a))
    let wasFound = book.removed(a)
    #expect(wasFound)
    let wasFoundAgain = book.removed(a)
    #expect(!wasFoundAgain)
    #expect(book.heard(a, at: .zero, isNews: true) { true } == .found)
  }

  @Test func `changes are told while they fit, and repetitions where they are wanted`() {
    var book = ScanBook(detail: .changes)
    _ = book.heard(a, at: .zero, isNews: true) { true }
    #expect(book.heard(a, at: .zero, isNews: true) { true } == .updated)
    #expect(book.heard(a, at: .zero, isNews: false) { true } == .silent)
    #expect(book.heard(a, at: .zero, isNews: true) { false } == .silent)
    book = ScanBook(detail: .repetitions)
    _ = book.heard(a, at: .zero, isNews: true) { true }
    #expect(book.heard(a, at: .zero, isNews: false) { true } == .updated)
  }

  @Test func `who is silent for too long is lost, and the next look is due with the next one`() {
    var book = ScanBook(detail: .changes)
    _ = book.heard(a, at: .seconds(1), isNews: true) { true }
    _ = book.heard(b, at: .seconds(4), isNews: true) { true }
    let (lost, next) = book.expire(at: .seconds(6), after: .seconds(5), since: .zero) { _ in false }
    #expect(lost == [a])
    #expect(next == .seconds(9))
    #expect(!book.hasFound(a))
    #expect(book.hasFound(b))
  }

  @Test func `silence before listening began counts for nobody, and who is excused stays`() {
    var book = ScanBook(detail: .changes)
    _ = book.heard(a, at: .seconds(1), isNews: true) { true }
    let early = book.expire(at: .seconds(6), after: .seconds(5), since: .seconds(3)) { _ in false }
    #expect(early.lost.isEmpty)
    #expect(early.next == .seconds(8))
    let excused = book.expire(at: .seconds(8), after: .seconds(5), since: .zero) { _ in true }
    #expect(excused.lost.isEmpty)
    #expect(excused.next == .seconds(13))
  }
}

@Suite struct MonitorMachineTests {
  static func active() -> MonitorMachine {
    var machine = MonitorMachine()
    _ = machine.begin(isOffered: true)
    _ = machine.registered(1)
    _ = machine.activated(1)
    return machine
  }

  @Test func `a monitor is registered, listens and is taken back`() {
    var machine = MonitorMachine()
    #expect(machine.begin(isOffered: true) == [.register(1)])
    #expect(machine.registered(1) == [.setTimer(1, MonitorMachine.patience)])
    #expect(machine.activated(1) == [.listen(true)])
    #expect(machine.timerFired(1) == [])
    #expect(machine.end() == [.listen(false), .unregister])
    #expect(machine.end() == [])
  }

  @Test func `a monitor may listen before the answer comes`() {
    var machine = MonitorMachine()
    _ = machine.begin(isOffered: true)
    #expect(machine.activated(1) == [.listen(true)])
    #expect(machine.registered(1) == [])
  }

  @Test func `what is not offered, refused, or not answered fails`() {
    var machine = MonitorMachine()
    #expect(machine.begin(isOffered: false) == [.forget, .fail(.notOffered)])
    machine = MonitorMachine()
    _ = machine.begin(isOffered: true)
    #expect(machine.refused(1) == [.forget, .fail(.refused)])
    machine = MonitorMachine()
    _ = machine.begin(isOffered: true)
    _ = machine.registered(1)
    #expect(machine.timerFired(1) == [.unregister, .forget, .fail(.notActivated)])
    #expect(machine.activated(1) == [])
  }

  @Test func `a release is the end, unless the daemon goes with it`() {
    var machine = Self.active()
    #expect(machine.released(1) == [.listen(false), .setTimer(1, .seconds(1))])
    #expect(machine.timerFired(1) == [.unregister, .forget, .fail(.refused)])
    machine = Self.active()
    _ = machine.released(1)
    #expect(machine.changed(isOffered: false, isReady: false) == [.forget])
    #expect(machine.timerFired(1) == [])
    #expect(machine.changed(isOffered: true, isReady: true) == [.register(2)])
    #expect(machine.activated(1) == [])
  }

  @Test func `a daemon that comes back without monitors is given some time`() {
    var machine = Self.active()
    #expect(machine.changed(isOffered: false, isReady: false) == [.listen(false), .forget])
    #expect(
      machine.changed(isOffered: false, isReady: true) == [.setTimer(2, MonitorMachine.patience)])
    #expect(machine.changed(isOffered: false, isReady: true) == [])
    var late = machine
    #expect(late.changed(isOffered: true, isReady: true) == [.register(3)])
    #expect(late.timerFired(2) == [])
    #expect(machine.timerFired(2) == [.forget, .fail(.notOffered)])
  }
}
