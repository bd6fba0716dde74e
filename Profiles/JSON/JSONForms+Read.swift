extension JSONForms {
  /// Reads a form; members named in `beside` belong to the object around it.
  func form(
    _ node: JSONNode, beside: [String] = []
  ) throws(ProfileError) -> WireForm {
    let type = try node.node("type")
    let name = try type.text
    if let integer = IntegerForm(name: name) {
      try node.checkMembers(beside + ["type"] + Meaning.members)
      return .integer(integer, try Meaning(node, integer.width))
    }
    var found = try plain(name, node)
    if found == nil { found = try nested(name, node) }
    if let (form, members) = found {
      try node.checkMembers(beside + ["type"] + members)
      return form
    }
    throw type.error(
      allowed: "a form; they are integers such as uint16, bits, float32, float64, medfloat16, "
        + "medfloat32, hundredths, dateTime, day, utf8, octets, list, record, sized, when, "
        + "either, padded, limited, checksum and custom")
  }

  private typealias Found = (form: WireForm, members: [String])

  private func plain(_ name: String, _ node: JSONNode) throws(ProfileError) -> Found? {
    switch name {
    case "bits":
      let range = try BitRange(node)
      return (.bits(range, try Meaning(node, range.width)), BitRange.members + Meaning.members)
    case "float32": return (.float(FloatForm(isDouble: false)), [])
    case "float64": return (.float(FloatForm(isDouble: true)), [])
    case "float32 big-endian": return (.float(FloatForm(isDouble: false, order: .big)), [])
    case "float64 big-endian": return (.float(FloatForm(isDouble: true, order: .big)), [])
    case "medfloat16": return (.medicalFloat(size: 2), [])
    case "medfloat32": return (.medicalFloat(size: 4), [])
    case "hundredths":
      return (.hundredths(whole: try node.node("whole").integerForm()), ["whole"])
    case "dateTime": return (.dateTime, [])
    case "day": return (.day, [])
    case "utf8":
      let form = TextForm(
        limit: try node.optional("limit")?.whole(in: 0...Int.max) ?? 512,
        trimsZeros: try node.optional("trimsZeros")?.truth ?? false)
      return (.text(form), ["limit", "trimsZeros"])
    case "octets": return (.octets(try OctetsForm(node)), ["minimum", "maximum", "style"])
    case "checksum":
      return (.checksum(try node.optional("presence")?.choice() ?? .required), ["presence"])
    case "custom": return (.custom(try custom(node.node("custom"))), ["custom"])
    default: return nil
    }
  }

  private func nested(_ name: String, _ node: JSONNode) throws(ProfileError) -> Found? {
    switch name {
    case "list":
      try node.checkOnlyOne(["count", "minimum"])
      let list: ListForm
      if let count = node.optional("count") {
        list = .fixed(try count.whole(in: 0...Int.max))
      } else {
        list = .toEnd(minimum: try node.optional("minimum")?.whole(in: 0...Int.max) ?? 0)
      }
      return (.list(list, try form(node.node("of"))), ["count", "minimum", "of"])
    case "record":
      let style: RecordStyle = try node.optional("style")?.choice() ?? .nested
      return (.record(try layout(node.node("layout")), style), ["style", "layout"])
    case "sized":
      let prefix = SizePrefix(
        try node.node("size").wordForm(octets: 4),
        includesItself: try node.optional("includesItself")?.truth ?? false)
      return (.sized(prefix, try form(node.node("of"))), ["size", "includesItself", "of"])
    case "when":
      let condition = FlagCondition(
        bits: try BitRange(node), equal: try node.optional("equals")?.whole() ?? 1)
      try node.check(condition.mistake)
      return (.when(condition, try form(node.node("of"))), BitRange.members + ["equals", "of"])
    case "either":
      let either = Either(
        bit: try node.node("bit").whole(in: 0...63), clear: try choice(node.node("clear")),
        set: try choice(node.node("set")))
      return (.either(either), ["bit", "clear", "set"])
    case "padded":
      let padding = Padding(
        before: try node.optional("before")?.octets ?? [],
        after: try node.optional("after")?.octets ?? [],
        mayEnd: try node.optional("mayEnd")?.truth ?? false)
      return (.padded(padding, try form(node.node("of"))), ["before", "after", "mayEnd", "of"])
    case "limited":
      return (
        .limited(try ValueLimits(node), try form(node.node("of"))),
        ["range", "values", "outside", "of"]
      )
    default: return nil
    }
  }

  private func choice(_ node: JSONNode) throws(ProfileError) -> Either.Choice {
    let unit = try node.optional("unit")?.name
    return Either.Choice(try form(node, beside: ["unit"]), unit.map { ProfileUnit($0) })
  }
}

