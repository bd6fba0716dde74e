/// A value that is one of several named codes, and may be one that no name exists for yet.
///
/// A code without a name is kept, so that a newer peripheral can be read and answered:
///
/// ```swift
/// struct Posture: OpenEnumeration {
///   let rawValue: UInt8
///   static let sitting = Posture(rawValue: 0)
///   static let names: [(code: Posture, name: String)] = [(.sitting, "Sitting")]
/// }
/// ```
public protocol OpenEnumeration: RawRepresentable, Hashable, Sendable
where RawValue: FixedWidthInteger & BitwiseCopyable & Sendable {
  /// Takes any code.
  init(rawValue: RawValue)

  /// The codes that have a name, in the order of listings.
  static var names: [(code: Self, name: String)] { get }
}

extension OpenEnumeration {
  /// The name of the code, or `unknown(7)`.
  public var name: String {
    Self.names.first { $0.code == self }?.name ?? "unknown(\(rawValue))"
  }

  /// Finds a code by its name in any case, or by the form `unknown(7)`.
  public init?(name: String) {
    if let known = Self.names.first(where: { $0.name.lowercased() == name.lowercased() }) {
      self = known.code
      return
    }
    guard name.hasPrefix("unknown("), name.hasSuffix(")"),
      let raw = RawValue(name.dropFirst(8).dropLast())
    else { return nil }
    self.init(rawValue: raw)
  }
}

extension Wire where Value: OpenEnumeration {
  /// A code whose unknown values are kept.
  public static func enumeration(order: OctetOrder = .little) -> Wire {
    let size = MemoryLayout<Value.RawValue>.size
    return Wire(
      kind: "enumeration, \("\(Value.RawValue.self)".lowercased())", size: size...size,
      decode: { reader throws(ProfileError) in
        Value(rawValue: try reader.integer(order: order))
      },
      encode: { value, writer throws(ProfileError) in
        writer.append(value.rawValue, order: order)
      },
      text: { $0.name },
      parse: { text throws(ProfileError) in
        guard let value = Value(name: text.trimmed) else {
          let names = Value.names.map(\.name).joined(separator: ", ")
          throw .badValue("\"\(text)\"", allowed: "one of \(names)")
        }
        return value
      })
  }
}

extension Wire where Value == Bool {
  /// One octet, 0 for false and 1 for true; any other octet is refused.
  public static var bool: Wire {
    Wire(
      kind: "bool", size: 1...1,
      decode: { reader throws(ProfileError) in
        let offset = reader.offset
        let octet = try reader.integer(UInt8.self)
        guard octet <= 1 else { throw .badValue("\(octet)", allowed: "0 or 1", offset: offset) }
        return octet == 1
      },
      encode: { value, writer throws(ProfileError) in
        writer.append(UInt8(value ? 1 : 0))
      },
      text: { $0 ? "true" : "false" },
      parse: { text throws(ProfileError) in
        switch text.trimmed.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default: throw .badValue("\"\(text)\"", allowed: "true or false")
        }
      })
  }
}
