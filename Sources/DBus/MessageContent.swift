import CDBus

/// What is in a message, as octets.
///
/// libdbus reads, checks and queues messages; what is inside is read from here, because walking
/// over a signal with libdbus's iterators takes longer than everything that is done with it.
struct MessageContent {
  let wire: Wire
  let head: MessageHead
  /// Where the first argument begins.
  let bodyStart: Int

  /// Of a message that nobody changes meanwhile; whoever has it frees the octets.
  init(of message: OpaquePointer) {
    // Turns a message from a machine of the other byte order round.
    var iterator = DBusMessageIter()
    dbus_message_iter_init(message, &iterator)
    var octets: UnsafeMutablePointer<CChar>?
    var count: Int32 = 0
    guard dbus_message_marshal(message, &octets, &count) != 0, let octets else {
      preconditionFailure("There is no memory for a message.")
    }
    self.init(Wire(start: octets, end: Int(count)))
  }

  init(_ wire: Wire) {
    self.wire = wire
    (head, bodyStart) = MessageHead.parse(wire)
  }

  func free() {
    dbus_free(UnsafeMutableRawPointer(mutating: wire.start))
  }

  /// Where the signature of the arguments stands; behind the message without arguments.
  var signatureStart: Int {
    head.signature.map { UnsafeRawPointer($0) - wire.start } ?? wire.end
  }
}
