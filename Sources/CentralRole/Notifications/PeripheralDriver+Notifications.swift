import BlueZ
import DBus
import Dispatch
import FoundationEssentials
import Futures
import GATT

/// Subscriptions: the driver of ``NotificationMachine``. On the session's loop.
extension PeripheralDriver {
  /// How long the daemon may take to hand out a socket; some versions never answer.
  static let acquireTimeout: Duration = .seconds(5)

  func startNotifying(_ node: CharacteristicNode, route: NotificationRoute) -> Future<Void> {
    guard !node.properties.isDisjoint(with: [.notify, .indicate]) else {
      return Future(
        error: CentralError(
          .notifyNotSupported, "\(node.uuid) neither notifies nor indicates",
          attribute: node.uuid), context: session.context)
    }
    let promise = Promise<Void>(context: session.context)
    session.loop.execute { [self] in
      guard let epoch = shared.withLock({ $0.machine.epoch }) else {
        promise.failure(CentralError.notConnected(address, node.uuid))
        return
      }
      guard isValid(node) else {
        promise.failure(CentralError.gone(node.uuid))
        return
      }
      begin(node, route, epoch: epoch, promise)
    }
    return promise.future
  }

  func stopNotifying(_ node: CharacteristicNode) -> Future<Void> {
    let promise = Promise<Void>(context: session.context)
    session.loop.execute { [self] in
      node.shared.withLock { shared in
        shared.resumes = nil
        shared.stopping.append(promise)
      }
      feed(node) { $0.stop() }
    }
    return promise.future
  }

  func notifications(
    of node: CharacteristicNode, capacity: Int, resuming: Bool
  ) -> FutureStream<Data> {
    guard !node.properties.isDisjoint(with: [.notify, .indicate]) else {
      let promise = StreamPromise<Data>(context: session.context)
      promise.failure(
        CentralError(
          .notifyNotSupported, "\(node.uuid) neither notifies nor indicates",
          attribute: node.uuid))
      promise.finish()
      return promise.stream
    }
    return node.shared.withLock { shared in
      if resuming, shared.resumes == nil { shared.resumes = .signals }
      return openValues(of: node, &shared, capacity: capacity).stream
    }
  }

  /// The stream of a characteristic's values; one that the program cancelled is over, and the next
  /// one begins anew.
  private func openValues(
    of node: CharacteristicNode, _ shared: inout CharacteristicNode.Shared,
    capacity: Int = FutureStream<Data>.defaultCapacity
  ) -> StreamPromise<Data> {
    if let values = shared.values, !values.isFinished { return values }
    let values = StreamPromise<Data>(
      capacity: capacity, context: session.context,
      onUnused: { [weak self] in self?.unused(node) })
    shared.values = values
    return values
  }

  /// The last subscriber of the values left: the peripheral need not send them.
  private func unused(_ node: CharacteristicNode) {
    session.loop.execute { [weak self] in
      guard let self, node.shared.withLock({ $0.values?.hasSubscribers == false }) else { return }
      node.shared.withLock { $0.resumes = nil }
      feed(node) { $0.stop() }
    }
  }

  private func begin(
    _ node: CharacteristicNode, _ route: NotificationRoute, epoch: Int, _ promise: Promise<Void>
  ) {
    node.shared.withLock { shared in
      shared.starting.append(promise)
      if shared.resumes != nil { shared.resumes = route }
      _ = openValues(of: node, &shared)
    }
    feed(node) { $0.start(route, epoch: epoch) }
  }

  // MARK: What the connection machine asks

  /// Makes the subscriptions again that resume, then reports back.
  func restoreNotifications(_ attempt: ConnectionMachine.Attempt) {
    let wanted = shared.withLock { $0.characteristics.sorted { $0.key < $1.key }.map(\.value) }
      .compactMap { node in node.shared.withLock { $0.resumes }.map { (node, $0) } }
      .filter { isValid($0.0) }
    guard !wanted.isEmpty else { return feed { machine, _ in machine.restored(attempt) } }
    let remaining = Lock(wanted.count)
    for (node, route) in wanted {
      let promise = Promise<Void>(context: .inline)
      promise.future.onComplete { [weak self] result in
        if case .failure(let error) = result {
          node.shared.withLock { $0.values }?.failure(error)
        }
        let isLast = remaining.withLock { count in
          count -= 1
          return count == 0
        }
        if isLast { self?.feed { machine, _ in machine.restored(attempt) } }
      }
      begin(node, route, epoch: attempt, promise)
    }
  }

  /// Makes those subscriptions again that resume and whose characteristics were away for a while.
  func resumeNotifications() {
    guard let epoch = shared.withLock({ $0.machine.epoch }) else { return }
    for node in shared.withLock({ $0.characteristics.sorted { $0.key < $1.key }.map(\.value) }) {
      let route = node.shared.withLock { $0.machine.state == .off ? $0.resumes : nil }
      guard let route, isValid(node) else { continue }
      let promise = Promise<Void>(context: .inline)
      promise.future.onFailure { error in node.shared.withLock { $0.values }?.failure(error) }
      begin(node, route, epoch: epoch, promise)
    }
  }

  /// Tells the subscribers of those that a new link has not any more, although they resume.
  func tellOfGoneNotifications() {
    for node in shared.withLock({ $0.characteristics.sorted { $0.key < $1.key }.map(\.value) })
    where !isValid(node) {
      let values = node.shared.withLock { $0.resumes == nil ? nil : $0.values }
      values?.failure(CentralError.gone(node.uuid))
    }
  }

