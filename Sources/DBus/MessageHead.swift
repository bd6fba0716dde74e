import CDBus

/// The header of a message (D-Bus specification, "Header Fields"); valid as long as the message.
struct MessageHead {
  var type: Int32 = DBUS_MESSAGE_TYPE_INVALID
  var path: UnsafePointer<CChar>?
  var interface: UnsafePointer<CChar>?
  var member: UnsafePointer<CChar>?
  var errorName: UnsafePointer<CChar>?
  var destination: UnsafePointer<CChar>?
  var sender: UnsafePointer<CChar>?
  var signature: UnsafePointer<CChar>?
  var replySerial: UInt32 = 0

  /// Of a message whose header may still change.
  init(of message: OpaquePointer) {
    type = dbus_message_get_type(message)
    path = dbus_message_get_path(message)
    interface = dbus_message_get_interface(message)
    member = dbus_message_get_member(message)
    errorName = dbus_message_get_error_name(message)
    destination = dbus_message_get_destination(message)
    sender = dbus_message_get_sender(message)
    signature = dbus_message_get_signature(message)
    replySerial = dbus_message_get_reply_serial(message)
  }

  private init() {}

  /// Of octets in the byte order of this machine, and where its body begins.
  ///
  /// Each field is a structure of its number and a variant.
  static func parse(_ wire: Wire) -> (MessageHead, bodyStart: Int) {
    var head = MessageHead()
    guard wire.end >= 16 else { return (head, wire.end) }
    head.type = Int32(wire.load(UInt8.self, at: 1))
    let end = min(16 + Int(wire.load(UInt32.self, at: 12)), wire.end)
    var offset = 16
    while let signature = wire.signature(at: offset + 1, before: end) {
      let type = signature.lowerBound
      let value = signature.upperBound + 1
      guard let content = wire.content(of: type, at: value, before: end) else { break }
      let letter = wire.letter(at: type)
      head.take(wire.load(UInt8.self, at: offset), letter, content, wire)
      offset = Wire.align(Wire.end(letter, content), 8)
    }
    return (head, min(Wire.align(end, 8), wire.end))
  }

  private mutating func take(_ field: UInt8, _ letter: UInt8, _ content: Range<Int>, _ wire: Wire) {
    switch letter {
    case TypeCode.string, TypeCode.objectPath, TypeCode.signature:
      set(field, wire.pointer(at: content.lowerBound))
    case TypeCode.uint32 where Int32(field) == DBUS_HEADER_FIELD_REPLY_SERIAL:
      replySerial = wire.load(UInt32.self, at: content.lowerBound)
    default: break
    }
  }

  private mutating func set(_ number: UInt8, _ text: UnsafePointer<CChar>) {
    switch Int32(number) {
    case DBUS_HEADER_FIELD_PATH: path = text
    case DBUS_HEADER_FIELD_INTERFACE: interface = text
    case DBUS_HEADER_FIELD_MEMBER: member = text
    case DBUS_HEADER_FIELD_ERROR_NAME: errorName = text
    case DBUS_HEADER_FIELD_DESTINATION: destination = text
    case DBUS_HEADER_FIELD_SENDER: sender = text
    case DBUS_HEADER_FIELD_SIGNATURE: signature = text
    default: break
    }
  }
}
