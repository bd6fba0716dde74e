extension Layout {
  /// Another layout of the same value that takes its place in a context.
  public struct Variant: Sendable {
    let match: ContextMatch
    let layout: Layout

    /// Makes a variant.
    public init(_ match: ContextMatch, _ layout: Layout) {
      self.match = match
      self.layout = layout
    }
  }

  /// The same layout with others that take its place in a context; the first that matches counts.
  ///
  /// ```swift
  /// layout(.twoG).varying([
  ///   .init(ContextMatch("firmware", .versionAtLeast("1.5")), layout(.eightG))
  /// ])
  /// ```
  public func varying(_ variants: [Variant]) -> Layout {
    var dynamic = dynamic
    dynamic.variants = variants.map { .init($0.match, $0.layout.dynamic) }
    return Layout(dynamic: dynamic, core: core, variants: variants)
  }

  /// The layout that counts in a context.
  public func selected(_ context: ProfileContext) -> Layout {
    guard let variant = variants.first(where: { $0.match.matches(context) }) else { return self }
    return variant.layout.selected(context)
  }
}
