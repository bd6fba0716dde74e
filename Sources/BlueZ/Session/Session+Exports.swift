package import DBus
package import Futures

extension Session {
  /// Serves an object, and those below it with `subtree`, on the session's present connection.
  ///
  /// It ends with the connection, as everything that is registered at the daemon does; nil while
  /// there is no connection. The handler runs on the loop and must not block.
  package func export(
    _ path: ObjectPath, subtree: Bool = false, _ handler: @escaping @Sendable (MethodCall) -> Void
  ) -> (any Cancellable)? {
    shared.withLock { $0.connection }?.export(path, subtree: subtree, handler)
  }
}
