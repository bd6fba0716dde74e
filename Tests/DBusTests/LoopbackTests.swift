import DBus
import Futures
import Glibc
import Testing

/// Two connections on a bus inside the process, stepped by hand.
private struct World {
  let loop: ManualLoop
  let bus: LoopbackBus
  let events = Inbox<Connection.Event>()
  let client: Connection
  let server: Connection

  init() {
    let loop = ManualLoop()
    let bus = LoopbackBus(loop: loop)
    let events = events
    self.loop = loop
    self.bus = bus
    client = Connection(.loopback(bus), loop: loop) { events.put($0) }
    server = Connection(.loopback(bus), loop: loop)
  }

  func open() {
    client.open()
    server.open()
    server.requestName("org.example") { _ in }
    loop.run()
  }

  func call(_ member: String, _ body: [Value] = [], path: ObjectPath = "/a") -> Message {
    .methodCall(to: "org.example", path: path, interface: "a.b", member: member, body)
  }

  /// Calls, runs what is due and gives the result if there is one.
  func result(_ message: Message) -> Result<Message, DBusError>? {
    let replies = Replies()
    client.call(message, timeout: .seconds(5)) { replies.put($0) }
    loop.run()
    return replies.all.first
  }
}

@Test func `a call reaches an exported object and its answer comes back`() {
  let world = World()
  _ = world.server.export("/a") { call in
    call.reply((try? call.message.body()) ?? [])
  }
  world.open()
  #expect(world.events.all.contains { $0.isOpened })
  let result = world.result(world.call("Echo", [.string("x"), .uint32(1)]))
  #expect(result?.body == [.string("x"), .uint32(1)])
  #expect((try? result?.get())?.sender == world.server.uniqueName)
  #expect(world.client.statistics.openCalls == 0)
  #expect(world.loop.pendingTimerCount == 0)
}

@Test func `an error carries its name and text`() {
  let world = World()
  _ = world.server.export("/a") { $0.replyError("org.bluez.Error.InProgress", "Busy") }
  world.open()
  let error = world.result(world.call("Do"))?.error
  #expect(error?.code == .remote)
  #expect(error?.name == "org.bluez.Error.InProgress")
  #expect(error?.description == "org.bluez.Error.InProgress: Busy")
}

@Test func `absent names, objects and methods are answered as a bus answers them`() {
  let world = World()
  _ = world.server.export("/a", subtree: true) { $0.replyUnknownMethod() }
  world.open()
  let nobody = Message.methodCall(to: "org.nobody", path: "/", interface: "a.b", member: "C")
  #expect(world.result(nobody)?.error?.name == ErrorName.serviceUnknown)
  #expect(world.result(world.call("C", path: "/b"))?.error?.name == ErrorName.unknownObject)
  #expect(world.result(world.call("C", path: "/ab"))?.error?.name == ErrorName.unknownObject)
  let inside = world.result(world.call("C", path: "/a/b/c"))?.error
  #expect(
    inside?.description
      == "org.freedesktop.DBus.Error.UnknownMethod: "
      + "/a/b/c has no method C of a.b with the signature ''.")
}

@Test func `a reply after the deadline is dropped and counted`() {
  let world = World()
  let calls = Inbox<MethodCall>()
  _ = world.server.export("/a") { calls.put($0) }
  world.open()
  let replies = Replies()
  world.client.call(world.call("Slow"), timeout: .seconds(5)) { replies.put($0) }
  world.loop.advance(by: .milliseconds(4_999))
  #expect(replies.all.isEmpty)
  world.loop.advance(by: .milliseconds(1))
  #expect(replies.all.first?.error?.code == .noReply)
  #expect(
    replies.all.first?.error?.text
      == "org.example did not answer a.b.Slow of /a within 5.0 seconds.")
  calls.next()?.reply([])
  world.loop.run()
  #expect(replies.all.count == 1)
  #expect(world.client.statistics.lateReplies == 1)
}

@Test func `deadlines of several calls are kept by one timer`() {
  let world = World()
  let calls = Inbox<MethodCall>()
  _ = world.server.export("/a") { calls.put($0) }
  world.open()
  let order = Inbox<Int>()
  for seconds in [30, 10, 20] {
    world.client.call(world.call("Slow"), timeout: .seconds(seconds)) { _ in order.put(seconds) }
  }
  #expect(world.loop.pendingTimerCount == 1)
  world.loop.advance(by: .seconds(15))
  #expect(order.all == [10])
  world.loop.advance(by: .seconds(15))
  #expect(order.all == [10, 20, 30])
  #expect(world.loop.pendingTimerCount == 0)
}

