import Dispatch
import FoundationEssentials
import Futures
import Glibc
import Testing

@testable import DBus

/// Two connections on one thread and a message bus daemon between them.
private struct Ground {
  let bus: PrivateBus
  let thread = BusThread()
  let events = Inbox<Connection.Event>()
  let client: Connection
  let server: Connection

  init(limits: [String: Int] = [:]) throws {
    bus = try PrivateBus(limits: limits)
    let events = events
    client = Connection(.address(bus.address), loop: thread) { events.put($0) }
    server = Connection(.address(bus.address), loop: thread)
  }

  func open() throws {
    server.open()
    let named = Inbox<Bool>()
    server.requestName("org.example") { result in
      if case .success = result { named.put(true) } else { named.put(false) }
    }
    try #require(named.next() == true)
    client.open()
    try #require(events.next(where: \.isOpened) != nil)
  }

  func call(_ member: String, _ body: [Value] = []) -> Message {
    .methodCall(to: "org.example", path: "/a", interface: "a.b", member: member, body)
  }

  func result(_ message: Message, timeout: Duration = .seconds(60)) -> Result<Message, DBusError>? {
    let replies = Replies()
    client.call(message, timeout: timeout) { replies.put($0) }
    return replies.next()
  }

  /// Waits until the bus has handled everything that the client sent.
  func settle() {
    _ = result(
      .methodCall(
        to: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus", member: "GetId"))
  }
}

@Suite(.serialized) struct DaemonTests {
  @Test func `a call to an object of another connection is answered`() throws {
    let ground = try Ground()
    _ = ground.server.export("/a") { $0.reply((try? $0.message.body()) ?? []) }
    try ground.open()
    let body: [Value] = [.string("x"), .properties(["A": .bytes(Data([1, 2]))])]
    #expect(ground.result(ground.call("Echo", body))?.body == body)
    #expect(ground.result(ground.call("Echo", [.bytes(Data(count: 300_000))]))?.body?.count == 1)
    #expect(ground.client.statistics.openCalls == 0)
    #expect(ground.thread.statistics.timers == 0)
  }

  @Test func `errors of the bus and of peers have their names`() throws {
    let ground = try Ground()
    _ = ground.server.export("/a") { $0.replyError("org.bluez.Error.Failed", "Broken") }
    try ground.open()
    #expect(ground.result(ground.call("C"))?.error?.description == "org.bluez.Error.Failed: Broken")
    let nobody = Message.methodCall(to: "org.nobody", path: "/", interface: "a.b", member: "C")
    #expect(ground.result(nobody)?.error?.name == ErrorName.serviceUnknown)
    let unknown = Message.methodCall(to: "org.example", path: "/z", interface: "a.b", member: "C")
    #expect(ground.result(unknown)?.error?.name == ErrorName.unknownObject)
  }

  @Test func `Peer is answered at every path`() throws {
    let ground = try Ground()
    try ground.open()
    let ping = Message.methodCall(
      to: "org.example", path: "/any", interface: "org.freedesktop.DBus.Peer", member: "Ping")
    #expect(ground.result(ping)?.body == [])
  }

  @Test func `a signal reaches the connections that want it`() throws {
    let ground = try Ground()
    let heard = Inbox<[Value]>()
    let rule = MatchRule(sender: "org.example", interface: "a.b", member: "S", pathNamespace: "/a")
    _ = ground.client.addMatch(rule) { heard.put((try? $0.body()) ?? []) }
    try ground.open()
    ground.settle()
    ground.server.send(.signal(path: "/b", interface: "a.b", member: "S", [.byte(0)]))
    ground.server.send(.signal(path: "/a/x", interface: "a.b", member: "S", [.byte(1)]))
    #expect(heard.next() == [.byte(1)])
  }

  @Test func `a descriptor passes through the daemon`() throws {
    let ground = try Ground()
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &pair) == 0)
    let near = FileDescriptor(owning: pair[0])
    let far = Lock<FileDescriptor?>(FileDescriptor(owning: pair[1]))
    _ = ground.server.export("/a") { call in
      let descriptor = far.withLock { $0.take() }
      call.reply(descriptor.map { [.fileDescriptor($0), .uint16(517)] } ?? [])
    }
    try ground.open()
    let message = try #require(try ground.result(ground.call("AcquireNotify"))?.get())
    var reader = message.reader
    let received = try reader.readFileDescriptor()
    #expect(try reader.readUInt16() == 517)
    #expect(write(near.raw, "value", 5) == 5)
    var octets = [UInt8](repeating: 0, count: 8)
    #expect(read(received.raw, &octets, 8) == 5)
  }

  @Test func `a name that comes and goes is followed`() throws {
    let ground = try Ground()
    ground.client.watchName("org.later")
    try ground.open()
    #expect(ground.events.next()?.ownerChange == "org.later: nobody -> nobody")
    let owner = try #require(ground.server.uniqueName)
    ground.server.requestName("org.later") { _ in }
    #expect(ground.events.next()?.ownerChange == "org.later: nobody -> \(owner)")
    ground.server.close()
    #expect(ground.events.next()?.ownerChange == "org.later: \(owner) -> nobody")
  }

