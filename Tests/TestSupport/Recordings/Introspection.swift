package import BlueZ
import DBus
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The members of interfaces, each as a line.
package typealias Interfaces = [String: Set<String>]

/// What the daemon says of its objects: sections of XML, one for each kind of object.
package enum Introspection {
  /// The text of every kind of object, with the SensorTag connected.
  package static func record(on ground: any BusGround) throws -> String {
    let talk = Talk(ground)
    defer { talk.client.leave() }
    try talk.forget()
    try talk.findAndConnect()
    let data = try talk.path(.data)
    let kinds: [(String, ObjectPath?)] = [
      ("root", "/"), ("manager", "/org/bluez"), ("adapter", Talk.adapterPath),
      ("device", Talk.devicePath), ("service", data.parent), ("characteristic", data),
      ("descriptor", try talk.descriptor()),
    ]
    var text = ""
    for (kind, path) in kinds {
      guard let path else { continue }
      text += try section(kind, of: path, talk)
    }
    try talk.forget()
    return text
  }

  /// The text of a device with a battery, which the SensorTag gets when it is told to.
  package static func recordBattery(on ground: any BusGround) throws -> String {
    let talk = Talk(ground)
    defer { talk.client.leave() }
    try talk.forget()
    try talk.findAndConnect()
    let lost = talk.client.signal { $0.changes("Connected")?.asBool == false }
    try talk.write(.control, [4])
    try ground.wait(for: lost, within: Talk.limit)
    try ground.settle()
    try talk.findAndConnect()
    try ground.settle()
    let text = try section("device with a battery", of: Talk.devicePath, talk)
    try talk.forget()
    return text
  }

  /// The text of the adapter of a daemon that was started with `--experimental`.
  package static func recordExperimentalAdapter(on ground: any BusGround) throws -> String {
    let talk = Talk(ground)
    defer { talk.client.leave() }
    return try section("experimental adapter", of: Talk.adapterPath, talk)
  }

  private static func section(
    _ kind: String, of path: ObjectPath, _ talk: Talk
  ) throws -> String {
    let reply = try talk.call(path, BusNames.introspectable, "Introspect").get()
    return "=== \(kind)\n\(try reply.body().first?.asString ?? "")\n"
  }

  // MARK: Reading

  /// The interfaces by the kind of object.
  package static func read(_ text: String) -> [String: Interfaces] {
    var kinds: [String: Interfaces] = [:]
    for section in text.components(separatedBy: "=== ").dropFirst() {
      let end = section.firstIndex(of: "\n") ?? section.endIndex
      let reader = Reader()
      let parser = XMLParser(data: Data(section[end...].trimmed.utf8))
      parser.delegate = reader
      kinds[String(section[..<end])] = parser.parse() ? reader.interfaces : ["unreadable": []]
    }
    return kinds
  }

  /// The table of an interface in the same form.
  package static func read(_ table: InterfaceTable) -> Set<String> {
    let methods = table.methods.map { "method \($0.name) (\($0.takes)) -> (\($0.returns))" }
    let properties = table.properties.map {
      "property \($0.name) \($0.signature) \($0.isWritable ? "readwrite" : "read")"
    }
    let signals = table.signals.map { "signal \($0.name) (\($0.carries))" }
    return Set(methods + properties + signals)
  }
}

extension StringProtocol {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

/// Gathers members; the names of arguments mean nothing.
private final class Reader: NSObject, XMLParserDelegate {
  var interfaces: Interfaces = [:]
  private var interface = ""
  private var member = ""
  private var taken = ""
  private var given = ""

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    let name = attributes["name"] ?? ""
    switch element {
    case "interface":
      interface = name
      interfaces[name] = []
    case "method", "signal": (member, taken, given) = (name, "", "")
    case "arg":
      let type = attributes["type"] ?? ""
      if attributes["direction"] == "out" { given += type } else { taken += type }
    case "property":
      let type = "\(attributes["type"] ?? "") \(attributes["access"] ?? "")"
      interfaces[interface]?.insert("property \(name) \(type)")
    case "annotation":
      let text = "\(name) \(attributes["value"] ?? "")"
      interfaces[interface]?.insert("annotation \(member) \(text)")
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    switch element {
    case "method": interfaces[interface]?.insert("method \(member) (\(taken)) -> (\(given))")
    case "signal": interfaces[interface]?.insert("signal \(member) (\(taken))")
    default: break
    }
  }
}