@Test func `a cancelled call completes once and its reply is dropped`() {
  let world = World()
  let calls = Inbox<MethodCall>()
  _ = world.server.export("/a") { calls.put($0) }
  world.open()
  let replies = Replies()
  let id = world.client.call(world.call("Slow"), timeout: .seconds(5)) { replies.put($0) }
  world.loop.run()
  world.client.cancel(id)
  world.client.cancel(id)
  calls.next()?.reply([])
  world.loop.run()
  #expect(replies.all.map(\.error?.code) == [.cancelled])
  #expect(world.client.statistics.lateReplies == 1)
  #expect(world.loop.pendingTimerCount == 0)
}

@Test func `a peer that leaves fails the calls that it did not answer`() {
  let world = World()
  let calls = Inbox<MethodCall>()
  _ = world.server.export("/a") { calls.put($0) }
  world.open()
  let replies = Replies()
  world.client.call(world.call("Slow"), timeout: .seconds(5)) { replies.put($0) }
  world.loop.run()
  world.server.close()
  world.loop.run()
  #expect(replies.all.first?.error?.name == ErrorName.noReply)
  #expect(world.bus.connectionCount == 1)
}

@Test func `a call that is let go of is refused`() {
  let world = World()
  _ = world.server.export("/a") { _ in }
  world.open()
  #expect(
    world.result(world.call("Forget"))?.error?.description
      == "org.freedesktop.DBus.Error.NoReply: "
      + "Forget of /a gave no answer; the program that serves it dropped the call.")
}

@Test func `a call is answered once`() {
  let world = World()
  _ = world.server.export("/a") { call in
    #expect(call.reply([.byte(1)]))
    #expect(!call.reply([.byte(2)]))
    #expect(!call.replyError(ErrorName.failed, "no"))
  }
  world.open()
  #expect(world.result(world.call("C"))?.body == [.byte(1)])
}

@Test func `an answer that cannot be sent becomes an error`() {
  let world = World()
  _ = world.server.export("/a") { $0.reply([.string("a\0b")]) }
  world.open()
  #expect(world.result(world.call("C"))?.error?.name == ErrorName.failed)
}

@Test func `signals reach the handlers whose rules they fit, in order`() {
  let world = World()
  let heard = Inbox<String>()
  let one = world.client.addMatch(MatchRule(sender: "org.example", member: "S")) { _ in
    heard.put("one")
  }
  _ = world.client.addMatch(MatchRule(interface: "a.b", member: "S", path: "/p")) { _ in
    heard.put("two")
  }
  _ = world.client.addMatch(MatchRule(interface: "a.b", member: "T")) { _ in heard.put("three") }
  world.open()
  #expect(world.bus.matchRuleCount == 4)
  let signal = { (path: ObjectPath) in Message.signal(path: path, interface: "a.b", member: "S") }
  world.server.send(signal("/p"))
  world.server.send(signal("/q"))
  world.loop.run()
  #expect(heard.all == ["one", "two", "one"])
  one.cancel()
  one.cancel()
  world.server.send(signal("/p"))
  world.loop.run()
  #expect(heard.all == ["one", "two", "one", "two"])
  #expect(world.bus.matchRuleCount == 3)
}

@Test func `a signal of another program does not pass for one of the name's owner`() {
  let world = World()
  let heard = Inbox<String>()
  _ = world.client.addMatch(MatchRule(sender: "org.example", interface: "a.b", member: "S")) {
    heard.put($0.sender ?? "")
  }
  _ = world.client.addMatch(MatchRule(interface: "a.b", member: "S")) { _ in }
  world.open()
  let other = Connection(.loopback(world.bus), loop: world.loop)
  other.open()
  world.loop.run()
  other.send(.signal(path: "/", interface: "a.b", member: "S"))
  world.server.send(.signal(path: "/", interface: "a.b", member: "S"))
  world.loop.run()
  #expect(heard.all == [world.server.uniqueName])
}

@Test func `a handler that cancels another is obeyed for the same signal`() {
  let world = World()
  let heard = Inbox<Int>()
  let second = Lock<(any Cancellable)?>(nil)
  let rule = MatchRule(interface: "a.b", member: "S")
  _ = world.client.addMatch(rule) { _ in
    heard.put(1)
    second.withLock { $0 }?.cancel()
  }
  let token = world.client.addMatch(rule) { _ in heard.put(2) }
  second.withLock { $0 = token }
  world.open()
  world.server.send(.signal(path: "/", interface: "a.b", member: "S"))
  world.loop.run()
  #expect(heard.all == [1])
}

@Test func `the owner of a watched name is followed`() {
  let world = World()
  world.client.watchName("org.example")
  world.client.open()
  world.loop.run()
  #expect(world.events.all.compactMap(\.ownerChange) == ["org.example: nobody -> nobody"])
  world.open()
  let owner = world.server.uniqueName ?? ""
  world.server.close()
  world.loop.run()
  #expect(
    world.events.all.compactMap(\.ownerChange).dropFirst() == [
      "org.example: nobody -> \(owner)", "org.example: \(owner) -> nobody",
    ])
}

