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
          .array(codes.names.map { ["code": .whole($0.code), "name": .string($0.name)] })
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

  init(_ node: JSONNode) throws(ProfileError) {
    if let bool = node.optional("bool") {
      guard try bool.truth else { throw bool.error(allowed: "true") }
      self = .bool
    } else if let names = node.optional("codes") {
      self = .codes(
        Codes(
          try names.map { one throws(ProfileError) in
            try one.checkMembers(["code", "name"])
            return .init(try one.node("code").whole(), try one.node("name").text)
          }, style: try node.optional("style")?.choice() ?? .name,
          isClosed: try node.optional("closed")?.truth ?? false))
    } else if let names = node.optional("options") {
      self = .options(
        Options(
          try names.map { one throws(ProfileError) in
            try one.checkMembers(["bit", "name"])
            return .init(try one.node("bit").whole(), try one.node("name").text)
          }, style: try node.optional("style")?.choice() ?? .number))
    } else if let bits = node.optional("exponentBits") {
      self = .exponentWord(
        ExponentWord(
          exponentBits: try bits.whole(),
          scale: try node.optional("scale").map(Scale.init(node:)) ?? .one))
    } else {
      self = .number(try NumberMeaning(node))
    }
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
        return Special(try one.node("raw").whole(), try one.node("name").text)
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
      guard let value = Double(try real.text) else { throw real.error(allowed: "a number") }
      self.init(value)
      return
    }
    let factor = node.optional("factor") ?? node
    let number = try factor.number
    guard let multiplier = Int64(exactly: number.significand), multiplier != 0 else {
      throw factor.error(allowed: "a factor other than 0 with at most 18 digits")
    }
    self.init(multiplier, d: number.exponent, b: try node.optional("binary")?.whole() ?? 0)
  }
}
