import Testing

@testable import DBus

private func entry(_ deadline: Duration, _ done: Inbox<Int> = Inbox()) -> CallTable.Entry {
  CallTable.Entry(
    deadline: deadline, timeout: deadline, subject: call([]), completion: { _ in done.put(1) })
}

@Test func `a call is taken once`() {
  var table = CallTable()
  let first = table.insert(entry(.seconds(1)))
  let second = table.insert(entry(.seconds(2)))
  #expect(first != second)
  let taken = [table.take(first), table.take(first)].map { $0 != nil }
  #expect(taken == [true, false])
  #expect(table.count == 1)
}

@Test func `calls come to their deadline in order`() {
  var table = CallTable()
  for seconds in [3, 1, 2, 9] { _ = table.insert(entry(.seconds(seconds))) }
  #expect(table.earliestDeadline == .seconds(1))
  let due = table.takeDue(.seconds(3)).map(\.deadline)
  #expect(due == [.seconds(1), .seconds(2), .seconds(3)])
  #expect(table.earliestDeadline == .seconds(9))
  #expect(table.takeAll().count == 1)
  #expect(table.isEmpty)
}

@Test func `the owner of a name is told only when it changes`() {
  var table = NameTable()
  let watched = (0..<2).map { _ in table.watch("org.bluez", isAnnounced: false) }
  #expect(watched == [true, false])
  #expect(table.takeNew() == ["org.bluez"])
  #expect(table.takeNew().isEmpty)
  #expect(table.update("org.bluez", owner: nil) == .init(name: "org.bluez", old: nil, new: nil))
  #expect(table.update("org.bluez", owner: nil) == nil)
  #expect(
    table.update("org.bluez", owner: ":1.1") == .init(name: "org.bluez", old: nil, new: ":1.1"))
  #expect(table.update("org.bluez", owner: ":1.1") == nil)
  #expect(table.update("org.other", owner: ":1.1") == nil)
  #expect(table.owner(of: "org.bluez") == ":1.1")
  table.forgetBus()
  #expect(table.owner(of: "org.bluez") == nil)
  #expect(table.takeNew() == ["org.bluez"])
}

@Test func `a sender is believed while nobody knows the owner`() {
  var table = NameTable()
  _ = table.watch("org.bluez", isAnnounced: true)
  #expect(table.isOwner(":1.9", of: "org.bluez"))
  _ = table.update("org.bluez", owner: ":1.1")
  #expect(table.isOwner(":1.1", of: "org.bluez"))
  #expect(!table.isOwner(":1.9", of: "org.bluez"))
}

@Test func `rules are announced to each bus once, in order`() {
  var table = RuleTable()
  let rules = ["C", "A", "B"].map { MatchRule(interface: "a.b", member: $0) }
  let ids = rules.map { table.insert(.init($0) { _ in }, isAnnounced: false) }
  let announced = table.takeNew().map(\.rule)
  #expect(announced == rules)
  #expect(table.takeNew().isEmpty)
  let refused = table.refuse(ids[0])
  #expect(refused)
  let removed = [ids[0], ids[1], ids[1]].map { table.remove($0)?.isKnownToBus }
  #expect(removed == [false, true, nil])
  let refusedLate = table.refuse(ids[1])
  #expect(!refusedLate)
  table.forgetBus()
  let again = table.takeNew().map(\.rule)
  #expect(again == [rules[2]])
  #expect(table.count == 1)
}

@Test func `general and exact rules are found together, in order`() {
  var table = RuleTable()
  let heard = Inbox<Int>()
  let rules = [
    MatchRule(interface: "a.b", member: "S"), MatchRule(interface: "a.b"), MatchRule(member: "S"),
    MatchRule(interface: "a.b", member: "S"), MatchRule(interface: "a.b", member: "T"),
  ]
  for (index, rule) in rules.enumerated() {
    _ = table.insert(.init(rule) { _ in heard.put(index) }, isAnnounced: true)
  }
  let signal = Message.signal(path: "/", interface: "a.b", member: "S")
  table.matching(signal, isOwner: { _, _ in true }).forEach { $0.handler(signal) }
  #expect(heard.all == [0, 1, 2, 3])
}

@Test func `the object itself stands before the subtrees around it`() {
  var table = ExportTable()
  let called = Inbox<String>()
  let outer = table.insert("/a", subtree: true) { _ in called.put("outer") }
  let inner = table.insert("/a/b", subtree: true) { _ in called.put("inner") }
  _ = table.insert("/a/b/c", subtree: false) { _ in called.put("exact") }
  let method = MethodCall(call([])) { _ in }
  for path in ["/a/b/c", "/a/b/c/d", "/a/b", "/a/x", "/ab", "/"] as [ObjectPath] {
    if let handler = table.handler(for: path) { handler(method) } else { called.put("none") }
  }
  #expect(called.all == ["exact", "inner", "inner", "outer", "none", "none"])
  _ = table.remove(inner, at: "/a/b")
  table.handler(for: "/a/b/x")?(method)
  #expect(called.all.last == "outer")
  _ = table.remove(outer, at: "/a")
  #expect(table.handler(for: "/a") == nil)
  #expect(table.count == 1)
}
