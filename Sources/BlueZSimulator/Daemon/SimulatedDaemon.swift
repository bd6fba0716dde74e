import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT
import Glibc

/// The driver of ``DaemonState``: a process with the name `org.bluez` on one or more buses.
///
/// It is a new one after each restart. Everything happens on the world's loop.
final class SimulatedDaemon: Sendable {
  /// What waits to be done, in the order in which it was decided.
  enum Work: Sendable {
    case effect(Effect)
    /// An answer that a script gives.
    case answer(FaultRun.Answer, MethodCall)
    /// A script goes on.
    case resume(FaultRun)
  }

  struct Shared {
    var state = DaemonState()
    var buses: [BusAddress] = []
    var connections: [Connection] = []
    var watches: [FileDescriptor: any Cancellable] = [:]
    var isRunning = true
    var work: [[Work]] = []
    var isWorking = false
    /// Scripts that wait for the daemon's answer to their call.
    var runs: [ObjectIdentifier: FaultRun] = [:]
    /// Programs whose signals are heard.
    var followed: [Client: any Cancellable] = [:]
    /// Calls that are never answered.
    var kept: [MethodCall] = []
    /// Connections of a program that pretends to be the daemon.
    var strangers: [Stranger] = []
  }

  let loop: any EventLoop
  let transcript: Transcript
  let calls: CallLog
  let faults: SimulatedFaults
  let shared = Lock(Shared())

  init(
    loop: any EventLoop, transcript: Transcript, calls: CallLog, faults: SimulatedFaults
  ) {
    self.loop = loop
    self.transcript = transcript
    self.calls = calls
    self.faults = faults
  }

  deinit {
    for connection in shared.withLock({ $0.connections }) { connection.close() }
  }

  /// Takes the daemon's name on a bus; the adapters follow a little later.
  func start(
    on buses: [BusAddress], adapters: [SimulatedAdapter], firstHandle: Int
  ) {
    feed { state in
      state.firstHandle = firstHandle
      for adapter in adapters { state.adapters[adapter.path] = adapter }
      state.emit(.after(Delays.adapter, .adaptersFound))
    }
    for bus in buses { serve(on: bus) }
  }

  func serve(on bus: BusAddress) {
    let connection = Connection(bus, loop: loop, name: "bluetoothd") { [weak self] event in
      switch event {
      case .opened(let name): self?.takeName(at: name)
      case .openFailed(let error): self?.transcript.add("the bus is not there: \(error)")
      case .lost(let error): self?.transcript.add("the bus was lost: \(error)")
      case .nameOwnerChanged, .matchRefused, .lateReply: break
      }
    }
    // Names of clients are unique on their own bus only.
    let number = shared.withLock { $0.connections.count }
    _ = connection.export("/", subtree: true) { [weak self] call in
      self?.receive(call, from: Client(bus: number, name: call.message.sender ?? ""))
    }
    let leaving = MatchRule(
      sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus",
      member: "NameOwnerChanged")
    _ = connection.addMatch(leaving) { [weak self] message in
      guard let body = try? message.body(), body.count == 3, let name = body[0].asString,
        name.hasPrefix(":"), body[2].asString == ""
      else { return }
      self?.feed { $0.clientLeft(Client(bus: number, name: name)) }
    }
    shared.withLock { shared in
      shared.buses.append(bus)
      shared.connections.append(connection)
    }
    connection.open()
  }

  private func takeName(at uniqueName: String) {
    let connections = shared.withLock { $0.connections }
    for connection in connections where connection.uniqueName == uniqueName {
      connection.requestName(BusNames.daemon) { [transcript] result in
        if case .failure(let error) = result { transcript.add("the name is not ours: \(error)") }
      }
    }
  }

  /// Ends the process at once: the bus takes its name away and answers its open calls.
  func kill() {
    let (old, links) = shared.withLock { shared in
      let links = shared.state.devices.values.filter { $0.linkEpoch != nil }.map(\.peripheral)
      let old = shared
      shared = Shared(isRunning: false)
      return (old, links)
    }
    transcript.add("bluetoothd is killed")
    calls.allEnded()
    for watch in old.watches.values { watch.cancel() }
    for connection in old.connections { connection.close() }
    guard !links.isEmpty else { return }
    let orphans = links.map { ($0, $0.link) }
    _ = loop.schedule(after: Delays.orphan) {
      for (peripheral, link) in orphans { peripheral.lose(link: link) }
    }
  }

  // MARK: Events

  func feed(_ event: (inout DaemonState) -> Void) {
    let effects = shared.withLock { shared in
      shared.isRunning ? shared.state.run(at: loop.now, event) : []
    }
    enqueue(effects.map(Work.effect))
  }

  /// Does work after all that was decided before.
  func enqueue(_ work: [Work]) {
    let isWorking = shared.withLock { shared in
      defer { shared.isWorking = true }
      if shared.isRunning, !work.isEmpty { shared.work.append(work) }
      return shared.isWorking
    }
    guard !isWorking else { return }
    while let next = nextWork() {
      for work in next { perform(work) }
    }
  }

  private func nextWork() -> [Work]? {
    shared.withLock { shared in
      guard !shared.work.isEmpty else {
        shared.isWorking = false
        return nil
      }
      return shared.work.removeFirst()
    }
  }

  func happen(_ event: DaemonEvent) {
    switch event {
    case .read(let path, let epoch): read(path, epoch)
    case .write(let path, let write, let epoch): self.write(path, write, epoch)
    case .advertisements(let adapter, let session): listen(at: adapter, session)
    default: feed { event.apply(to: &$0) }
    }
  }

  private func perform(_ work: Work) {
    switch work {
    case .effect(.reply(let call, let body)): answered(.success(body), to: call)
    case .effect(.refuse(let call, let error)): answered(.failure(error), to: call)
    case .effect(let effect): perform(effect)
    case .answer(let answer, let call): tell(answer, to: call)
    case .resume(let run): run.go()
    }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .signal(let message):
      transcript.add(message)
      let (buses, connections) = shared.withLock { ($0.buses, $0.connections) }
      for (bus, connection) in zip(buses, connections) where !bus.isDeserted {
        connection.send(message)
      }
    case .reply(let call, let body): tell(.success(body), to: call)
    case .refuse(let call, let error): tell(.failure(error), to: call)
    case .after(let delay, let event):
      _ = loop.schedule(after: delay) { [weak self] in self?.happen(event) }
    case .link(let peripheral, let isConnected):
      peripheral.linkChanged(isConnected)
    case .subscribed(let characteristic, let isSubscribed):
      characteristic.subscribed(isSubscribed)
    case .send(let socket, let value):
      send(value, to: socket)
    case .watch(let socket, let path):
      watch(socket, of: path)
    case .receive(let socket, let path):
      receive(from: socket, of: path)
    case .note(let line): transcript.add(line)
    case .ask(let question): ask(question)
    case .tell(let tell): tell()
    case .follow(let client): follow(client)
    case .unfollow(let client):
      shared.withLock { $0.followed.removeValue(forKey: client) }?.cancel()
    case .deliver(let central, let client, let path, let value):
      let key = DeviceState.Subscription(client: client, path: path)
      central.shared.withLock { $0.central }?.hear(value, from: key)
    case .unwatch(let socket):
      shared.withLock { $0.watches.removeValue(forKey: socket) }?.cancel()
    }
  }
}

extension BusAddress {
  /// Whether the daemon is alone on a bus of the process: its clients may all be on another one.
  fileprivate var isDeserted: Bool {
    if case .loopback(let bus) = self { bus.connectionCount <= 1 } else { false }
  }
}
