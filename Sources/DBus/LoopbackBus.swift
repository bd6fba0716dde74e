import Futures

/// A message bus inside the process.
///
/// Connections meet here as they do on a real bus: with unique and well-known names, match rules and
/// replies that only the callee may send. Every message takes one hop on the bus's loop, in order.
package final class LoopbackBus: Sendable {
  package let loop: any EventLoop
  private let router = Lock(LoopbackRouter())
  private let peers = Lock<[Int: Peer]>([:])

  private struct Peer: Sendable {
    weak var transport: LoopbackTransport?
  }

  package init(loop: any EventLoop) { self.loop = loop }

  /// How many connections are on the bus.
  package var connectionCount: Int { router.withLock { $0.peerCount } }

  /// What connections may have and do; a change holds for what they ask for from then on.
  package var limits: BusLimits {
    get { router.withLock { $0.limits } }
    set { router.withLock { $0.limits = newValue } }
  }

  /// How many match rules the bus holds for all connections.
  package var matchRuleCount: Int { router.withLock { $0.ruleCount } }

  /// Ends the bus as a killed daemon would: every connection is lost.
  ///
  /// New ones can come at once.
  package func disconnectAll() {
    onLoop { bus in
      let transports = bus.peers.withLock { peers in
        defer { peers.removeAll() }
        return peers.sorted { $0.key < $1.key }.compactMap(\.value.transport)
      }
      bus.router.withLock { $0.reset() }
      for transport in transports { transport.lose() }
    }
  }

  /// A loop that nobody turns any more must not keep the bus, which keeps the loop.
  private func onLoop(_ body: @escaping @Sendable (LoopbackBus) -> Void) {
    loop.execute { [weak self] in
      if let self { body(self) }
    }
  }

  func connect(loop: any EventLoop) -> LoopbackTransport {
    let id = router.withLock { $0.join() }
    let transport = LoopbackTransport(bus: self, peer: id, loop: loop)
    peers.withLock { $0[id] = Peer(transport: transport) }
    return transport
  }

  func route(_ message: Message, from peer: Int) {
    onLoop { bus in bus.deliver(bus.router.withLock { $0.route(message, from: peer) }) }
  }

  func leave(_ peer: Int) {
    _ = peers.withLock { $0.removeValue(forKey: peer) }
    onLoop { bus in bus.deliver(bus.router.withLock { $0.leave(peer) }) }
  }

  private func deliver(_ deliveries: [LoopbackRouter.Delivery]) {
    for delivery in deliveries {
      peers.withLock { $0[delivery.peer]?.transport }?.deliver(delivery.message)
    }
  }
}

/// The end of a connection that is plugged into a `LoopbackBus`.
final class LoopbackTransport: Transport {
  private enum State: Sendable {
    case new
    case started(WeakReceiver)
    case closed
  }

  private struct WeakReceiver: Sendable { weak var value: (any MessageReceiver)? }

  private let bus: LoopbackBus
  private let peer: Int
  private let loop: any EventLoop
  private let state = Lock(State.new)
  private let lastSerial = Lock<UInt32>(0)

  init(bus: LoopbackBus, peer: Int, loop: any EventLoop) {
    self.bus = bus
    self.peer = peer
    self.loop = loop
  }

  deinit { close() }

  func start(_ receiver: any MessageReceiver) {
    state.withLock { state in
      guard case .new = state else { return }
      state = .started(WeakReceiver(value: receiver))
    }
  }

  func send(_ message: Message) -> Bool {
    if case .closed = state.withLock({ $0 }) { return false }
    if message.serial == 0 {
      message.setSerial(
        lastSerial.withLock { serial in
          serial = serial % 0x3FFF_FFFF + 1
          return serial
        })
    }
    bus.route(message, from: peer)
    return true
  }

  func registered(as uniqueName: String) {}

  func close() {
    let wasClosed = state.withLock { state in
      defer { state = .closed }
      if case .closed = state { return true }
      return false
    }
    if !wasClosed { bus.leave(peer) }
  }

  func deliver(_ message: Message) {
    onLoop { receiver, transport in receiver.receive(message, from: transport) }
  }

  func lose() {
    onLoop { receiver, transport in receiver.transportLost(transport) }
  }

  /// Directly if the bus and the connection share a loop, which is the usual case.
  private func onLoop(
    _ body: @escaping @Sendable (any MessageReceiver, LoopbackTransport) -> Void
  ) {
    let work: @Sendable () -> Void = { [weak self] in
      guard let self, case .started(let receiver) = state.withLock({ $0 }) else { return }
      if let receiver = receiver.value { body(receiver, self) }
    }
    if loop === bus.loop { work() } else { loop.execute(work) }
  }
}
