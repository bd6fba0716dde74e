extension Sequence {
  /// Starts a future for each element, all at once, and collects their values in order.
  ///
  /// What the closure throws is the failure; futures that were started before that go on.
  ///
  /// ```
  /// [1, 2].traverse { read($0) }     read(1)  ──────"a"
  ///                                  read(2)  ──"b"
  ///                                           ──────["a", "b"]
  /// ```
  @inlinable
  public func traverse<Value: Sendable>(
    context: ExecutionContext? = nil, _ start: (Element) throws -> Future<Value>
  ) -> Future<[Value]> {
    do {
      return try map(start).sequence(context: context)
    } catch {
      return Future(error: error, context: context ?? .inline)
    }
  }

  /// Starts a future for each element in order, but has no more than `limit` of them run at once,
  /// and collects their values in order.
  ///
  /// Use it for many operations of something that can do few at a time. After the first failure
  /// nothing is started any more, and what runs is left; cancelling does the same. The closure is
  /// never called twice at once: first where `traverse` is called, later in `context`, or in the
  /// context of the future that made room. A limit below one is one.
  ///
  /// ```
  /// [1, 2, 3].traverse(limit: 2) { read($0) }     read(1)  ─────"a"
  ///                                               read(2)  ──"b"
  ///                                               read(3)    ─────"c"
  ///                                                        ───────["a", "b", "c"]
  /// ```
  public func traverse<Value: Sendable>(
    limit: Int, context: ExecutionContext? = nil,
    _ start: @escaping @Sendable (Element) throws -> Future<Value>
  ) -> Future<[Value]> where Element: Sendable {
    let elements = Array(self)
    guard let first = elements.first else { return Future(value: [], context: context ?? .inline) }
    do {
      let source = try start(first)
      let traversal = Traversal(
        of: elements, limit: Swift.max(1, limit), context: context,
        into: Future(context: context ?? source.context), start)
      return traversal.begin(with: source)
    } catch {
      return Future(error: error, context: context ?? .inline)
    }
  }
}
