package import DBus
public import Futures

/// A conversation with one BlueZ daemon, real or simulated, that managers are made with.
///
/// A session connects by itself, follows the daemon's object tree, and goes on after the daemon
/// or the bus restarts. It may be shared by any number of managers; it is closed when the last
/// of them and the session itself are gone. Every method may be called from any thread.
public final class Session: Sendable {
  struct Observer {
    let id: Int
    let hear: @Sendable (SessionEvent) -> Void
  }

  struct Shared {
    var machine = SessionMachine()
    var status = SessionStatus.starting
    var store = ObjectStore()
    var connection: Connection?
    var observers: [Observer] = []
    var nextObserver = 0
    var gate = CallGate()
    var waiting: [CallGate.Ticket: WaitingCall] = [:]
    /// Tickets that were called out before their call was put down.
    var calledOut: Set<CallGate.Ticket> = []
    var agents: AgentDriver?
  }

  /// Where callbacks of this session's futures run, unless they name another context.
  public let context: ExecutionContext
  package let loop: any EventLoop
  /// Who may make a connection now.
  package let turns: Turns
  let address: BusAddress
  let logger: SessionLog?
  let shared = Lock(Shared())

  /// The system's daemon, on the bus named by `DBUS_SYSTEM_BUS_ADDRESS` or the standard one.
  ///
  /// Returns at once; whether the daemon can be reached is told by a manager's state.
  /// - Parameters:
  ///   - context: where callbacks run; a thread of the session's own by default.
  ///   - log: receives one line for each action, of ``LogLevel/info`` and above.
  /// - Returns: a session that connects by itself.
  public static func system(
    context: ExecutionContext? = nil, log: (@Sendable (String) -> Void)? = nil
  ) -> Session {
    Session(
      .system, loop: BusThread(), context: context ?? newContext(), log: SessionLog(log))
  }

  /// A daemon on the message bus at an address such as `unix:path=/run/my-bus`.
  ///
  /// For test benches and simulators; otherwise the same as ``system(context:log:)``.
  public static func bus(
    address: String, context: ExecutionContext? = nil, log: (@Sendable (String) -> Void)? = nil
  ) -> Session {
    Session(
      .address(address), loop: BusThread(), context: context ?? newContext(),
      log: SessionLog(log))
  }

  package init(
    _ address: BusAddress, loop: any EventLoop, context: ExecutionContext,
    log: SessionLog? = nil
  ) {
    self.address = address
    self.loop = loop
    turns = Turns(loop: loop)
    self.context = context
    logger = log
    openBus()
  }

  deinit {
    shared.withLock {
      $0.machine.closed()
      return $0.connection
    }?.close()
  }

  /// A thread for a session's callbacks, which ends with the session.
  ///
  /// Not a Dispatch queue: on Linux libdispatch looks at its pools once a second for ever, from the
  /// first use of a queue on, and an idle program is not to wake up.
  package static func newContext() -> ExecutionContext {
    ExecutionContext(BusThread(name: "callbacks"))
  }
}

extension Session {
  package var status: SessionStatus { shared.withLock { $0.status } }

  /// Reads the object tree.
  ///
  /// The closure must not keep the store, or the next signal copies it.
  package func withStore<Result: Sendable>(_ body: (borrowing ObjectStore) -> Result) -> Result {
    shared.withLock { body($0.store) }
  }

  /// Calls the observer on the loop: first with the present status and objects, then with events.
  ///
  /// The observer is kept until the returned registration is cancelled.
  package func observe(
    _ observer: @escaping @Sendable (SessionEvent) -> Void
  ) -> any Cancellable {
    let id = shared.withLock { shared in
      shared.nextObserver += 1
      return shared.nextObserver
    }
    loop.execute { [weak self] in
      guard let self else { return }
      let (status, objects) = shared.withLock { shared in
        (shared.status, shared.store.paths.map { ($0, shared.store.interfaces(of: $0)) })
      }
      for (path, interfaces) in objects.sorted(by: { $0.0 < $1.0 }) {
        observer(.added(path, interfaces))
      }
      observer(.status(status))
      shared.withLock { $0.observers.append(Observer(id: id, hear: observer)) }
    }
    return Registration { [weak self] in
      guard let self else { return }
      loop.execute { [weak self] in
        self?.shared.withLock { $0.observers.removeAll { $0.id == id } }
      }
    }
  }
}

/// Ends something once.
struct Registration: Cancellable {
  let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  func cancel() { end() }
}
