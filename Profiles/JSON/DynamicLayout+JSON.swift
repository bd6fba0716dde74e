extension DynamicLayout {
  /// The layout as JSON: all that decoding and encoding take, except Swift code.
  ///
  /// Values that Swift code computes, and forms that only it can read, are in it by name; the
  /// layout is read again where that code is.
  public var json: ProfileJSON { .members(jsonMembers) }

  var jsonMembers: [(String, ProfileJSON?)] {
    let contents: [(String, ProfileJSON?)] =
      switch body {
      case .fields(let fields): [("fields", .array(fields.map(\.json)))]
      case .union(let union): [("union", union.json)]
      case .computed(let form): form.jsonMembers
      }
    return [
      ("prefix", .octets(prefix)), ("flags", flags?.integer.json),
    ] + contents + [
      ("trailing", trailing == .reject ? nil : .string("\(trailing)")),
      ("variants", variants.isEmpty ? nil : .array(variants.map(\.json))),
    ]
  }

  /// Reads a layout from JSON.
  ///
  /// Of the profiles of `code` it takes the Swift code that the layout names.
  public init(
    json: ProfileJSON, code: ProfileManager = .catalogue
  ) throws(ProfileError) {
    self = try code.forms.layout(JSONNode(json))
  }
}

extension FieldSchema {
  var json: ProfileJSON {
    .members(
      [
        ("name", .string(name)), ("unit", unit.map { .string($0.symbol) }),
        ("key", explicitKey.map { .string($0) }),
      ] + form.jsonMembers)
  }
}

extension UnionForm {
  fileprivate var json: ProfileJSON {
    .members([
      ("tag", .string(tag)), ("style", style == .code ? nil : .string("\(style)")),
      (
        "cases",
        .array(
          cases.map { one in
            .members(
              [("code", .string(hexadecimal(one.prefix))), ("name", .string(one.name))]
                + [("layout", one.layout == DynamicLayout([]) ? nil : one.layout.json)])
          })
      ), ("keepsOthers", keepsOthers ? true : nil),
    ])
  }
}

extension DynamicLayout.Variant {
  fileprivate var json: ProfileJSON {
    let rule: (String, ProfileJSON?) =
      switch match.rule {
      case .equals(let text): ("equals", .string(text))
      case .versionAtLeast(let text): ("versionAtLeast", .string(text))
      case .bit(let bit): ("bit", .whole(bit))
      }
    return .members([("context", .string(match.key)), rule, ("layout", layout.json)])
  }
}

extension JSONForms {
  func layout(_ node: JSONNode) throws(ProfileError) -> DynamicLayout {
    try node.checkMembers(
      ["prefix", "flags", "fields", "union", "computed", "source", "needs", "trailing", "variants"])
    try node.checkOnlyOne(["computed", "union"])
    let body: DynamicLayout.Body
    if node.optional("computed") != nil {
      let own = ["computed", "fields", "source", "needs"]
      let members = try node.members.filter { own.contains($0.key) }
      let part = ProfileJSON.object(members.map { .init($0.key, $0.node.value) })
      body = .computed(try computed(JSONNode(part, path: node.path)))
    } else if let union = node.optional("union") {
      try node.checkOnlyOne(["union", "fields", "source", "needs"])
      body = .union(try self.union(union))
    } else {
      try node.checkOnlyOne(["fields", "source"])
      try node.checkOnlyOne(["fields", "needs"])
      body = .fields(try fields(node.node("fields")))
    }
    let flags = try node.optional("flags")?.wordForm(octets: 8)
    return DynamicLayout(
      prefix: try node.optional("prefix")?.octets ?? [],
      flags: flags.map { FlagsForm(size: $0.size, order: $0.order) }, body,
      trailing: try node.optional("trailing")?.choice() ?? .reject,
      variants: try node.optional("variants")?.map { one throws(ProfileError) in
        try variant(one)
      } ?? [])
  }

  private func fields(_ node: JSONNode) throws(ProfileError) -> [FieldSchema] {
    try node.map { one throws(ProfileError) in
      FieldSchema(
        try one.node("name").name, try form(one, beside: ["name", "unit", "key"]),
        unit: try one.optional("unit").map { unit throws(ProfileError) in
          ProfileUnit(try unit.name)
        }, key: try one.optional("key")?.name)
    }
  }

  private func union(_ node: JSONNode) throws(ProfileError) -> UnionForm {
    try node.checkMembers(["tag", "style", "cases", "keepsOthers"])
    var cases: [UnionForm.Case] = []
    for one in try node.node("cases").elements {
      try one.checkMembers(["code", "name", "layout"])
      let (code, name) = (try one.node("code"), try one.node("name"))
      let new = UnionForm.Case(
        try code.octets, try name.name,
        try one.optional("layout").map { inner throws(ProfileError) in try layout(inner) }
          ?? DynamicLayout([]))
      for (node, isTaken) in [
        (code, cases.contains { $0.prefix == new.prefix }),
        (name, cases.contains { $0.name == new.name }),
      ] where isTaken {
        throw node.error(allowed: "possible twice; another case has it")
      }
      cases.append(new)
    }
    return UnionForm(
      tag: try node.node("tag").name, style: try node.optional("style")?.choice() ?? .code,
      cases: cases, keepsOthers: try node.optional("keepsOthers")?.truth ?? false)
  }

  private func variant(_ node: JSONNode) throws(ProfileError) -> DynamicLayout.Variant {
    try node.checkMembers(["context", "equals", "versionAtLeast", "bit", "layout"])
    try node.checkOnlyOne(["equals", "versionAtLeast", "bit"])
    let rule: ContextMatch.Rule
    if let text = node.optional("equals") {
      rule = .equals(try text.text)
    } else if let version = node.optional("versionAtLeast") {
      rule = .versionAtLeast(try version.text)
    } else {
      rule = .bit(try node.node("bit").whole(in: 0...126))
    }
    let match = ContextMatch(try node.node("context").name, rule)
    return .init(match, try layout(node.node("layout")))
  }
}
