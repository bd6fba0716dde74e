import BlueZ
import DBus
import Futures

/// The driver of one passive scan's ``MonitorMachine``; on the session's loop.
final class MonitorDriver: Sendable {
  private struct Shared {
    var machine = MonitorMachine()
    var export: (any Cancellable)?
    var timer: (any Cancellable)?
    /// What the daemon said when it refused.
    var cause: BlueZError?
  }

  let scan: Scan
  private weak let central: CentralDriver?
  private let session: Session
  private let objects: MonitorObjects
  private let shared = Lock(Shared())

  init(_ scan: Scan, central: CentralDriver) {
    self.scan = scan
    self.central = central
    session = central.session
    objects = MonitorObjects(
      number: scan.id, filter: scan.filter, wantsDuplicates: scan.request.wantsDuplicates,
      lostAfter: scan.request.lostAfter)
  }

  func feed(_ event: (inout MonitorMachine) -> [MonitorMachine.Action]) {
    for action in shared.withLock({ event(&$0.machine) }) { perform(action) }
  }

  private func perform(_ action: MonitorMachine.Action) {
    switch action {
    case .register(let registration): register(registration)
    case .unregister:
      call("UnregisterMonitor") { _ in }
      forget()
    case .forget: forget()
    case .listen(let isActive): central?.monitor(scan, isActive: isActive)
    case .setTimer(let registration, let delay):
      let timer = session.loop.schedule(after: delay) { [weak self] in
        self?.feed { $0.timerFired(registration) }
      }
      shared.withLock { exchange(&$0.timer, timer) }?.cancel()
    case .fail(let failure):
      guard let central else { return }
      switch failure {
      case .notOffered: central.fail(scan, .noMonitors(central.adapterName))
      case .refused, .notActivated:
        central.fail(scan, .monitorRefused(shared.withLock { $0.cause }))
      }
    }
  }

  private func exchange<Value>(_ old: inout Value, _ new: Value) -> Value {
    defer { old = new }
    return old
  }

  private func forget() {
    let (export, timer) = shared.withLock { shared in
      defer { (shared.export, shared.timer) = (nil, nil) }
      return (shared.export, shared.timer)
    }
    export?.cancel()
    timer?.cancel()
  }

  private func register(_ registration: MonitorMachine.Registration) {
    // The daemon looks at the objects before it answers.
    let export = session.export(objects.root, subtree: true) { [weak self, objects] call in
      if let event = objects.serve(call) { self?.told(event, registration) }
    }
    shared.withLock { exchange(&$0.export, export) }?.cancel()
    call("RegisterMonitor") { [weak self] error in
      guard let self else { return }
      shared.withLock { $0.cause = error }
      feed { error == nil ? $0.registered(registration) : $0.refused(registration) }
    }
  }

  private func told(
    _ event: MonitorObjects.Event, _ registration: MonitorMachine.Registration
  ) {
    switch event {
    case .activated: feed { $0.activated(registration) }
    case .released: feed { $0.released(registration) }
    case .found(let path):
      guard let central, let driver = central.peripheral(at: path) else { return }
      central.heard(driver, at: session.now, changed: [])
    case .lost(let path): scan.removed(path, central?.peripheral(at: path))
    }
  }

  private func call(
    _ member: String, _ completion: @escaping @Sendable (BlueZError?) -> Void
  ) {
    guard let path = central?.shared.withLock({ $0.adapterPath }) else { return }
    let message = Message.methodCall(
      to: BusNames.daemon, path: path, interface: InterfaceTable.monitorManager.name,
      member: member, [.objectPath(objects.root)])
    session.call(message, timeout: .seconds(10)) { result in
      switch result {
      case .success: completion(nil)
      case .failure(let error): completion(error)
      }
    }
  }
}
