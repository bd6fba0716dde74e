import CDBus

extension Message {
  package typealias Append = (inout MessageWriter) -> Void

  package static func methodCall(
    to destination: String?, path: ObjectPath, interface: String, member: String,
    _ body: [Value] = []
  ) -> Message {
    methodCall(to: destination, path: path, interface: interface, member: member) {
      $0.append(contentsOf: body)
    }
  }

  /// The way without `Value`s.
  package static func methodCall(
    to destination: String?, path: ObjectPath, interface: String, member: String, append: Append
  ) -> Message {
    if let destination, !Names.isBus(destination) {
      return faulty("\"\(destination)\" is not a bus name.")
    }
    if let fault = faultOf(interface: interface, member: member) { return fault }
    return make(
      dbus_message_new_method_call(destination, path.string, interface, member), append)
  }

  package static func signal(
    path: ObjectPath, interface: String, member: String, _ body: [Value] = []
  ) -> Message {
    signal(path: path, interface: interface, member: member) { $0.append(contentsOf: body) }
  }

  package static func signal(
    path: ObjectPath, interface: String, member: String, append: Append
  ) -> Message {
    if let fault = faultOf(interface: interface, member: member) { return fault }
    return make(dbus_message_new_signal(path.string, interface, member), append)
  }

  /// The answer to this method call.
  package func reply(_ body: [Value] = []) -> Message {
    reply { $0.append(contentsOf: body) }
  }

  package func reply(append: Append) -> Message {
    guard serial != 0 else { return Self.faulty("A call that was never sent has no reply.") }
    return Self.make(dbus_message_new_method_return(raw), append)
  }

  /// The refusal of this method call.
  ///
  /// A name that is none becomes `…Error.Failed`.
  package func errorReply(name: String, text: String) -> Message {
    guard serial != 0 else { return Self.faulty("A call that was never sent has no reply.") }
    let valid = Names.isError(name) ? name : ErrorName.failed
    let made = Self.make(dbus_message_new_error(raw, valid, nil)) { $0.appendString(text) }
    guard made.fault != nil else { return made }
    return Self.make(dbus_message_new_error(raw, valid, nil)) { _ in }
  }

  private static func faultOf(interface: String, member: String) -> Message? {
    if !Names.isInterface(interface) { return faulty("\"\(interface)\" is not an interface name.") }
    if !Names.isMember(member) { return faulty("\"\(member)\" is not a member name.") }
    return nil
  }

  private static func make(_ raw: OpaquePointer?, _ append: Append) -> Message {
    let raw = required(raw)
    var writer = MessageWriter(raw)
    append(&writer)
    return Message(made: raw, fault: writer.fault)
  }

  private static func faulty(_ text: String) -> Message {
    let raw = required(dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_CALL))
    return Message(made: raw, fault: DBusError(.invalidMessage, text))
  }

  /// libdbus gives no message only when there is no memory, where Swift would end the process too.
  private static func required(_ raw: OpaquePointer?) -> OpaquePointer {
    guard let raw else { preconditionFailure("There is no memory for a message.") }
    return raw
  }
}

/// Errors of the bus that this layer sends or looks for.
package enum ErrorName {
  package static let failed = "org.freedesktop.DBus.Error.Failed"
  package static let noReply = "org.freedesktop.DBus.Error.NoReply"
  package static let serviceUnknown = "org.freedesktop.DBus.Error.ServiceUnknown"
  package static let nameHasNoOwner = "org.freedesktop.DBus.Error.NameHasNoOwner"
  package static let accessDenied = "org.freedesktop.DBus.Error.AccessDenied"
  package static let unknownObject = "org.freedesktop.DBus.Error.UnknownObject"
  package static let unknownInterface = "org.freedesktop.DBus.Error.UnknownInterface"
  package static let unknownMethod = "org.freedesktop.DBus.Error.UnknownMethod"
  package static let unknownProperty = "org.freedesktop.DBus.Error.UnknownProperty"
  package static let propertyReadOnly = "org.freedesktop.DBus.Error.PropertyReadOnly"
  package static let invalidArgs = "org.freedesktop.DBus.Error.InvalidArgs"
  package static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
  package static let matchRuleInvalid = "org.freedesktop.DBus.Error.MatchRuleInvalid"
  package static let matchRuleNotFound = "org.freedesktop.DBus.Error.MatchRuleNotFound"
}
