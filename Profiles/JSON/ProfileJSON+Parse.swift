extension ProfileJSON {
  /// Reads a JSON text (RFC 8259), or says at which octet it is none.
  ///
  /// Refused besides: a name that an object has twice, a number with more digits than 128 bits
  /// hold, half of a surrogate pair, and nesting of more than 200 levels.
  public init(parsing text: String) throws(ProfileError) {
    try self.init(utf8: text.utf8)
  }

  /// Reads the octets of a JSON text.
  public init(utf8 octets: some Sequence<UInt8>) throws(ProfileError) {
    var parser = Parser(octets: Array(octets))
    self = try parser.document()
  }
}

private struct Parser {
  let octets: [UInt8]
  var place = 0
  var depth = 0

  static let maximumDepth = 200

  var next: UInt8? { place < octets.count ? octets[place] : nil }

  mutating func document() throws(ProfileError) -> ProfileJSON {
    let value = try value()
    skipSpace()
    guard next == nil else { throw unexpected("the end of the text") }
    return value
  }

  mutating func skipSpace() {
    while let octet = next, [0x20, 0x09, 0x0A, 0x0D].contains(octet) { place += 1 }
  }

  mutating func value() throws(ProfileError) -> ProfileJSON {
    skipSpace()
    switch next.map({ Unicode.Scalar($0) }) {
    case "{": return try nested { parser throws(ProfileError) in try parser.object() }
    case "[": return try nested { parser throws(ProfileError) in try parser.array() }
    case "\"": return .string(try string())
    case "-"?, ("0"..."9")?: return try number()
    default: break
    }
    for (word, value) in [
      ("true", ProfileJSON.bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    where octets[place...].starts(with: word.utf8) {
      place += word.utf8.count
      return value
    }
    throw unexpected("a JSON value")
  }

  mutating func nested(
    _ read: (inout Parser) throws(ProfileError) -> ProfileJSON
  ) throws(ProfileError) -> ProfileJSON {
    guard depth < Self.maximumDepth else {
      throw .badJSON(
        "nesting", allowed: "allowed beyond \(Self.maximumDepth) levels", offset: place)
    }
    depth += 1
    place += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  mutating func array() throws(ProfileError) -> ProfileJSON {
    var elements: [ProfileJSON] = []
    skipSpace()
    if take("]") { return .array([]) }
    while true {
      elements.append(try value())
      skipSpace()
      if take("]") { return .array(elements) }
      guard take(",") else { throw unexpected("a comma or the end of the array") }
    }
  }

  mutating func object() throws(ProfileError) -> ProfileJSON {
    var members: [ProfileJSON.Member] = []
    var keys: Set<String> = []
    skipSpace()
    if take("}") { return .object([]) }
    while true {
      skipSpace()
      let start = place
      guard next == UInt8(ascii: "\"") else { throw unexpected("the name of a member") }
      let key = try string()
      guard keys.insert(key).inserted else {
        throw .badJSON("\"\(key)\"", allowed: "possible twice in an object", offset: start)
      }
      skipSpace()
      guard take(":") else { throw unexpected("a colon") }
      members.append(.init(key, try value()))
      skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw unexpected("a comma or the end of the object") }
    }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  func unexpected(_ allowed: String) -> ProfileError {
    let found =
      switch next {
      case nil: "the end of the text"
      case (0x21...0x7E)?: "\(Character(Unicode.Scalar(octets[place])))"
      default: "the octet " + hexadecimal([octets[place]])
      }
    return .badJSON(found, allowed: allowed, offset: place)
  }
}

extension Parser {
  mutating func digits() throws(ProfileError) {
    let start = place
    while let octet = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) { place += 1 }
    guard place > start else { throw unexpected("a digit") }
  }

  mutating func number() throws(ProfileError) -> ProfileJSON {
    let start = place
    let isNegative = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    let text = String(decoding: octets[start..<place], as: UTF8.self)
    if let number = ProfileDecimal(text) { return .number(number) }
    if !isNegative, let number = UInt128(text) { return .unsigned(number) }
    throw .badJSON(
      "this number", allowed: "possible; it has more digits than 128 bits hold", offset: start)
  }

  mutating func string() throws(ProfileError) -> String {
    place += 1
    var text: [UInt8] = []
    let start = place
    while let octet = next {
      switch octet {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw .badJSON("this text", allowed: "UTF-8", offset: start)
        }
        place += 1
        return string
      case UInt8(ascii: "\\"):
        place += 1
        text += Array(String(Character(try escape())).utf8)
      case 0..<0x20:
        throw unexpected("allowed in a text; write it as an escape")
      default:
        text.append(octet)
        place += 1
      }
    }
    throw unexpected("the end of a string")
  }

  private mutating func escape() throws(ProfileError) -> Unicode.Scalar {
    let plain: [Unicode.Scalar: Unicode.Scalar] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]
    let start = place - 1
    if let octet = next, let scalar = plain[Unicode.Scalar(octet)] {
      place += 1
      return scalar
    }
    guard take("u") else { throw unexpected("an escape") }
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // The first half of a pair is followed by the second.
    if unit < 0xDC00, take("\\"), take("u") {
      let low = try codeUnit()
      if (0xDC00...0xDFFF).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
    }
    throw .badJSON("half of a surrogate pair", allowed: "a character", offset: start)
  }

  private mutating func codeUnit() throws(ProfileError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let octet = next, octet < 0x80,
        let digit = Character(Unicode.Scalar(octet)).hexDigitValue
      else { throw unexpected("a hexadecimal digit") }
      value = value << 4 | UInt32(digit)
      place += 1
    }
    return value
  }
}
