import CDBus
import Futures

/// A libdbus connection to a message bus.
///
/// libdbus may be called from several threads, but a watch that one thread serves can be freed by
/// another one whose `send` meets a broken socket. `isClosed`'s lock is held around both for that
/// reason; nothing in it blocks, and no message is delivered under it.
final class SocketTransport: Transport, @unchecked Sendable {
  // The pointer is constant, and what stands behind it has a lock of its own.
  private let connection: OpaquePointer
  private let loop: any EventLoop
  private let isClosed = Lock(false)
  private let receiver = Lock<WeakReceiver>(WeakReceiver())

  private struct WeakReceiver: Sendable { weak var value: (any MessageReceiver)? }

  /// Connects the socket; what follows (authentication, registration) happens in `start`.
  init(address: String, loop: any EventLoop) throws(DBusError) {
    self.loop = loop
    dbus_threads_init_default()
    dbus_connection_set_change_sigpipe(0)
    var failure = CDBus.DBusError()
    dbus_error_init(&failure)
    defer { dbus_error_free(&failure) }
    guard let connection = dbus_connection_open_private(address, &failure) else {
      throw Self.openError(address, failure)
    }
    dbus_connection_set_exit_on_disconnect(connection, 0)
    self.connection = connection
  }

  deinit {
    close()
    dbus_connection_unref(connection)
  }

  private static func openError(_ address: String, _ failure: CDBus.DBusError) -> DBusError {
    let name = failure.name.map { String(cString: $0) }
    let reason = failure.message.map { String(cString: $0) } ?? "no reason given"
    let code: DBusError.Code
    switch name {
    case ErrorName.accessDenied, "org.freedesktop.DBus.Error.AuthFailed":
      code = DBusError.accessDenied
    case "org.freedesktop.DBus.Error.FileNotFound", "org.freedesktop.DBus.Error.NoServer",
      "org.freedesktop.DBus.Error.BadAddress":
      code = DBusError.noBus
    case ErrorName.limitsExceeded: code = DBusError.limitExceeded
    default: code = DBusError.connectFailed
    }
    return DBusError(code, name: name, "The message bus at \(address) cannot be reached: \(reason)")
  }

  func start(_ receiver: any MessageReceiver) {
    self.receiver.withLock { $0.value = receiver }
    let table = WatchTable(loop: loop) { [weak self] watch, flags in self?.serve(watch, flags) }
    watches.withLock { $0 = table }
    // libdbus makes timeouts only for its own pending calls, of which there are none here.
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      if !table.install(in: connection) { dbus_connection_close(connection) }
    }
    drainIfBroken()
  }

  private let watches = Lock<WatchTable?>(nil)

  private func serve(_ watch: WatchTable.Watch, _ flags: UInt32) {
    isClosed.withLock { isClosed in
      guard !isClosed, watches.withLock({ $0?.contains(watch) ?? false }) else { return }
      // Without memory libdbus asks to be called again, which the next poll does.
      _ = dbus_watch_handle(watch.pointer, flags)
    }
    drain()
  }

  /// Takes all that came out of libdbus before any of it is delivered: what a message passes through
  /// is more code than the processor's cache holds, and so less of it is loaded for each.
  private func drain() {
    let receiver = receiver.withLock { $0.value }
    var messages: [Message] = []
    while let raw = dbus_connection_pop_message(connection) {
      messages.append(Message(received: raw))
    }
    for message in messages {
      guard let receiver, !isClosed.withLock({ $0 }) else { continue }
      if message.isLoss {
        receiver.transportLost(self)
      } else {
        receiver.receive(message, from: self)
      }
    }
  }

  /// A send that breaks the connection leaves the news of it in libdbus's queue.
  private func drainIfBroken() {
    guard dbus_connection_get_is_connected(connection) == 0 else { return }
    loop.execute { [weak self] in self?.drain() }
  }

  func send(_ message: Message) -> Bool {
    let isSent = isClosed.withLock { isClosed in
      !isClosed && dbus_connection_send(connection, message.raw, nil) != 0
    }
    drainIfBroken()
    return isSent
  }

  func registered(as uniqueName: String) {
    dbus_bus_set_unique_name(connection, uniqueName)
  }

  func close() {
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      isClosed = true
      dbus_connection_close(connection)
    }
  }
}

extension Message {
  /// Whether libdbus made it because the connection is lost; whatever comes from the bus has a
  /// sender.
  fileprivate var isLoss: Bool {
    head.sender == nil && isCall(to: "org.freedesktop.DBus.Local", "Disconnected")
  }
}
