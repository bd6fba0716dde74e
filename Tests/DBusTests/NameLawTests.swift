import Testing

@testable import DBus

@Test(arguments: ["", "i", "a{sv}", "a{oa{sa{sv}}}", "(ii)", "a(say)", "v", "aas", "ybnqiuxtdsogh"])
func `a signature is printed as it was read`(_ text: String) {
  #expect(Signature(text)?.string == text)
  #expect(Signature(text)?.types.map(\.string).joined() == text)
}

@Test(
  arguments: [
    "a", "(", "()", "(i", "i)", "{sv}", "a{s}", "a{vs}", "a{svs}", "a{(i)s}", "z", "é", "a{sv",
    String(repeating: "a", count: 33) + "i", String(repeating: "i", count: 256),
    String(repeating: "(", count: 33) + "i" + String(repeating: ")", count: 33),
  ])
func `what is no signature is refused`(_ text: String) {
  #expect(Signature(text) == nil)
}

@Test func `nesting of a signature ends at 32`() {
  #expect(Signature(String(repeating: "a", count: 32) + "i") != nil)
  let open = String(repeating: "(", count: 32)
  #expect(Signature(open + "i" + String(repeating: ")", count: 32)) != nil)
}

@Test(arguments: ["/", "/a", "/org/bluez/hci0/dev_00_11", "/_", "/0"])
func `a path is printed as it was read`(_ text: String) {
  #expect(ObjectPath(text)?.string == text)
  #expect(ObjectPath(text)?.description == text)
}

@Test(arguments: ["", "a", "/a/", "//", "/a//b", "/a-b", "/é", "/a b", "/a\0"])
func `what is no path is refused`(_ text: String) {
  #expect(ObjectPath(text) == nil)
}

@Test(arguments: ["/", "/a", "/a/b_1"] as [ObjectPath], ["x", "hci0", "_"])
func `a child's parent and last element give the child back`(_ path: ObjectPath, _ name: String) {
  let child = path.appending(name)
  #expect(child?.parent == path)
  #expect(child?.lastElement == name)
  #expect(child?.isInside(path) == true)
  #expect(child.map(path.isInside) == false)
}

@Test func `the root has no parent and holds everything`() {
  #expect(ObjectPath.root.parent == nil)
  #expect(ObjectPath.root.lastElement.isEmpty)
  #expect(("/a" as ObjectPath).isInside(.root))
  #expect(ObjectPath.root.appending("") == nil)
  #expect(ObjectPath.root.appending("a/b") == nil)
}

@Test func `being inside is decided by elements`() {
  let adapter: ObjectPath = "/org/bluez/hci1"
  #expect(adapter.isInside(adapter))
  #expect(("/org/bluez/hci1/dev_1" as ObjectPath).isInside(adapter))
  #expect(!("/org/bluez/hci10" as ObjectPath).isInside(adapter))
  #expect(!("/org/bluez" as ObjectPath).isInside(adapter))
}

@Test func `names follow the rules of the specification`() {
  #expect(["org.bluez", "a-b.c_d", ":1.42", ":1.0"].allSatisfy(Names.isBus))
  #expect(
    !["", "org", "org..bluez", ".org.bluez", "org.bluez.", "org.1bluez", ":", ":1", "a.b c"]
      .contains(where: Names.isBus))
  #expect(!Names.isBus("a." + String(repeating: "b", count: 254)))
  #expect(["org.bluez.Device1", "a.b"].allSatisfy(Names.isInterface))
  #expect(!["org", "a-b.c", "a.1b", "a.b\0"].contains(where: Names.isInterface))
  #expect(["ReadValue", "_x1"].allSatisfy(Names.isMember))
  #expect(!["", "1x", "a.b", "a-b", "a b"].contains(where: Names.isMember))
}

private let rules: [MatchRule] = [
  MatchRule(),
  MatchRule(type: nil),
  MatchRule(sender: "org.bluez", interface: "a.b", member: "C", path: "/x/y"),
  MatchRule(type: .methodCall, pathNamespace: "/org/bluez"),
  MatchRule(sender: ":1.5", arg0: "it's, 'quoted'"),
  MatchRule(arg0: "back\\slash, comma='x'"),
  MatchRule(arg0: ""),
  MatchRule(arg0: "'"),
  .ownerChanges(of: "org.bluez"),
]

@Test(arguments: rules)
func `a match rule is read as it was printed`(_ rule: MatchRule) {
  #expect(MatchRule(parsing: rule.description) == rule)
}

@Test func `a match rule has the text that the bus expects`() {
  let rule = MatchRule(
    sender: "org.bluez", interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged",
    pathNamespace: "/org/bluez", arg0: "it's")
  #expect(
    rule.description
      == "type='signal',sender='org.bluez',interface='org.freedesktop.DBus.Properties',"
      + "member='PropertiesChanged',path_namespace='/org/bluez',arg0='it'\\''s'")
}

@Test(
  arguments: [
    "type='signal", "type='nothing'", "colour='red'", "path='x'", "type='signal',type='signal'",
    "sender='a b'", "type", "path='/a',path_namespace='/a'",
  ])
func `what is no match rule is refused`(_ text: String) {
  #expect(MatchRule(parsing: text) == nil)
}

@Test func `a rule matches by each of its fields`() {
  let signal = Message.signal(
    path: "/org/bluez/hci10", interface: "a.b", member: "C", [.string("first")])
  func matches(_ rule: MatchRule) -> Bool { rule.matches(signal) { _, _ in false } }
  #expect(
    matches(MatchRule(interface: "a.b", member: "C", path: "/org/bluez/hci10", arg0: "first")))
  #expect(matches(MatchRule(pathNamespace: "/org/bluez")))
  #expect(!matches(MatchRule(pathNamespace: "/org/bluez/hci1")))
  #expect(!matches(MatchRule(interface: "a.bc")))
  #expect(!matches(MatchRule(member: "D")))
  #expect(!matches(MatchRule(path: "/org/bluez")))
  #expect(!matches(MatchRule(arg0: "second")))
  #expect(!matches(MatchRule(type: .methodCall)))
  #expect(!matches(MatchRule(sender: "org.bluez")))
}
