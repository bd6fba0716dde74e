package import DBus
public import FoundationEssentials

/// A value of the bus, for signals that the real daemon would not send.
public indirect enum SimulatedValue: Hashable, Sendable {
  /// A truth, `b`.
  case bool(Bool)
  /// An octet, `y`.
  case byte(UInt8)
  /// A signed number of 16 bits, `n`.
  case int16(Int16)
  /// A number of 16 bits, `q`.
  case uint16(UInt16)
  /// A signed number of 32 bits, `i`.
  case int32(Int32)
  /// A number of 32 bits, `u`.
  case uint32(UInt32)
  /// A number of 64 bits, `t`.
  case uint64(UInt64)
  /// A text, `s`.
  case string(String)
  /// An object path, `o`; a text that is none is sent as `/`.
  case path(String)
  /// Octets, `ay`.
  case bytes(Data)
  /// Texts, `as`.
  case strings([String])
  /// Properties by name, `a{sv}`.
  case properties([String: SimulatedValue])
  /// A value within a variant, `v`.
  case variant(SimulatedValue)

  package var value: Value {
    switch self {
    case .bool(let truth): .bool(truth)
    case .byte(let number): .byte(number)
    case .int16(let number): .int16(number)
    case .uint16(let number): .uint16(number)
    case .int32(let number): .int32(number)
    case .uint32(let number): .uint32(number)
    case .uint64(let number): .uint64(number)
    case .string(let text): .string(text)
    case .path(let text): .objectPath(ObjectPath(text) ?? .root)
    case .bytes(let data): .bytes(data)
    case .strings(let texts): .strings(texts)
    case .properties(let properties): .properties(properties.mapValues(\.value))
    case .variant(let inner): .variant(inner.value)
    }
  }
}