  @Test func `a killed daemon is told and fails open calls`() throws {
    let ground = try Ground()
    let calls = Inbox<MethodCall>()
    _ = ground.server.export("/a") { calls.put($0) }
    try ground.open()
    let replies = Replies()
    ground.client.call(ground.call("Slow"), timeout: .seconds(3_600)) { replies.put($0) }
    let open = try #require(calls.next())
    ground.bus.kill()
    #expect(ground.events.next()?.isLost == true)
    #expect(replies.next()?.error?.code == .disconnected)
    #expect(ground.result(ground.call("C"))?.error?.code == .disconnected)
    open.reply([])
    #expect(ground.client.statistics.openCalls == 0)
    #expect(ground.thread.statistics.timers == 0)
    ground.client.open()
    guard case .openFailed(let error)? = ground.events.next() else {
      Issue.record("The bus is gone.")
      return
    }
    #expect(error.code == .noBus)
  }

  @Test func `a rule over the limit is refused and told`() throws {
    let ground = try Ground(limits: ["max_match_rules_per_connection": 2])
    try ground.open()
    for member in ["A", "B", "C"] {
      _ = ground.client.addMatch(MatchRule(interface: "a.b", member: member)) { _ in }
    }
    guard case .matchRefused(let rule, let error)? = ground.events.next() else {
      Issue.record("No rule was refused.")
      return
    }
    #expect(rule.member == "C")
    #expect(error.name == ErrorName.limitsExceeded)
  }

  @Test func `a reply after the deadline is dropped and told`() throws {
    let ground = try Ground()
    let calls = Inbox<MethodCall>()
    _ = ground.server.export("/a") { calls.put($0) }
    try ground.open()
    #expect(
      ground.result(ground.call("Slow"), timeout: .milliseconds(1))?.error?.code == .noReply)
    try #require(calls.next()).reply([])
    guard case .lateReply? = ground.events.next() else {
      Issue.record("The reply was not told.")
      return
    }
    #expect(ground.client.statistics.lateReplies == 1)
  }

  @Test func `a peer that leaves fails the calls that it did not answer`() throws {
    let ground = try Ground()
    let calls = Inbox<MethodCall>()
    _ = ground.server.export("/a") { calls.put($0) }
    try ground.open()
    let replies = Replies()
    ground.client.call(ground.call("Slow"), timeout: .seconds(60)) { replies.put($0) }
    _ = try #require(calls.next())
    ground.server.close()
    #expect(replies.next()?.error?.name == ErrorName.noReply)
  }

  @Test func `an address without a bus says so`() throws {
    let events = Inbox<Connection.Event>()
    let connection = Connection(.address("unix:path=/nowhere/bus"), loop: BusThread()) {
      events.put($0)
    }
    connection.open()
    guard case .openFailed(let error)? = events.next() else {
      Issue.record("There is no bus to open.")
      return
    }
    #expect(error.code == .noBus)
    #expect(
      error.text == "The message bus at unix:path=/nowhere/bus cannot be reached: "
        + "Failed to connect to socket /nowhere/bus: No such file or directory")
  }

  @Test func `an open connection that is not used does not wake up`() throws {
    let ground = try Ground()
    _ = ground.client.addMatch(MatchRule(interface: "a.b", member: "S")) { _ in }
    try ground.open()
    ground.settle()
    let rang = Inbox<Int>()
    let before = ground.thread.statistics.pollReturns
    _ = ground.thread.schedule(after: .milliseconds(300)) { rang.put(1) }
    #expect(rang.next() == 1)
    // One for setting the timer and one for its ring, and one that may end what came before.
    #expect(ground.thread.statistics.pollReturns - before <= 3)
  }

  @Test func `many threads call at once and each gets its own answer`() throws {
    let ground = try Ground()
    _ = ground.server.export("/a") { $0.reply((try? $0.message.body()) ?? []) }
    try ground.open()
    let wrong = Inbox<UInt32>()
    let done = Inbox<Int>()
    for worker in UInt32(0)..<4 {
      DispatchQueue.global().async {
        for number in UInt32(0)..<200 {
          let value = Value.uint32(worker << 16 | number)
          if ground.result(ground.call("Echo", [value]))?.body != [value] { wrong.put(number) }
        }
        done.put(1)
      }
    }
    for _ in 0..<4 { #expect(done.next() == 1) }
    #expect(wrong.all.isEmpty)
  }

  @Test func `a daemon that dies while threads send breaks nothing`() throws {
    let ground = try Ground()
    _ = ground.server.export("/a") { $0.reply([]) }
    try ground.open()
    let done = Inbox<Int>()
    let answered = Inbox<Int>()
    for _ in 0..<4 {
      DispatchQueue.global().async {
        var sent = 0
        while ground.client.uniqueName != nil, sent < 100_000 {
          sent += 1
          ground.client.call(ground.call("C"), timeout: .seconds(60)) { _ in answered.put(1) }
          if sent % 64 == 0 { _ = ground.result(ground.call("C")) }
        }
        done.put(sent)
      }
    }
    for _ in 0..<500 { _ = answered.next() }
    ground.bus.kill()
    #expect(ground.events.next(where: \.isLost) != nil)
    for _ in 0..<4 { #expect(done.next() != nil) }
    #expect(ground.client.statistics.openCalls == 0)
  }

  @Test func `a connection by hand talks to a daemon too`() throws {
    let bus = try PrivateBus()
    let loop = ManualLoop()
    let events = Inbox<Connection.Event>()
    let connection = Connection(.address(bus.address), loop: loop) { events.put($0) }
    connection.open()
    while connection.uniqueName == nil { loop.run() }
    #expect(connection.uniqueName?.hasPrefix(":1.") == true)
    connection.close()
  }
}
