extension DynamicLayout {
  /// What in a context has no effect on the layout or no meaning for it, `nil` if all is well.
  ///
  /// Decoding itself passes over keys that are not asked for, so that one context can serve all
  /// characteristics of a device. The key `model` chooses profiles and is always possible.
  package func mistake(in context: ProfileContext) -> String? {
    let known = contextKeys
    for key in context.values.keys.sorted() where key != "model" && !known.contains(key) {
      let asked = known.isEmpty ? "nothing" : known.joined(separator: ", ")
      return "it asks for \(asked), not for \(key.excerpt)"
    }
    return matches.lazy.compactMap { $0.mistake(in: context) }.first ?? choiceMistake(in: context)
  }

  /// The conditions of all variants.
  private var matches: [ContextMatch] {
    variants.flatMap { [$0.match] + $0.layout.matches }
  }

  /// A value that is none of those that are listed, where the list has them all: the layout without
  /// context is one of its own variants.
  private func choiceMistake(in context: ProfileContext) -> String? {
    var base = self
    base.variants = []
    guard let key = variants.first?.match.key, let value = context[key],
      variants.allSatisfy({ $0.match.key == key }), variants.contains(where: { $0.layout == base }),
      !variants.contains(where: { $0.match.matches(context) })
    else { return nil }
    let choices = variants.compactMap { variant in
      if case .equals(let text) = variant.match.rule { text } else { nil }
    }
    guard choices.count == variants.count else { return nil }
    return "\(key) is \(value.printed.excerpt), which is not one of "
      + choices.joined(separator: ", ")
  }
}

extension ContextMatch {
  /// Why the value of the key says nothing about the condition.
  fileprivate func mistake(in context: ProfileContext) -> String? {
    guard let value = context[key] else { return nil }
    let allowed: String
    switch rule {
    case .equals:
      guard value.text?.trimmed.isEmpty ?? true else { return nil }
      allowed = "a text or a number"
    case .versionAtLeast(let version):
      let first = value.text?.trimmed.first
      guard first?.isASCII != true || first?.isNumber != true else { return nil }
      allowed = "a version such as \(version)"
    case .bit:
      guard value.number?.whole ?? -1 < 0 else { return nil }
      allowed = "a whole number of feature bits"
    }
    return "\(key) is \(value.printed.excerpt), which is not \(allowed)"
  }
}
