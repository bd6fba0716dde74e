import CDBus

/// The descriptors that came with a message.
extension Message {
  /// A duplicate of the descriptor whose value stands at an offset; -1 if the process has none left.
  ///
  /// Descriptors have no octets, and libdbus gives them by its iterator alone, so this walks to the
  /// value with both.
  func duplicateDescriptor(at offset: Int) -> Int32 {
    var iterator = DBusMessageIter()
    dbus_message_iter_init(raw, &iterator)
    var reader = reader
    return Self.findDescriptor(at: offset, &reader, &iterator) ?? -1
  }

  private static func findDescriptor(
    at offset: Int, _ reader: inout MessageReader, _ iterator: inout DBusMessageIter
  ) -> Int32? {
    while !reader.isAtEnd {
      if reader.nextCode == TypeCode.fileDescriptor, reader.nextStart == offset {
        var descriptor: Int32 = -1
        dbus_message_iter_get_basic(&iterator, &descriptor)
        return descriptor
      }
      if var content = reader.enterContainer() {
        var inner = DBusMessageIter()
        dbus_message_iter_recurse(&iterator, &inner)
        if let found = findDescriptor(at: offset, &content, &inner) { return found }
      } else {
        reader.skip()
      }
      dbus_message_iter_next(&iterator)
    }
    return nil
  }
}
