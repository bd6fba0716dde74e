/// The address of an object on a connection, such as `/org/bluez/hci0`.
package struct ObjectPath: Hashable, Sendable, Comparable, CustomStringConvertible {
  package static let root = ObjectPath(unchecked: "/")

  package let string: String

  private init(unchecked string: String) { self.string = string }

  /// Fails unless the text is a path by the D-Bus specification ("Valid Object Paths").
  package init?(_ string: String) {
    guard Self.isValid(string) else { return nil }
    self.string = string
  }

  /// From a text that libdbus has found to be a path.
  init(valid text: String) { string = text }

  package var description: String { string }

  /// The path without its last element; the root has none.
  package var parent: ObjectPath? {
    guard self != .root, let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      return nil
    }
    guard slash != string.startIndex else { return .root }
    return ObjectPath(unchecked: String(string[..<slash]))
  }

  /// The part after the last slash; empty for the root.
  package var lastElement: String {
    guard let slash = string.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return String(string[string.utf8.index(after: slash)...])
  }

  /// The path of a child, or nil if the element has other characters than letters, digits and `_`.
  package func appending(_ element: String) -> ObjectPath? {
    guard !element.isEmpty, element.utf8.allSatisfy(Names.isWord) else { return nil }
    return ObjectPath(unchecked: self == .root ? "/\(element)" : "\(string)/\(element)")
  }

  /// Tells whether this is the ancestor itself or lies below it; `hci10` is not inside `hci1`.
  package func isInside(_ ancestor: ObjectPath) -> Bool {
    guard ancestor != .root else { return true }
    let own = string.utf8
    let prefix = ancestor.string.utf8
    guard own.starts(with: prefix) else { return false }
    return own.count == prefix.count
      || own[own.index(own.startIndex, offsetBy: prefix.count)] == UInt8(ascii: "/")
  }

  package static func < (lhs: ObjectPath, rhs: ObjectPath) -> Bool { lhs.string < rhs.string }

  private static func isValid(_ string: String) -> Bool {
    let octets = string.utf8
    guard octets.first == UInt8(ascii: "/") else { return false }
    guard octets.count > 1 else { return true }
    var atStart = true
    for octet in octets.dropFirst() {
      if octet == UInt8(ascii: "/") {
        guard !atStart else { return false }
        atStart = true
      } else {
        guard Names.isWord(octet) else { return false }
        atStart = false
      }
    }
    return !atStart
  }
}

extension ObjectPath: ExpressibleByStringLiteral {
  /// For paths that the program itself spells out; a wrong literal is a programming error.
  package init(stringLiteral literal: StaticString) {
    let text = literal.description
    precondition(Self.isValid(text), "\"\(text)\" is not an object path.")
    self.init(unchecked: text)
  }
}
