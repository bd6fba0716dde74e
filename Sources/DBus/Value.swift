package import FoundationEssentials

/// Any value that a D-Bus message can carry.
package enum Value: Sendable, Hashable {
  case byte(UInt8)
  case bool(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(ObjectPath)
  case signature(Signature)
  case fileDescriptor(FileDescriptor)
  /// `ay`; what is read from a message has this case rather than an array of bytes.
  case bytes(Data)
  case array(element: Signature, [Value])
  case dictionary(key: Signature, value: Signature, [DictionaryEntry])
  case structure([Value])
  indirect case variant(Value)

  /// One pair of a dictionary.
  package struct DictionaryEntry: Sendable, Hashable {
    package let key: Value
    package let value: Value

    package init(key: Value, value: Value) {
      self.key = key
      self.value = value
    }
  }

  /// The letter of a type that has only one, 0 for containers.
  var basicCode: UInt8 {
    switch self {
    case .byte: TypeCode.byte
    case .bool: TypeCode.bool
    case .int16: TypeCode.int16
    case .uint16: TypeCode.uint16
    case .int32: TypeCode.int32
    case .uint32: TypeCode.uint32
    case .int64: TypeCode.int64
    case .uint64: TypeCode.uint64
    case .double: TypeCode.double
    case .string: TypeCode.string
    case .objectPath: TypeCode.objectPath
    case .signature: TypeCode.signature
    case .fileDescriptor: TypeCode.fileDescriptor
    case .variant: TypeCode.variant
    case .bytes, .array, .dictionary, .structure: 0
    }
  }

  /// The type of the value.
  ///
  /// An empty structure, which D-Bus does not have, gives `()`.
  package var signature: Signature {
    switch self {
    case .bytes: Signature(unchecked: "ay")
    case .array(let element, _): element.arrayOf
    case .dictionary(let key, let value, _): Signature(unchecked: "a{\(key)\(value)}")
    case .structure(let members):
      Signature(unchecked: "(\(members.map(\.signature.string).joined()))")
    default: Signature(unchecked: String(Unicode.Scalar(basicCode)))
    }
  }

  /// `a{sv}`, sorted by name so that equal properties give equal messages.
  package static func properties(_ properties: [String: Value]) -> Value {
    .dictionary(
      key: "s", value: "v",
      properties.sorted { $0.key < $1.key }
        .map { DictionaryEntry(key: .string($0.key), value: .variant($0.value)) })
  }

  /// `as`.
  package static func strings(_ strings: [String]) -> Value {
    .array(element: "s", strings.map(Value.string))
  }

  /// `ao`.
  package static func objectPaths(_ paths: [ObjectPath]) -> Value {
    .array(element: "o", paths.map(Value.objectPath))
  }
}
