import CDBus
import Futures

/// The watches that libdbus has for one connection, as watches of the loop.
///
/// libdbus calls in from any thread and with its own lock held, so nothing here calls back into it
/// except for the getters of a watch, which take no lock.
final class WatchTable: Sendable {
  /// A watch of libdbus; the transport's lock decides whether it may still be used.
  struct Watch: Hashable, @unchecked Sendable {
    // Only the number of the pointer counts here.
    let pointer: OpaquePointer
  }

  private let loop: any EventLoop
  private let watches = Lock<[Watch: (any Cancellable)?]>([:])
  private let onReady: @Sendable (Watch, UInt32) -> Void

  init(loop: any EventLoop, onReady: @escaping @Sendable (Watch, UInt32) -> Void) {
    self.loop = loop
    self.onReady = onReady
  }

  /// Makes libdbus report its watches here; false if there is no memory.
  func install(in connection: OpaquePointer) -> Bool {
    dbus_connection_set_watch_functions(
      connection,
      { watch, context in
        guard let watch, let table = WatchTable.from(context) else { return 0 }
        table.update(Watch(pointer: watch))
        return 1
      },
      { watch, context in
        guard let watch, let table = WatchTable.from(context) else { return }
        table.remove(Watch(pointer: watch))
      },
      { watch, context in
        guard let watch, let table = WatchTable.from(context) else { return }
        table.update(Watch(pointer: watch))
      },
      Unmanaged.passRetained(self).toOpaque(),
      { context in
        guard let context else { return }
        Unmanaged<WatchTable>.fromOpaque(context).release()
      }) != 0
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> WatchTable? {
    context.map { Unmanaged<WatchTable>.fromOpaque($0).takeUnretainedValue() }
  }

  func contains(_ watch: Watch) -> Bool { watches.withLock { $0[watch] != nil } }

  /// libdbus serializes its calls for one connection, so a watch has no two updates at once.
  private func update(_ watch: Watch) {
    let token = dbus_watch_get_enabled(watch.pointer) != 0 ? start(watch) : nil
    let old = watches.withLock { $0.updateValue(token, forKey: watch) }
    old??.cancel()
  }

  private func remove(_ watch: Watch) {
    let old = watches.withLock { $0.removeValue(forKey: watch) }
    old??.cancel()
  }

  private func start(_ watch: Watch) -> any Cancellable {
    let flags = dbus_watch_get_flags(watch.pointer)
    var interest: Readiness = []
    if flags & DBUS_WATCH_READABLE.rawValue != 0 { interest.insert(.readable) }
    if flags & DBUS_WATCH_WRITABLE.rawValue != 0 { interest.insert(.writable) }
    return loop.watch(dbus_watch_get_unix_fd(watch.pointer), for: interest) {
      [weak self] readiness in
      self?.onReady(watch, readiness.watchFlags)
    }
  }
}

extension Readiness {
  fileprivate var watchFlags: UInt32 {
    var flags: UInt32 = 0
    if contains(.readable) { flags |= DBUS_WATCH_READABLE.rawValue }
    if contains(.writable) { flags |= DBUS_WATCH_WRITABLE.rawValue }
    if contains(.hangup) { flags |= DBUS_WATCH_HANGUP.rawValue }
    if contains(.error) { flags |= DBUS_WATCH_ERROR.rawValue }
    return flags
  }
}
