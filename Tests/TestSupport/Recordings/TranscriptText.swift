import BlueZ
import DBus
import FoundationEssentials

/// Messages as text that is the same in every run of the same conversation.
///
/// What it leaves out or replaces:
/// - handles in paths become numbers by their first appearance;
/// - signal strengths, the adapter's names and its address become `…`, and a signal that tells of
///   nothing but a signal strength is left out, since the radio decides how often it comes;
/// - the counter in the SensorTag's samples becomes `n`;
/// - the order of a dictionary's entries, which means nothing.
struct TranscriptText {
  private var handles: [String: [Substring: Int]] = [:]

  mutating func call(_ message: Message, _ body: [Value]) -> String {
    "call " + words(message, body.map { text($0) })
  }

  mutating func answer(to call: Message, _ result: Result<Message, DBusError>) -> String {
    switch result {
    case .failure(let error):
      return "error " + words(call, ["\(error.name ?? "\(error.code)"): \(error.text)"])
    case .success(let reply):
      if let objects = ObjectMessages.managedObjects(reply) {
        let trees = objects.sorted { $0.key < $1.key }.map { path, interfaces in
          "object \(short(path))" + lines(interfaces)
        }
        return ([words(call, [])] + trees).joined(separator: "\n").withPrefix("reply ")
      }
      do {
        return "reply " + words(call, try reply.body().map { text($0) })
      } catch {
        return "reply " + words(call, ["(unreadable: \(error))"])
      }
    }
  }

  mutating func signal(_ message: Message) -> String? {
    if let (path, interfaces) = ObjectMessages.interfacesAdded(message) {
      return "added \(short(path))" + lines(interfaces)
    }
    if let (path, interfaces) = ObjectMessages.interfacesRemoved(message) {
      return (["removed \(short(path))"] + interfaces.sorted()).joined(separator: "\n  ")
    }
    if let (interface, changed, invalidated) = ObjectMessages.propertiesChanged(message),
      let path = message.path
    {
      guard Set(changed.keys).union(invalidated) != ["RSSI"] || changed.isEmpty else { return nil }
      let gone = invalidated.sorted().map { "\n  \($0) is gone" }.joined()
      return "changed \(short(path)) \(interface)" + lines(changed, of: interface, "  ") + gone
    }
    return "signal \(message.path.map { short($0) } ?? "") \(message.member ?? "")"
  }

  // MARK: Parts

  private mutating func words(_ message: Message, _ others: [String]) -> String {
    let path = message.path.map { short($0) } ?? ""
    let method = "\(message.interface ?? "").\(message.member ?? "")"
    return ([path, method] + others).joined(separator: " ")
  }

  private mutating func lines(_ interfaces: [String: Properties]) -> String {
    var lines = ""
    for (name, properties) in interfaces.sorted(by: { $0.key < $1.key }) {
      lines += "\n  \(name)" + self.lines(properties, of: name, "    ")
    }
    return lines
  }

  private mutating func lines(
    _ properties: Properties, of interface: String, _ indent: String
  ) -> String {
    var lines = ""
    for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
      let value = value.unwrapped
      let isVolatile =
        name == "RSSI"
        || interface == "org.bluez.Adapter1" && ["Address", "Name", "Alias"].contains(name)
      lines += "\n\(indent)\(name) \(value.signature) = \(isVolatile ? "…" : text(value))"
    }
    return lines
  }

  /// A path with the daemon's part left out and with numbers for handles.
  private mutating func short(_ path: ObjectPath) -> String {
    guard path.string.hasPrefix("/org/bluez/") else { return path.string }
    let elements = path.string.dropFirst("/org/bluez".count).split(separator: "/")
    return elements.map { "/" + number($0) }.joined()
  }

  private mutating func number(_ element: Substring) -> String {
    for kind in ["service", "char", "desc"] where element.hasPrefix(kind) {
      let known = handles[kind, default: [:]]
      let number = known[element] ?? known.count + 1
      handles[kind, default: [:]][element] = number
      return "\(kind)\(number)"
    }
    return String(element)
  }

  private mutating func text(_ value: Value) -> String {
    switch value {
    case .variant(let value): return text(value)
    case .string(let string): return "'\(string)'"
    case .objectPath(let path): return short(path)
    case .bool(let truth): return "\(truth)"
    case .fileDescriptor: return "socket"
    case .bytes(let data): return octets(data)
    case .array(_, let values):
      return "[" + values.map { text($0) }.joined(separator: ", ") + "]"
    case .structure(let values):
      return "(" + values.map { text($0) }.joined(separator: ", ") + ")"
    case .dictionary(_, _, let entries):
      let pairs = entries.map { "\(text($0.key)): \(text($0.value))" }.sorted()
      return "{" + pairs.joined(separator: ", ") + "}"
    default: return value.asInt.map { "\($0)" } ?? "\(value)"
    }
  }

  private func octets(_ data: Data) -> String {
    var words = data.map { octet in
      (octet < 16 ? "0" : "") + String(octet, radix: 16)
    }
    if words.count == 3, words[1...] == ["fe", "3f"] { words[0] = "n" }
    return "<" + words.joined(separator: " ") + ">"
  }
}

extension String {
  fileprivate func withPrefix(_ prefix: String) -> String { prefix + self }
}
