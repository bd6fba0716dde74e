import DBus
import FoundationEssentials
import Profiles

extension SimulatedSignal {
  /// A change of properties, or a signal of any kind by its member and body.
  init(_ node: JSONNode) throws(ProfileError) {
    let path = try node.optional("path")?.objectPath
    let interface = try node.node("interface").busName
    guard let member = node.optional("member") else {
      try node.checkMembers(["path", "interface", "changed", "invalidated"])
      self = .propertiesChanged(
        of: path, interface: interface, try node.optional("changed")?.busProperties ?? [:],
        invalidated: try node.optional("invalidated")?.map { one throws(ProfileError) in
          try one.text
        } ?? [])
      return
    }
    try node.checkMembers(["path", "interface", "member", "body"])
    self.init(
      path: path, interface: interface, member: try member.busMember,
      body: try node.optional("body")?.map { one throws(ProfileError) in try one.busValue } ?? [])
  }
}

extension JSONNode {
  private static let kinds = [
    "bool", "byte", "int16", "uint16", "int32", "uint32", "uint64", "string", "path", "bytes",
    "strings", "properties", "variant",
  ]

  /// A value of the bus by its type, such as `{"int16": -60}`; truths and texts as they are.
  fileprivate var busValue: SimulatedValue {
    get throws(ProfileError) {
      switch value {
      case .bool(let truth): return .bool(truth)
      case .string(let text): return .string(try withoutNUL(text))
      default: break
      }
      let members = try members
      guard members.count == 1, let (kind, node) = members.first, Self.kinds.contains(kind) else {
        throw error(
          allowed: "a truth, a text, or an object with one of "
            + Self.kinds.joined(separator: ", "))
      }
      switch kind {
      case "bool": return .bool(try node.truth)
      case "byte": return .byte(try node.whole())
      case "int16": return .int16(try node.whole())
      case "uint16": return .uint16(try node.whole())
      case "int32": return .int32(try node.whole())
      case "uint32": return .uint32(try node.whole())
      case "uint64": return .uint64(try node.whole())
      case "path": return .path(try node.objectPath)
      case "bytes": return .bytes(Data(try node.octets))
      case "strings":
        return .strings(
          try node.map { one throws(ProfileError) in try one.withoutNUL(try one.text) })
      case "properties": return .properties(try node.busProperties)
      case "variant": return .variant(try node.busValue)
      default: return .string(try node.withoutNUL(try node.text))
      }
    }
  }

  fileprivate var busProperties: [String: SimulatedValue] {
    get throws(ProfileError) {
      var properties: [String: SimulatedValue] = [:]
      for (key, node) in try members {
        properties[try withoutNUL(key)] = try node.busValue
      }
      return properties
    }
  }

  var objectPath: String {
    get throws(ProfileError) {
      try text(where: { ObjectPath($0) != nil }, allowed: "a path such as /org/bluez/hci0")
    }
  }

  fileprivate var busName: String {
    get throws(ProfileError) {
      try text(where: Names.isInterface, allowed: "an interface such as org.bluez.Device1")
    }
  }

  fileprivate var busMember: String {
    get throws(ProfileError) {
      try text(
        where: Names.isMember, allowed: "the name of a signal, such as PropertiesChanged")
    }
  }

  private func text(
    where isValid: (String) -> Bool, allowed: String
  ) throws(ProfileError) -> String {
    let text = try text
    guard isValid(text) else { throw error(allowed: allowed) }
    return text
  }

  private func withoutNUL(_ text: String) throws(ProfileError) -> String {
    guard !text.utf8.contains(0) else { throw error(allowed: "a text without NUL") }
    return text
  }
}
