import CDBus

/// The header of a message to make (D-Bus specification, "Header Fields").
struct NewHeader {
  var type: Int32
  var path: String?
  var interface: String?
  var member: String?
  var errorName: String?
  var destination: String?
  var replySerial: UInt32?

  /// Calls alone are answered.
  private var flags: UInt8 {
    type == DBUS_MESSAGE_TYPE_METHOD_CALL ? 0 : UInt8(DBUS_HEADER_FLAG_NO_REPLY_EXPECTED)
  }

  private var byteOrder: UInt8 { UInt8(ascii: 1.littleEndian == 1 ? "l" : "B") }

  /// What libdbus has against it, in words about the name that is wrong.
  var fault: String? {
    if let destination, !Names.isBus(destination) { return "\"\(destination)\" is not a bus name." }
    if let interface, !Names.isInterface(interface) {
      return "\"\(interface)\" is not an interface name."
    }
    if let member, !Names.isMember(member) { return "\"\(member)\" is not a member name." }
    return replySerial == 0 ? "A call that was never sent has no reply." : nil
  }

  /// The octets of a message.
  ///
  /// The serial is one, since libdbus reads no message without.
  func message(signature: String, body: borrowing WireBuilder) -> WireBuilder {
    var header = WireBuilder(capacity: 256 + body.count)
    header.append(byteOrder)
    header.append(UInt8(type))
    header.append(flags)
    header.append(UInt8(DBUS_MAJOR_PROTOCOL_VERSION))
    header.append(UInt32(body.count))
    header.append(UInt32(1))
    let fields = header.openArray(8)
    header.append(DBUS_HEADER_FIELD_PATH, "o", path)
    header.append(DBUS_HEADER_FIELD_INTERFACE, "s", interface)
    header.append(DBUS_HEADER_FIELD_MEMBER, "s", member)
    header.append(DBUS_HEADER_FIELD_ERROR_NAME, "s", errorName)
    if let replySerial {
      header.append(field: DBUS_HEADER_FIELD_REPLY_SERIAL, "u")
      header.append(replySerial)
    }
    header.append(DBUS_HEADER_FIELD_DESTINATION, "s", destination)
    if !signature.isEmpty {
      header.append(field: DBUS_HEADER_FIELD_SIGNATURE, "g")
      header.append(signature: signature)
    }
    header.closeArray(fields)
    header.align(8)
    body.withOctets { header.append($0) }
    return header
  }
}

extension WireBuilder {
  /// The number of a field and the type of its variant.
  fileprivate mutating func append(field: Int32, _ type: String) {
    align(8)
    append(UInt8(field))
    append(signature: type)
  }

  fileprivate mutating func append(_ field: Int32, _ type: String, _ text: String?) {
    guard let text else { return }
    append(field: field, type)
    append(text: text)
  }
}
