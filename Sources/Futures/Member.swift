/// The place of an operation at one of the futures that it waits for.
///
/// `@unchecked Sendable`, because subclasses are not checked otherwise; nothing in it changes.
class Member: Job, @unchecked Sendable {
  final let source: AnyFuture

  init(at source: AnyFuture) {
    self.source = source
    super.init()
  }

  /// The source is complete, and its result can be read.
  func arrived() {}

  override package final func run() {
    source.settle()
    arrived()
  }

  /// Leaves the source, which is given up if it is wanted by nobody else.
  final func leave() {
    AnyFuture.giveUp(source.forget(self))
  }
}
