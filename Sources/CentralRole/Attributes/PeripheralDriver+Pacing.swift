import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// Writes to characteristics, some of them through sockets: the driver of ``PacingMachine``.
extension PeripheralDriver {
  /// How often a socket that is to be closed is looked at, and for how long at most.
  private static let drainPause: Duration = .milliseconds(10)
  private static let drainLimit: Duration = .seconds(2)

  /// Begins a write; true if it is over already.
  func pace(
    _ number: RequestQueue.Request, _ request: PendingRequest, _ node: CharacteristicNode
  ) -> Bool {
    let isPaced = request.packet != nil
    guard let epoch = shared.withLock({ $0.machine.epoch }) else { return false }
    let isOver = feedPacing(node) {
      isPaced ? $0.write(number, epoch: epoch) : $0.release(number)
    }
    // What waits for a socket has no call that would end by itself.
    if isPaced, !isOver { ensureDeadline(number, request) }
    return isOver
  }

  /// Carries out what the machine wants; true if the request that it has at hand is over.
  private func feedPacing(
    _ node: CharacteristicNode, _ event: (inout PacingMachine) -> [PacingMachine.Action]
  ) -> Bool {
    var isOver = false
    for action in node.shared.withLock({ event(&$0.pacing.machine) }) {
      if perform(action, node) { isOver = true }
    }
    return isOver
  }

  /// The same for events from outside, after which others may start.
  private func pacingHappened(
    _ node: CharacteristicNode, _ number: RequestQueue.Request?,
    _ event: (inout PacingMachine) -> [PacingMachine.Action]
  ) {
    if feedPacing(node, event), let number { finish(number) }
  }

  private func perform(_ action: PacingMachine.Action, _ node: CharacteristicNode) -> Bool {
    switch action {
    case .callAcquire(let epoch): acquireWrite(node, epoch)
    case .openSocket: watchSocket(node, for: [], nil)
    case .send(let number): return send(number, node)
    case .waitForRoom: watchForRoom(node)
    case .drain: drain(node, until: session.loop.now + Self.drainLimit)
    case .closeSocket: node.closePacedSocket()
    case .call(let number):
      guard let request = request(number) else { return false }
      if request.isSettled { return true }
      guard request.message != nil else {
        request.succeed()
        return true
      }
      call(number, request, attempt: 1)
    }
    return false
  }

  private func request(_ number: RequestQueue.Request) -> PendingRequest? {
    shared.withLock { $0.requests[number] }
  }

  private func acquireWrite(_ node: CharacteristicNode, _ epoch: Int) {
    let number = pacedNumber(node)
    call(node, "AcquireWrite", timeout: Self.acquireTimeout, options: true) {
      [weak self] result in
      guard let self else { return }
      guard case .success(let reply) = result, let body = try? reply.body(),
        case .fileDescriptor(let socket)? = body.first
      else {
        log(.warning, "no socket for writes to \(node.uuid.logName): \(result); calls are used")
        return pacingHappened(node, number) { $0.acquireRefused(epoch) }
      }
      let mtu = body.dropFirst().first?.asUInt16.flatMap { LinkMTU.valid(Int($0)) }
      // A socket that nobody waits for any more closes as it is let go of here.
      let isOurs = node.shared.withLock { shared in
        guard case .acquiring(epoch, _) = shared.pacing.machine.state else { return false }
        (shared.pacing.socket, shared.pacing.mtu) = (socket, mtu)
        return true
      }
      if isOurs { pacingHappened(node, number) { $0.acquired(epoch) } }
    }
  }

  /// The write that the machine has at hand.
  private func pacedNumber(_ node: CharacteristicNode) -> RequestQueue.Request? {
    switch node.shared.withLock({ $0.pacing.machine.state }) {
    case .acquiring(_, let number), .full(_, let number), .draining(_, let number): number
    case .closed, .refused, .open: nil
    }
  }

  /// Puts a write into the socket; true if it is over.
  private func send(_ number: RequestQueue.Request, _ node: CharacteristicNode) -> Bool {
    guard let request = request(number), let packet = request.packet else { return false }
    if request.isSettled { return true }
    if let limit = maximumWriteLength(of: node, .paced),
      let error = CentralError.tooLong(packet, node.uuid, limit: limit)
    {
      request.fail(error)
      return true
    }
    switch node.shared.withLock({ $0.pacing.socket })?.sendPacket(packet) {
    case .sent?:
      logWritten(request)
      request.succeed()
      return true
    case .full?: return feedPacing(node) { $0.wouldBlock(number) }
    case .broken?, nil: return feedPacing(node) { $0.hungUp(number) }
    }
  }

  // MARK: The socket

  private func watchForRoom(_ node: CharacteristicNode) {
    watchSocket(node, for: .writable, pacedNumber(node))
  }

  private func watchSocket(
    _ node: CharacteristicNode, for interest: Readiness, _ number: RequestQueue.Request?
  ) {
    guard let socket = node.shared.withLock({ $0.pacing.socket }) else { return }
    let watch = session.loop.watch(socket.raw, for: interest) { [weak self] readiness in
      guard let self else { return }
      let waiting = pacedNumber(node)
      guard readiness.isDisjoint(with: [.hangup, .error]) else {
        return pacingHappened(node, waiting) { $0.hungUp() }
      }
      guard waiting == number else { return }
      watchSocket(node, for: [], nil)
      pacingHappened(node, number) { $0.hasRoom() }
    }
    let old = node.shared.withLock { shared in
      defer { shared.pacing.watch = watch }
      return shared.pacing.watch
    }
    old?.cancel()
  }

  private func drain(_ node: CharacteristicNode, until limit: Duration) {
    let socket = node.shared.withLock { $0.pacing.socket }
    guard socket?.hasUnreadPackets == true, session.loop.now < limit else {
      let number = pacedNumber(node)
      session.loop.execute { [weak self] in
        self?.pacingHappened(node, number) { $0.drained() }
      }
      return
    }
    _ = session.loop.schedule(after: Self.drainPause) { [weak self] in
      self?.drain(node, until: limit)
    }
  }
}

extension CharacteristicNode {
  func closePacedSocket() {
    let (watch, socket) = shared.withLock { $0.pacing.close() }
    watch?.cancel()
    // The last reference closes the descriptor, after the loop has let go of it.
    _ = socket
  }
}