extension IntegerForm {
  fileprivate init?(name: String) {
    var text = name[...]
    var order = OctetOrder.little
    if text.hasSuffix(OctetOrder.big.suffix) {
      order = .big
      text = text.dropLast(OctetOrder.big.suffix.count)
    }
    let isSigned = text.hasPrefix("int")
    guard isSigned || text.hasPrefix("uint"), let bits = Int(text.dropFirst(isSigned ? 3 : 4)),
      (8...128).contains(bits), bits.isMultiple(of: 8)
    else { return nil }
    self.init(size: bits / 8, isSigned: isSigned, order: order)
  }
}

extension JSONNode {
  func integerForm() throws(ProfileError) -> IntegerForm {
    guard let form = IntegerForm(name: try text) else {
      throw error(allowed: "an integer such as uint8 or int16 big-endian")
    }
    return form
  }

  /// A number without sign and of not too many octets.
  func wordForm(octets: Int) throws(ProfileError) -> IntegerForm {
    let form = try integerForm()
    guard !form.isSigned, form.size <= octets else {
      throw error(allowed: "an integer of uint8 to uint\(octets * 8)")
    }
    return form
  }
}

extension BitRange {
  fileprivate static let members = ["bit", "bits", "signed"]

  fileprivate init(_ node: JSONNode) throws(ProfileError) {
    try node.checkOnlyOne(["bit", "bits"])
    let isSigned = try node.optional("signed")?.truth ?? false
    let ends: [Int]
    if let bit = node.optional("bit") {
      ends = [try bit.whole()]
    } else {
      ends = try node.node("bits").map { end throws(ProfileError) in try end.whole() }
    }
    guard (1...2).contains(ends.count), let first = ends.first, let last = ends.last,
      first >= 0, first <= last, last < 64
    else { throw node.error(allowed: "an object with a bit of 0...63, or first and last bits") }
    self.init(first..<last + 1, isSigned: isSigned)
  }
}

extension OctetsForm {
  fileprivate init(_ node: JSONNode) throws(ProfileError) {
    let minimum: Int = try node.optional("minimum")?.whole(in: 0...Int.max) ?? 0
    let maximum: Int = try node.optional("maximum")?.whole(in: 0...Int.max) ?? 512
    guard minimum <= maximum else {
      throw node.error(allowed: "octets with a minimum up to the maximum")
    }
    self.init(minimum...maximum, style: try node.optional("style")?.choice() ?? .hexadecimal)
  }
}

extension ValueLimits {
  fileprivate init(_ node: JSONNode) throws(ProfileError) {
    try node.checkOnlyOne(["range", "values"])
    let outside: RangePolicy = try node.optional("outside")?.choice() ?? .reject
    if let values = node.optional("values") {
      self.init(
        .values(try values.map { one throws(ProfileError) in try one.number }), outside: outside)
      try node.check(mistake)
      return
    }
    let range = try node.node("range")
    let ends = try range.map { end throws(ProfileError) in try end.number }
    guard ends.count == 2 else { throw range.error(allowed: "the smallest and the largest value") }
    self.init(.range(ends[0], ends[1]), outside: outside)
    try node.check(mistake)
  }
}