@Test func `a name has one owner`() {
  let world = World()
  world.open()
  let answers = Inbox<DBusError.Code?>()
  func request() {
    world.client.requestName("org.example") { result in
      if case .failure(let error) = result { answers.put(error.code) } else { answers.put(nil) }
    }
    world.loop.run()
  }
  request()
  world.server.releaseName("org.example")
  request()
  request()
  #expect(answers.all == [.nameTaken, nil, nil])
}

@Test func `a descriptor passes and both ends close their own`() throws {
  let world = World()
  var pair: [Int32] = [0, 0]
  #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
  let near = FileDescriptor(owning: pair[0])
  let far = pair[1]
  _ = world.server.export("/a") { call in
    call.reply([.fileDescriptor(FileDescriptor(owning: far)), .uint16(23)])
  }
  world.open()
  let body = world.result(world.call("Acquire"))?.body
  let received = try #require(body?.first?.asFileDescriptor)
  #expect(received.raw != far)
  #expect(write(near.raw, "x", 1) == 1)
  var octet: UInt8 = 0
  #expect(read(received.raw, &octet, 1) == 1)
  #expect(octet == UInt8(ascii: "x"))
}

@Test func `a lost bus is told, fails open calls and can be opened again`() {
  let world = World()
  let calls = Inbox<MethodCall>()
  let heard = Inbox<Int>()
  _ = world.server.export("/a") { calls.put($0) }
  _ = world.client.addMatch(MatchRule(sender: "org.example", interface: "a.b", member: "S")) { _ in
    heard.put(1)
  }
  world.open()
  let replies = Replies()
  world.client.call(world.call("Slow"), timeout: .seconds(5)) { replies.put($0) }
  world.loop.run()
  world.bus.disconnectAll()
  world.loop.run()
  #expect(world.events.all.contains { $0.isLost })
  #expect(replies.all.map(\.error?.code) == [.disconnected])
  #expect(world.result(world.call("C"))?.error?.code == .disconnected)
  #expect(world.loop.pendingTimerCount == 0)
  world.open()
  world.server.send(.signal(path: "/", interface: "a.b", member: "S"))
  world.loop.run()
  #expect(heard.all == [1])
  #expect(world.bus.matchRuleCount == 2)
}

@Test func `calls before the connection is open wait for it, in order`() {
  let world = World()
  let members = Inbox<String>()
  _ = world.server.export("/a") { call in
    members.put(call.message.member ?? "")
    call.reply([])
  }
  world.server.open()
  world.server.requestName("org.example") { _ in }
  world.loop.run()
  let replies = Replies()
  #expect(world.result(world.call("Early"))?.error?.code == .disconnected)
  world.client.open()
  for member in ["A", "B", "C"] {
    world.client.call(world.call(member), timeout: .seconds(5)) { replies.put($0) }
  }
  world.loop.run()
  #expect(members.all == ["A", "B", "C"])
  #expect(replies.all.count == 3)
}

@Test func `closing fails open calls and ends all events`() {
  let world = World()
  world.open()
  let before = world.events.all.count
  let replies = Replies()
  _ = world.server.export("/a") { _ in }
  world.client.call(world.call("C"), timeout: .seconds(5)) { replies.put($0) }
  world.client.close()
  world.client.open()
  world.loop.run()
  #expect(replies.all.map(\.error?.code) == [.disconnected])
  #expect(world.events.all.count == before)
  #expect(world.client.uniqueName == nil)
  #expect(world.loop.pendingTimerCount == 0)
}

@Test func `properties are read and written`() {
  let world = World()
  let stored = Lock<[String: Value]>(["Powered": .bool(false)])
  _ = world.server.export("/a") { call in
    let body = (try? call.message.body()) ?? []
    switch call.message.member {
    case "Get": call.reply([.variant(stored.withLock { $0[body[1].asString ?? ""] } ?? .byte(0))])
    case "Set":
      stored.withLock { $0[body[1].asString ?? ""] = body[2].unwrapped }
      call.reply([])
    case "GetAll": call.reply([.properties(stored.withLock { $0 })])
    default: call.replyUnknownMethod()
    }
  }
  world.open()
  let log = Inbox<String>()
  let (client, second) = (world.client, Duration.seconds(1))
  client.setProperty(
    destination: "org.example", path: "/a", interface: "a.b", name: "Powered", value: .bool(true),
    timeout: second
  ) { if case .success = $0 { log.put("set") } }
  client.getProperty(
    destination: "org.example", path: "/a", interface: "a.b", name: "Powered", timeout: second
  ) { log.put("get \((try? $0.get())?.asBool == true)") }
  client.getAllProperties(
    destination: "org.example", path: "/a", interface: "a.b", timeout: second
  ) { log.put("all \((try? $0.get()) == ["Powered": .bool(true)])") }
  world.loop.run()
  #expect(log.all == ["set", "get true", "all true"])
}