  /// The link is about to be ended by this program: the daemon must not renew what is held.
  func stopNotifications() {
    let nodes = shared.withLock { $0.characteristics.sorted { $0.key < $1.key }.map(\.value) }
    for node in nodes where node.shared.withLock({ $0.machine.state != .off }) {
      feed(node) { $0.stop() }
    }
  }

  // MARK: The machine

  func feed(
    _ node: CharacteristicNode,
    _ event: (inout NotificationMachine) -> [NotificationMachine.Action]
  ) {
    for action in node.shared.withLock({ event(&$0.machine) }) { perform(action, node) }
  }

  private func perform(_ action: NotificationMachine.Action, _ node: CharacteristicNode) {
    switch action {
    case .callStart(let epoch): callStart(node, epoch)
    case .callAcquire(let epoch): callAcquire(node, epoch)
    case .callStop(let epoch):
      guard !isHiddenBattery(node) else { return feed(node) { $0.stopReplied(epoch) } }
      call(node, "StopNotify", timeout: Self.requestTimeout) { [weak self] _ in
        // Refused means that the daemon holds no subscription for us, which is what was wanted.
        self?.feed(node) { $0.stopReplied(epoch) }
      }
    case .openSocket: openSocket(node)
    case .closeSocket: node.closeSocket()
    case .startSucceeded:
      log("subscribed to \(node.uuid.logName)")
      node.take(\.starting).forEach { $0.success(()) }
    case .startFailed:
      node.failStarting(CentralError.stopped(node.uuid))
    case .stopSucceeded:
      log("not subscribed to \(node.uuid.logName) any more")
      node.take(\.stopping).forEach { $0.success(()) }
    case .reportLost:
      node.shared.withLock { $0.values }?.failure(
        CentralError(.lost(.linkLost), address, attribute: node.uuid))
    }
  }

  private func callStart(_ node: CharacteristicNode, _ epoch: Int, attempt: Int = 1) {
    guard !isHiddenBattery(node) else { return feed(node) { $0.started(epoch) } }
    call(node, "StartNotify", timeout: Self.requestTimeout) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success:
        feed(node) { $0.started(epoch) }
      case .failure(let error) where isStartBusy(error, attempt):
        let pause = Duration.milliseconds(min(200, 10 << attempt))
        _ = session.loop.schedule(after: pause) { [weak self] in
          guard node.shared.withLock({ $0.machine.state == .starting(epoch, .signals) }) else {
            return
          }
          self?.callStart(node, epoch, attempt: attempt + 1)
        }
      case .failure(let error) where mayMeanLostLink(error, node):
        _ = session.loop.schedule(after: Self.reasonDelay) { [weak self] in
          self?.startFailed(node, epoch, error)
        }
      case .failure(let error):
        startFailed(node, epoch, error)
      }
    }
  }

  /// Whether trying again soon may help: the daemon lets go of a socket that was just closed a
  /// little later, and another subscription of this program may be under way.
  private func isStartBusy(_ error: BlueZError, _ attempt: Int) -> Bool {
    (error.code == .inProgress || error.isNotifyAcquired) && attempt < 8
  }

  private func startFailed(_ node: CharacteristicNode, _ epoch: Int, _ error: BlueZError) {
    let isOurs = node.shared.withLock { $0.machine.state == .starting(epoch, .signals) }
    guard isOurs else { return }
    let failure =
      error.code == .noReply
      ? CentralError(
        .notifyTimeout, "subscribing to \(node.uuid) had no answer in \(Self.requestTimeout)",
        attribute: node.uuid)
      : .request("subscription", node.uuid, error, isValid: isValid(node))
    log(.error, "subscription to \(node.uuid.logName) failed: \(failure)")
    node.failStarting(failure)
    feed(node) { $0.startRefused(epoch) }
  }

  private func callAcquire(_ node: CharacteristicNode, _ epoch: Int) {
    guard !isHiddenBattery(node) else { return feed(node) { $0.acquireRefused(epoch) } }
    call(node, "AcquireNotify", timeout: Self.acquireTimeout, options: true) {
      [weak self] result in
      guard let self else { return }
      guard case .success(let reply) = result, let body = try? reply.body(),
        case .fileDescriptor(let socket)? = body.first
      else {
        log(.warning, "no socket for \(node.uuid.logName): \(result); signals are used")
        return feed(node) { $0.acquireRefused(epoch) }
      }
      // A socket that nobody waits for any more closes as it is let go of here.
      let isOurs = node.shared.withLock { shared in
        guard shared.machine.state == .starting(epoch, .socket), shared.socket == nil else {
          return false
        }
        shared.socket = socket
        return true
      }
      if isOurs { feed(node) { $0.acquired(epoch) } }
    }
  }

  func call(
    _ node: CharacteristicNode, _ member: String, timeout: Duration, options: Bool = false,
    _ completion: @escaping @Sendable (Result<Message, BlueZError>) -> Void
  ) {
    let message = Message.methodCall(
      to: BusNames.daemon, path: node.path, interface: InterfaceTable.characteristic.name,
      member: member
    ) { writer in
      if options { writer.appendEmptyDictionary() }
    }
    session.call(message, timeout: timeout, kind: .request, completion)
  }

  private func openSocket(_ node: CharacteristicNode) {
    guard let socket = node.shared.withLock({ $0.socket }) else { return }
    let watch = session.loop.watch(socket.raw) { [weak self] _ in
      let (values, stream, isOpen) = node.drainSocket(socket)
      if let stream { for value in values { stream.success(value) } }
      if !isOpen { self?.feed(node) { $0.socketEnded() } }
    }
    node.shared.withLock { $0.watch = watch }
  }
}
