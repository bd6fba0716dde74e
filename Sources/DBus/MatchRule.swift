import CDBus
import Glibc

/// Which signals a connection wants from the bus (D-Bus specification, "Match Rules").
package struct MatchRule: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Sendable {
    case signal, methodCall = "method_call", methodReturn = "method_return", error
  }

  package var type: Kind?
  package var sender: String?
  package var interface: String?
  package var member: String?
  package var path: ObjectPath?
  package var pathNamespace: ObjectPath?
  package var arg0: String?

  package init(
    type: Kind? = .signal, sender: String? = nil, interface: String? = nil, member: String? = nil,
    path: ObjectPath? = nil, pathNamespace: ObjectPath? = nil, arg0: String? = nil
  ) {
    self.type = type
    self.sender = sender
    self.interface = interface
    self.member = member
    self.path = path
    self.pathNamespace = pathNamespace
    self.arg0 = arg0
  }

  /// The rule of a watched name.
  static func ownerChanges(of name: String) -> MatchRule {
    MatchRule(
      sender: BusName.bus, interface: BusName.busInterface, member: "NameOwnerChanged",
      path: BusName.busPath, arg0: name)
  }

  /// Why the bus would refuse the rule, or nil.
  var fault: String? {
    if let sender, !Names.isBus(sender) { return "\"\(sender)\" is not a bus name." }
    if let interface, !Names.isInterface(interface) {
      return "\"\(interface)\" is not an interface name."
    }
    if let member, !Names.isMember(member) { return "\"\(member)\" is not a member name." }
    if path != nil, pathNamespace != nil {
      return "A rule has a path or a path_namespace, not both."
    }
    if let arg0, arg0.utf8.contains(0) { return "An argument of a rule cannot contain a NUL." }
    return nil
  }

  /// Tells whether a message fits.
  ///
  /// `isOwner` answers whether a unique name owns a well-known one.
  package func matches(
    _ message: Message, isOwner: (_ sender: UnsafePointer<CChar>, _ name: String) -> Bool
  ) -> Bool {
    matches(message.head, message, isOwner: isOwner)
  }

  func matches(
    _ head: MessageHead, _ message: Message,
    isOwner: (_ sender: UnsafePointer<CChar>, _ name: String) -> Bool
  ) -> Bool {
    if let type, type.number != head.type { return false }
    if let member, !member.isText(head.member) { return false }
    if let interface, !interface.isText(head.interface) { return false }
    if let path, !path.string.isText(head.path) { return false }
    if let pathNamespace, !Self.isInside(head.path, pathNamespace) { return false }
    if let sender, !sender.isText(head.sender) {
      guard !Names.isUnique(sender), let unique = head.sender, isOwner(unique, sender) else {
        return false
      }
    }
    guard let arg0 else { return true }
    var reader = message.reader
    return (try? reader.readString()) == arg0
  }

  /// As `ObjectPath.isInside`, for each signal.
  private static func isInside(
    _ path: UnsafePointer<CChar>?, _ ancestor: ObjectPath
  ) -> Bool {
    guard let path else { return false }
    guard ancestor != .root else { return true }
    return ancestor.string.withCString { text in
      let length = strlen(text)
      guard strncmp(path, text, length) == 0 else { return false }
      return path[length] == 0 || path[length] == CChar(UInt8(ascii: "/"))
    }
  }
}

extension String {
  /// Compares with a text of libdbus without making a `String` of it.
  func isText(_ text: UnsafePointer<CChar>?) -> Bool {
    guard let text else { return false }
    return withCString { strcmp(text, $0) == 0 }
  }
}

extension MatchRule.Kind {
  fileprivate var number: Int32 {
    switch self {
    case .signal: DBUS_MESSAGE_TYPE_SIGNAL
    case .methodCall: DBUS_MESSAGE_TYPE_METHOD_CALL
    case .methodReturn: DBUS_MESSAGE_TYPE_METHOD_RETURN
    case .error: DBUS_MESSAGE_TYPE_ERROR
    }
  }
}

/// Names that belong to the bus itself.
package enum BusName {
  package static let bus = "org.freedesktop.DBus"
  package static let busInterface = "org.freedesktop.DBus"
  package static let busPath: ObjectPath = "/org/freedesktop/DBus"
  package static let peerInterface = "org.freedesktop.DBus.Peer"
  package static let propertiesInterface = "org.freedesktop.DBus.Properties"
  package static let introspectableInterface = "org.freedesktop.DBus.Introspectable"
  package static let objectManagerInterface = "org.freedesktop.DBus.ObjectManager"
}
