import CDBus
package import Futures

extension Connection {
  /// Serves the object at the path, and those below it with `subtree`, until the result is cancelled.
  ///
  /// The handler runs on the loop and gets every call, whatever its interface, but those to
  /// `org.freedesktop.DBus.Peer`. It answers at once or later, from any thread.
  package func export(
    _ path: ObjectPath, subtree: Bool = false, _ handler: @escaping @Sendable (MethodCall) -> Void
  ) -> any Cancellable {
    let id = state.withLock { $0.exports.insert(path, subtree: subtree, handler) }
    return Registration { [weak self] in
      _ = self?.state.withLock { $0.exports.remove(id, at: path) }
    }
  }

  func receiveCall(_ message: Message) {
    let call = MethodCall(message) { [weak self] answer in self?.send(answer) }
    if message.interface == BusName.peerInterface { return Self.answerPeer(call) }
    guard let path = message.path, let handler = state.withLock({ $0.exports.handler(for: path) })
    else {
      call.replyError(
        ErrorName.unknownObject, "There is no object at \(message.path?.string ?? "/").")
      return
    }
    handler(call)
  }

  private static func answerPeer(_ call: MethodCall) {
    switch call.message.member {
    case "Ping": call.reply([])
    case "GetMachineId":
      guard let id = dbus_try_get_local_machine_id(nil) else {
        call.replyError(ErrorName.failed, "This machine has no id.")
        return
      }
      defer { dbus_free(id) }
      call.reply([.string(String(cString: id))])
    default: call.replyUnknownMethod()
    }
  }
}
