extension Meaning {
  /// The meaning as members beside the form: a plain number has none.
  var jsonMembers: [(String, ProfileJSON?)] {
    switch self {
    case .number(let number):
      let usual = NumberMeaning(scale: number.scale, offset: number.offset).rounds
      return [
        ("scale", number.scale == .one ? nil : number.scale.json),
        ("offset", number.offset == .init(significand: 0) ? nil : .number(number.offset)),
        ("ignored", number.ignored == 0 ? nil : .whole(number.ignored)),
        ("rounds", number.rounds == usual ? nil : .bool(number.rounds)),
        (
          "special",
          number.specials.isEmpty
            ? nil
            : .array(number.specials.map { ["raw": .whole($0.raw), "name": .string($0.name)] })
        ),
      ]
    case .exponentWord(let word):
      return [
        ("exponentBits", .whole(word.exponentBits)),
        ("scale", word.scale == .one ? nil : word.scale.json),
      ]
    case .bool:
      return [("bool", true)]
    case .codes(let codes):
      return [
        (
          "codes",
          .array(codes.names.indices.map { codes.json($0) })
        ), ("style", codes.style == .name ? nil : .string("\(codes.style)")),
        ("closed", codes.isClosed ? true : nil),
      ]
    case .options(let options):
      return [
        (
          "options",
          .array(options.names.map { ["bit": .whole($0.bit), "name": .string($0.name)] })
        ), ("style", options.style == .number ? nil : .string("\(options.style)")),
      ]
    }
  }

  /// The members that ``jsonMembers`` may have.
  static let members = [
    "scale", "offset", "ignored", "rounds", "special", "exponentBits", "bool", "codes", "style",
    "closed", "options",
  ]

  /// Reads the meaning of numbers of a width.
  init(_ node: JSONNode, _ width: BitWidth) throws(ProfileError) {
    try node.checkOnlyOne(["bool", "codes", "options", "exponentBits"])
    let own: [String]
    if let bool = node.optional("bool") {
      guard try bool.truth else { throw bool.error(allowed: "true") }
      (self, own) = (.bool, ["bool"])
    } else if let names = node.optional("codes") {
      (self, own) = (.codes(try Codes(names, beside: node)), ["codes", "style", "closed"])
    } else if let names = node.optional("options") {
      (self, own) = (.options(try Options(names, beside: node)), ["options", "style"])
    } else if let bits = node.optional("exponentBits") {
      let word = ExponentWord(
        exponentBits: try bits.whole(in: 1...6),
        scale: try node.optional("scale").map(Scale.init(node:)) ?? .one)
      (self, own) = (.exponentWord(word), ["exponentBits", "scale"])
    } else {
      self = .number(try NumberMeaning(node))
      own = ["scale", "offset", "ignored", "rounds", "special"]
    }
    for (key, _) in try node.members where Self.members.contains(key) && !own.contains(key) {
      throw ProfileError.badJSON(
        "\"\(key)\"", allowed: "possible here; it has no effect on \(kind)", path: node.path)
    }
    try node.check(mistake(width))
  }

  private var kind: String {
    switch self {
    case .number: "a plain number"
    case .exponentWord: "a number with exponentBits"
    case .bool: "a bool"
    case .codes: "codes"
    case .options: "options"
    }
  }
}

extension Codes {
  /// A code; one that shares the name of another says so.
  fileprivate func json(_ index: Int) -> ProfileJSON {
    let one = names[index]
    let isAlias = names[..<index].contains { $0.name == one.name }
    return .members([
      ("code", .whole(one.code)), ("name", .string(one.name)), ("alias", isAlias ? true : nil),
    ])
  }

  fileprivate init(_ codes: JSONNode, beside node: JSONNode) throws(ProfileError) {
    var names: [Name] = []
    for one in try codes.elements {
      try one.checkMembers(["code", "name", "alias"])
      let place = try one.node("name")
      let name = try place.name
      let other = names.first { $0.name == name }
      let isAlias = try one.optional("alias")?.truth ?? false
      if let other, !isAlias {
        throw place.error(
          allowed: "possible twice; the code \(other.code) has it, and \"alias\": true says that "
            + "both mean the same")
      }
      if other == nil, isAlias {
        throw one.error(allowed: "an alias; no code before it has the name")
      }
      names.append(Name(try one.node("code").whole(), name))
    }
    self.init(
      names, style: try node.optional("style")?.choice() ?? .name,
      isClosed: try node.optional("closed")?.truth ?? false)
  }
}

extension Options {
  fileprivate init(_ options: JSONNode, beside node: JSONNode) throws(ProfileError) {
    let names = try options.map { one throws(ProfileError) in
      try one.checkMembers(["bit", "name"])
      return Name(try one.node("bit").whole(), try one.node("name").name)
    }
    self.init(names, style: try node.optional("style")?.choice() ?? .number)
  }
}

extension NumberMeaning {
  fileprivate init(_ node: JSONNode) throws(ProfileError) {
    self.init(
      scale: try node.optional("scale").map(Scale.init(node:)) ?? .one,
      offset: try node.optional("offset")?.number ?? .init(significand: 0),
      ignored: try node.optional("ignored")?.whole() ?? 0,
      rounds: try node.optional("rounds")?.truth,
      specials: try node.optional("special")?.map { one throws(ProfileError) in
        try one.checkMembers(["raw", "name"])
        return Special(try one.node("raw").whole(), try one.node("name").name)
      } ?? [])
  }
}

extension Scale {
  /// The factor as a number, with a power of two beside it if it has one.
  fileprivate var json: ProfileJSON {
    guard isExact else { return ["real": .string("\(real)")] }
    let factor = ProfileJSON.number(
      ProfileDecimal(significand: Int128(multiplier), exponent: decimal))
    return binary == 0 ? factor : ["factor": factor, "binary": .whole(binary)]
  }

  fileprivate init(node: JSONNode) throws(ProfileError) {
    if let real = node.optional("real") {
      try node.checkMembers(["real"])
      guard let value = Double(try real.text), value.isFinite, value != 0 else {
        throw real.error(allowed: "a number other than 0")
      }
      self.init(value)
      return
    }
    let factor: JSONNode
    if case .object = node.value {
      try node.checkMembers(["factor", "binary"])
      factor = try node.node("factor")
    } else {
      factor = node
    }
    let number = try factor.number
    guard let multiplier = Int64(exactly: number.significand), multiplier != 0 else {
      throw factor.error(allowed: "a factor other than 0 with at most 18 digits")
    }
    self.init(multiplier, d: number.exponent, b: try node.optional("binary")?.whole() ?? 0)
    guard mistake == nil else { throw node.error(allowed: "a factor that a Double can hold") }
  }
}
