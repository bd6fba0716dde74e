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
    make(
      NewHeader(
        type: DBUS_MESSAGE_TYPE_METHOD_CALL, path: path.string, interface: interface,
        member: member, destination: destination), append)
  }

  package static func signal(
    path: ObjectPath, interface: String, member: String, _ body: [Value] = []
  ) -> Message {
    signal(path: path, interface: interface, member: member) { $0.append(contentsOf: body) }
  }

  package static func signal(
    path: ObjectPath, interface: String, member: String, append: Append
  ) -> Message {
    make(
      NewHeader(
        type: DBUS_MESSAGE_TYPE_SIGNAL, path: path.string, interface: interface, member: member),
      append)
  }

  /// The answer to this method call.
  package func reply(_ body: [Value] = []) -> Message {
    reply { $0.append(contentsOf: body) }
  }

  package func reply(append: Append) -> Message {
    Self.make(header(DBUS_MESSAGE_TYPE_METHOD_RETURN), append)
  }

  /// The refusal of this method call.
  ///
  /// A name that is none becomes `…Error.Failed`, and a text that cannot be sent is left out.
  package func errorReply(name: String, text: String) -> Message {
    var header = header(DBUS_MESSAGE_TYPE_ERROR)
    header.errorName = Names.isError(name) ? name : ErrorName.failed
    let made = Self.make(header) { $0.appendString(text) }
    return made.fault == nil ? made : Self.make(header) { _ in }
  }

  private func header(_ type: Int32) -> NewHeader {
    NewHeader(type: type, destination: sender, replySerial: serial)
  }

  /// libdbus looks at all of it: a message that it takes is one that the bus takes.
  private static func make(_ header: NewHeader, _ append: Append) -> Message {
    var writer = MessageWriter()
    append(&writer)
    if let fault = writer.fault { return faulty(fault) }
    let message = header.message(signature: writer.signature, body: writer.body)
    var failure = CDBus.DBusError()
    dbus_error_init(&failure)
    defer { dbus_error_free(&failure) }
    let raw = message.withOctets { octets in
      dbus_message_demarshal(
        octets.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(clamping: octets.count),
        &failure)
    }
    guard let raw else {
      let reason = failure.message.map { String(cString: $0) } ?? "no reason given"
      return faulty(
        DBusError(.invalidMessage, header.fault ?? "libdbus refuses the message: \(reason)"))
    }
    // The next one is given when it is sent.
    dbus_message_set_serial(raw, 0)
    let isWhole = PlainArgument.append(writer.tail, to: raw)
    return Message(made: raw, fault: isWhole ? nil : .noDescriptorLeft)
  }

  /// libdbus gives no message only when there is no memory, where Swift would end the process too.
  private static func faulty(_ fault: DBusError) -> Message {
    guard let raw = dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_CALL) else {
      preconditionFailure("There is no memory for a message.")
    }
    return Message(made: raw, fault: fault)
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
