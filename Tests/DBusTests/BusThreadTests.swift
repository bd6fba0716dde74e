import Dispatch
import Futures
import Glibc
import Testing

@testable import DBus

@Test func `work runs on the thread in the order in which it came`() {
  let thread = BusThread()
  let order = Inbox<Int>()
  for number in 0..<1_000 { thread.execute { order.put(number) } }
  thread.execute { order.put(thread.isCurrent ? -1 : -2) }
  #expect((0..<1_000).allSatisfy { order.next() == $0 })
  #expect(order.next() == -1)
  #expect(!thread.isCurrent)
}

@Test func `timers ring in the order of their deadlines unless they are cancelled`() {
  let thread = BusThread()
  let order = Inbox<Int>()
  thread.execute {
    _ = thread.schedule(after: .milliseconds(20)) { order.put(2) }
    _ = thread.schedule(after: .milliseconds(1)) { order.put(1) }
    thread.schedule(after: .milliseconds(2)) { order.put(-1) }.cancel()
    _ = thread.schedule(after: .seconds(-1)) { order.put(0) }
  }
  #expect([0, 1, 2].allSatisfy { order.next() == $0 })
  #expect(thread.statistics.timers == 0)
}

@Test func `a timer for now rings although another one is far away`() {
  let thread = BusThread()
  let order = Inbox<Int>()
  let far = thread.schedule(after: .seconds(3_600)) { order.put(-1) }
  _ = thread.schedule(after: .zero) { order.put(1) }
  #expect(order.next() == 1)
  far.cancel()
  #expect(thread.statistics.timers == 0)
}

@Test func `a thread without work does not wake up`() {
  let thread = BusThread()
  let rang = Inbox<Int>()
  _ = thread.schedule(after: .milliseconds(300)) { rang.put(1) }
  let before = thread.statistics.pollReturns
  #expect(rang.next() == 1)
  // One return for the timer; a first one can still be due to the start.
  #expect(thread.statistics.pollReturns - before <= 2)
}

@Test func `a cancelled timer does not wake the thread`() {
  let (thread, other) = (BusThread(), BusThread())
  let rang = Inbox<Int>()
  // Cancelled by the thread itself, as a reply cancels the deadline of its call.
  thread.execute {
    thread.schedule(after: .milliseconds(50)) {}.cancel()
    rang.put(1)
  }
  #expect(rang.next() == 1)
  thread.schedule(after: .milliseconds(60)) {}.cancel()
  while !thread.statistics.isAsleep { sched_yield() }
  _ = other.schedule(after: .milliseconds(20)) { rang.put(2) }
  #expect(rang.next() == 2)
  let before = thread.statistics.pollReturns
  _ = other.schedule(after: .milliseconds(200)) { rang.put(3) }
  #expect(rang.next() == 3)
  #expect(thread.statistics.pollReturns == before)
}

@Test func `setting and cancelling a timer for each call does not wake the thread`() {
  let thread = BusThread()
  func fallAsleep() {
    while !thread.statistics.isAsleep { sched_yield() }
  }
  fallAsleep()
  thread.schedule(after: .seconds(3_600)) {}.cancel()
  fallAsleep()
  let before = thread.statistics.wakeUps
  for _ in 0..<100 { thread.schedule(after: .seconds(3_600)) {}.cancel() }
  #expect(thread.statistics.wakeUps == before)
  #expect(thread.statistics.timers == 0)
}

@Test func `a watched descriptor is served until the watch is cancelled`() {
  let thread = BusThread()
  var pair: [Int32] = [0, 0]
  #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
  let (near, far) = (FileDescriptor(owning: pair[0]), FileDescriptor(owning: pair[1]))
  let heard = Inbox<Character>()
  let watch = thread.watch(near.raw) { readiness in
    var octet: UInt8 = 0
    guard readiness.contains(.readable), read(near.raw, &octet, 1) == 1 else { return }
    heard.put(Character(Unicode.Scalar(octet)))
  }
  #expect(write(far.raw, "ab", 2) == 2)
  #expect(heard.next() == "a")
  #expect(heard.next() == "b")
  watch.cancel()
  #expect(thread.statistics.watches == 0)
  #expect(write(far.raw, "c", 1) == 1)
  let settled = Inbox<Int>()
  thread.execute { thread.execute { settled.put(0) } }
  _ = settled.next()
  #expect(heard.all.isEmpty)
}

@Test func `the thread ends with its last owner, after the work that is queued`() {
  final class Witness: Sendable {
    let gone: Inbox<Int>
    init(_ gone: Inbox<Int>) { self.gone = gone }
    deinit { gone.put(1) }
  }
  let ran = Inbox<Int>()
  let gone = Inbox<Int>()
  do {
    let thread = BusThread()
    let witness = Witness(gone)
    _ = thread.schedule(after: .seconds(3_600)) { withExtendedLifetime(witness) {} }
    thread.execute { ran.put(1) }
  }
  #expect(ran.next() == 1)
  #expect(gone.next() == 1)
}

@Test func `a loop by hand serves timers and descriptors without waiting`() {
  let loop = ManualLoop()
  var pair: [Int32] = [0, 0]
  #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
  let (near, far) = (FileDescriptor(owning: pair[0]), FileDescriptor(owning: pair[1]))
  let log = Inbox<String>()
  let watch = loop.watch(near.raw) { _ in
    var octet: UInt8 = 0
    _ = read(near.raw, &octet, 1)
    log.put("read \(octet) \(loop.isCurrent)")
  }
  _ = loop.schedule(after: .seconds(2)) {
    log.put("timer")
    _ = write(far.raw, "a", 1)
  }
  loop.advance(by: .seconds(1))
  #expect(log.all.isEmpty)
  loop.advance(by: .seconds(5))
  #expect(log.all == ["timer", "read 97 true"])
  #expect(loop.now == .seconds(6))
  watch.cancel()
  #expect(write(far.raw, "b", 1) == 1)
  #expect(loop.run() == 0)
}

@Test func `a thread is woken once, behind the work of what came together`() {
  let (reader, callbacks) = (BusThread(name: "reader"), BusThread(name: "callbacks"))
  var ends: [Int32] = [0, 0]
  #expect(pipe(&ends) == 0)
  let (source, sink) = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
  let order = Inbox<Int>()
  let asleep = Inbox<Bool>()
  while !callbacks.statistics.isAsleep { sched_yield() }
  let before = callbacks.statistics
  let watch = reader.watch(source.raw) { _ in
    var octet: UInt8 = 0
    _ = read(source.raw, &octet, 1)
    for number in 0..<100 { callbacks.execute { order.put(number) } }
    // Long enough for a thread that has been woken to get going.
    asleep.put(
      (0..<10_000).allSatisfy { _ in callbacks.statistics.pollReturns == before.pollReturns })
  }
  #expect(write(sink.raw, "x", 1) == 1)
  #expect(asleep.next() == true)
  #expect((0..<100).allSatisfy { order.next() == $0 })
  #expect(callbacks.statistics.wakeUps == before.wakeUps + 1)
  watch.cancel()
}
