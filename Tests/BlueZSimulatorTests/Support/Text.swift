import BlueZ
import DBus
import FoundationEssentials

/// How values, interfaces and errors are written down.
enum Text {
  static func interface(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "")
  }

  /// The error's last name and its text.
  static func error(_ error: DBusError) -> String {
    guard let name = error.name else { return "\(error.code): \(error.text)" }
    return "\(interface(name)): \(error.text)"
  }

  static func value(_ value: Value) -> String {
    switch value.unwrapped {
    case .bool(let value): return "\(value)"
    case .string(let text): return text
    case .objectPath(let path): return path.lastElement
    case .bytes(let data):
      return data.map { String($0, radix: 16).paddedToTwo }.joined()
    case .fileDescriptor: return "fd"
    case .array(_, let values): return "[\(values.map(Self.value).joined(separator: " "))]"
    case .dictionary(_, _, let entries):
      let pairs = entries.map { "\(Self.value($0.key)):\(Self.value($0.value))" }
      return "{\(pairs.joined(separator: " "))}"
    default: return value.asInt.map { "\($0)" } ?? "\(value)"
    }
  }
}

extension String {
  fileprivate var paddedToTwo: String { count < 2 ? "0" + self : self }
}
