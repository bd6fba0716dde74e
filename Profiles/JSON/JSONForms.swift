/// Reads layouts from JSON, with the Swift code that stands behind names in them.
struct JSONForms {
  private var computed: [String: ComputedForm] = [:]
  private var custom: [String: CustomForm] = [:]

  init() {}

  /// Adds the code that a layout and its parts use.
  mutating func add(_ layout: DynamicLayout) {
    for variant in layout.variants { add(variant.layout) }
    switch layout.body {
    case .fields(let fields): for field in fields { add(field.form) }
    case .union(let union): for one in union.cases { add(one.layout) }
    case .computed(let form):
      if computed[form.name] == nil { computed[form.name] = form }
      add(form.source)
    }
  }

  private mutating func add(_ form: WireForm) {
    switch form {
    case .custom(let form): if custom[form.name] == nil { custom[form.name] = form }
    case .record(let layout, _): add(layout)
    case .list(_, let inner), .sized(_, let inner), .when(_, let inner), .padded(_, let inner),
      .limited(_, let inner):
      add(inner)
    case .either(let either):
      add(either.clear.form)
      add(either.set.form)
    default: break
    }
  }

  func computed(_ node: JSONNode) throws(ProfileError) -> ComputedForm {
    let name = node.optional("computed") ?? node
    guard let form = computed[try name.text] else { throw unknown(name) }
    // What stands beside the name is for readers; other contents would have no effect.
    guard ProfileJSON.members(form.jsonMembers) == node.value else {
      throw node.error(allowed: "what the Swift code \(form.name) computes")
    }
    return form
  }

  func custom(_ node: JSONNode) throws(ProfileError) -> CustomForm {
    guard let form = custom[try node.text] else { throw unknown(node) }
    return form
  }

  private func unknown(_ node: JSONNode) -> ProfileError {
    node.error(allowed: "known; it is Swift code, so import with a manager that has its profile")
  }
}

extension ComputedForm {
  var jsonMembers: [(String, ProfileJSON?)] {
    [
      ("computed", .string(name)), ("fields", .array(fields.map(\.json))),
      ("source", source.json),
      ("needs", contextKeys.isEmpty ? nil : .array(contextKeys.map(ProfileJSON.string))),
    ]
  }
}
