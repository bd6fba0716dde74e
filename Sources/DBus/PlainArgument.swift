import CDBus

/// An argument that libdbus appends: descriptors have no octets, and what follows one comes after.
enum PlainArgument {
  case number(UInt8, UInt64)
  case text(UInt8, String)
  case descriptor(FileDescriptor)

  /// False if libdbus cannot, for lack of memory or of descriptors.
  static func append(_ arguments: [PlainArgument], to message: OpaquePointer) -> Bool {
    guard !arguments.isEmpty else { return true }
    var iterator = DBusMessageIter()
    dbus_message_iter_init_append(message, &iterator)
    return arguments.allSatisfy { $0.append(to: &iterator) }
  }

  private func append(to iterator: inout DBusMessageIter) -> Bool {
    switch self {
    case .number(let code, let value):
      switch Wire.alignment(code) {
      case 1: Self.append(code, UInt8(truncatingIfNeeded: value), &iterator)
      case 2: Self.append(code, UInt16(truncatingIfNeeded: value), &iterator)
      case 4: Self.append(code, UInt32(truncatingIfNeeded: value), &iterator)
      default: Self.append(code, value, &iterator)
      }
    case .text(let code, let text):
      text.withCString { Self.append(code, $0, &iterator) }
    case .descriptor(let descriptor):
      Self.append(TypeCode.fileDescriptor, descriptor.raw, &iterator)
    }
  }

  private static func append<T>(
    _ code: UInt8, _ value: T, _ iterator: inout DBusMessageIter
  ) -> Bool {
    withUnsafePointer(to: value) {
      dbus_message_iter_append_basic(&iterator, Int32(code), $0) != 0
    }
  }
}
