/// A sequence of complete D-Bus types, such as `a{sv}`.
package struct Signature: Hashable, Sendable, CustomStringConvertible {
  package static let empty = Signature(unchecked: "")

  /// D-Bus specification, "Valid Signatures".
  static let maximumLength = 255

  package let string: String

  init(unchecked string: String) { self.string = string }

  /// Fails unless the text is a signature by the D-Bus specification ("Type System").
  package init?(_ string: String) {
    guard SignatureParser.isValid(string) else { return nil }
    self.string = string
  }

  package var description: String { string }
  package var isEmpty: Bool { string.isEmpty }

  /// The complete types that the signature consists of.
  package var types: [Signature] {
    var parser = SignatureParser(string)
    var result: [Signature] = []
    while let type = parser.next() { result.append(type) }
    return result
  }

  /// True for one letter that is no variant, which the keys of dictionaries have.
  var isBasicType: Bool {
    let octets = string.utf8
    guard octets.count == 1, let code = octets.first else { return false }
    return TypeCode.isBasic(code)
  }

  /// True for exactly one complete type, which is what arrays and variants hold.
  package var isSingleType: Bool {
    guard !isBasicType else { return true }
    var parser = SignatureParser(string)
    return parser.next() != nil && parser.isAtEnd
  }

  /// The signature of an array of this type.
  package var arrayOf: Signature { Signature(unchecked: "a\(string)") }
}

extension Signature: ExpressibleByStringLiteral {
  /// For signatures that the program itself spells out; a wrong literal is a programming error.
  package init(stringLiteral literal: StaticString) {
    let text = literal.description
    precondition(SignatureParser.isValid(text), "\"\(text)\" is not a signature.")
    self.init(unchecked: text)
  }
}

/// Walks over a signature one complete type at a time.
struct SignatureParser {
  private static let maximumNesting = 32

  private let octets: String.UTF8View
  private var position: String.UTF8View.Index

  init(_ text: String) {
    octets = text.utf8
    position = octets.startIndex
  }

  var isAtEnd: Bool { position == octets.endIndex }

  private var following: UInt8? { isAtEnd ? nil : octets[position] }

  static func isValid(_ text: String) -> Bool {
    guard text.utf8.count <= Signature.maximumLength else { return false }
    var parser = SignatureParser(text)
    while !parser.isAtEnd {
      guard parser.skipType(arrays: 0, structures: 0) else { return false }
    }
    return true
  }

  /// The next complete type, or nil at the end and at anything that is none.
  mutating func next() -> Signature? {
    let start = position
    guard !isAtEnd, skipType(arrays: 0, structures: 0) else { return nil }
    return Signature(unchecked: String(Substring(octets[start..<position])))
  }

  private mutating func take() -> UInt8? {
    guard let code = following else { return nil }
    position = octets.index(after: position)
    return code
  }

  private mutating func skipType(arrays: Int, structures: Int) -> Bool {
    guard let code = take() else { return false }
    if TypeCode.isBasic(code) || code == TypeCode.variant { return true }
    switch code {
    case TypeCode.array:
      guard arrays < Self.maximumNesting else { return false }
      if following == TypeCode.openEntry {
        return skipEntry(arrays: arrays + 1, structures: structures)
      }
      return skipType(arrays: arrays + 1, structures: structures)
    case TypeCode.openStructure:
      guard structures < Self.maximumNesting else { return false }
      var members = 0
      while let code = following, code != TypeCode.closeStructure {
        guard skipType(arrays: arrays, structures: structures + 1) else { return false }
        members += 1
      }
      return members > 0 && take() == TypeCode.closeStructure
    default: return false
    }
  }

  private mutating func skipEntry(arrays: Int, structures: Int) -> Bool {
    guard structures < Self.maximumNesting, take() == TypeCode.openEntry else { return false }
    guard let key = take(), TypeCode.isBasic(key) else { return false }
    guard skipType(arrays: arrays, structures: structures + 1) else { return false }
    return take() == TypeCode.closeEntry
  }
}
