import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// The driver behind ``Peripheral``: feeds the connection machine and carries out its actions.
///
/// Events are handled on the session's loop; requests may be made from any thread.
final class PeripheralDriver: Sendable {
  struct Shared {
    var machine = ConnectionMachine()
    var facts = LinkFacts(isReady: false, exists: false, isLinked: false, isResolved: false)
    var timers: [ConnectionMachine.Timer: any Cancellable] = [:]
    var options = ConnectOptions()
    var delay = Duration.zero
    var counter = ReconnectCounter()
    var statistics = ConnectionStatistics()
    var linkEndReason: DisconnectReason?
    var states: StreamPromise<ConnectionState>?
    var disconnections: StreamPromise<Disconnection>?
    /// What the last visit found.
    var explored: [DiscoveredService]?
    var visit: Future<[DiscoveredService]>?
    var visits = Visits()
    var disconnecting: [Promise<Void>] = []
    var removing: [Promise<Void>] = []
    var queue = RequestQueue()
    var requests: [RequestQueue.Request: PendingRequest] = [:]
    var nextNumber = 0
    var services: [ObjectPath: ServiceNode] = [:]
    var characteristics: [ObjectPath: CharacteristicNode] = [:]
    var advertisement = Advertisement()
    var attributes = AttributeState()
    var connection: StreamPromise<Void>?
    var pairing = PairingState()
    var battery = BatteryState()
    var signal = SignalState()
    weak var facade: Peripheral?
  }

  let path: ObjectPath
  let address: BluetoothAddress
  private let expectedType: AddressType
  let central: CentralDriver
  let holder: DiscoveryMachine.Holder
  let discoveredAt = Date()
  let shared = Lock(Shared())

  var session: Session { central.session }

  convenience init?(_ path: ObjectPath, _ properties: Properties, central: CentralDriver) {
    guard let text = properties["Address"]?.asString, let address = BluetoothAddress(text) else {
      return nil
    }
    let type = properties["AddressType"]?.asString.flatMap(AddressType.init) ?? .public
    self.init(path, address, type, central: central)
  }

  init(
    _ path: ObjectPath, _ address: BluetoothAddress, _ type: AddressType, central: CentralDriver
  ) {
    self.path = path
    self.address = address
    expectedType = type
    self.central = central
    holder = central.newHolder()
  }

  /// The daemon knows better than who made this for a device that it had not heard of.
  var addressType: AddressType {
    properties["AddressType"]?.asString.flatMap(AddressType.init) ?? expectedType
  }

  /// The one stream of this peripheral's links; the first call sets its capacity.
  func connection(capacity: Int = 16) -> StreamPromise<Void> {
    shared.withLock { shared in
      // A stream that the program cancelled is over; the next one begins anew.
      if let connection = shared.connection, !connection.isFinished { return connection }
      // The link ends with the last subscriber of its stream.
      let connection = StreamPromise<Void>(
        capacity: capacity, context: session.context, replaysCurrent: true,
        onUnused: { [weak self] in self?.disconnect() })
      shared.connection = connection
      return connection
    }
  }

  /// The stream that is told what happens: one that was cancelled meanwhile hears it in vain, so
  /// that the next one does not begin with an old failure.
  var toldConnection: StreamPromise<Void> {
    shared.withLock { $0.connection } ?? connection()
  }

  /// The one object that the program has for this peripheral, made when it is asked for.
  var facade: Peripheral {
    shared.withLock { shared in
      if let facade = shared.facade { return facade }
      let facade = Peripheral(self)
      shared.facade = facade
      return facade
    }
  }

  // MARK: What the program asks

  func connect(
    _ options: ConnectOptions, capacity: Int, for owner: LinkOwner = .program
  ) -> FutureStream<Void> {
    guard !central.isInvalidated else {
      let over = StreamPromise<Void>(capacity: capacity, context: session.context)
      over.failure(CentralError.managerEnded("connect to \(address)"))
      over.finish()
      return over.stream
    }
    let connection = connection(capacity: capacity)
    // What failed before this call is no answer to it.
    connection.forgetFailure()
    shared.withLock {
      $0.options = options
      $0.counter.reset()
      $0.visits.linkAsked(by: owner)
    }
    feedLater { machine, _ in machine.connect() }
    return connection.stream
  }

  func reconnect(after delay: Duration) {
    guard !central.isInvalidated else { return }
    shared.withLock {
      $0.delay = delay
      $0.visits.linkAsked(by: .program)
    }
    feedLater { machine, _ in delay > .zero ? machine.reconnectLater() : machine.connect() }
  }

  @discardableResult func disconnect() -> Future<Void> {
    let promise = Promise<Void>(context: session.context)
    shared.withLock {
      $0.disconnecting.append(promise)
      $0.counter.reset()
    }
    feedLater { machine, _ in machine.disconnect() }
    return promise.future
  }

  // MARK: What the session tells

  func quietReached() {
    feed { machine, facts in machine.quiet(facts) }
  }

  /// Looks at the daemon's tree again; acts only if the facts of the link changed.
  func treeChanged() {
    let present = presentFacts()
    let isNew = shared.withLock { shared in
      var facts = present
      if facts.isLinked {
        if !shared.facts.isLinked { shared.linkEndReason = nil }
      } else {
        facts.reason = shared.linkEndReason
      }
      defer { shared.facts = facts }
      return shared.facts != facts
    }
    if isNew { feed { machine, facts in machine.factsChanged(facts) } }
    pairingFactsChanged()
  }

  /// Whether the daemon reports a link, whoever made it.
  var isLinked: Bool { shared.withLock { $0.facts.isLinked } }

  /// The daemon said why the link ends, just before it ends.
  func reasonTold(_ reason: DisconnectReason) {
    shared.withLock { $0.linkEndReason = reason }
  }

  func radioLost(_ reason: DisconnectReason) {
    feed { machine, _ in machine.lost(reason) }
    pairingLost(reason)
  }

  /// Ends an attempt that nobody will hear of.
  func giveUpAttempt() {
    let isUnderWay = shared.withLock { shared in
      switch shared.machine.state {
      case .disconnected, .connected: false
      default: true
      }
    }
    // The closure keeps it until the daemon has taken it back.
    if isUnderWay { disconnect().onComplete(context: .inline) { [self] _ in _ = self } }
  }

  /// The manager is gone: nothing more is told.
  func finishStreams() {
    let (connection, states, disconnections, nodes) = shared.withLock {
      ($0.connection, $0.states, $0.disconnections, Array($0.characteristics.values))
    }
    connection?.finish()
    states?.finish()
    disconnections?.finish()
    finishPairingStreams()
    stopPollingRSSI()
    for node in nodes {
      let (values, updates) = node.shared.withLock { ($0.values, $0.updates) }
      values?.finish()
      updates?.finish()
    }
    let attributes = shared.withLock { $0.attributes }
    attributes.changes?.finish()
    attributes.mtus?.finish()
    attributes.list?.promise.finish()
  }

  private func presentFacts() -> LinkFacts {
    let isReady = central.shared.withLock { $0.isReady && $0.isAdapterOn }
    return session.withStore { store in
      guard let device = store.properties(.device, of: path) else {
        return LinkFacts(isReady: isReady, exists: false, isLinked: false, isResolved: false)
      }
      let isLinked = device["Connected"]?.asBool == true
      let isBonded = device["Bonded"]?.asBool == true || device["Paired"]?.asBool == true
      // The daemon says "resolved" also when discovery failed, so the tree must not be empty.
      let isResolved =
        isLinked && device["ServicesResolved"]?.asBool == true
        && !store.children(of: path, with: .service).isEmpty
      return LinkFacts(
        isReady: isReady, exists: true, isLinked: isLinked, isResolved: isResolved,
        isBonded: isBonded)
    }
  }

  // MARK: The machine

  typealias Event =
    @Sendable (inout ConnectionMachine, LinkFacts) -> [ConnectionMachine.Action]

  private func feedLater(_ event: @escaping Event) {
    session.loop.execute { [self] in feed(event) }
  }

  func feed(_ event: Event) {
    let (actions, change, state) = shared.withLock { shared in
      let wasBusy = shared.machine.isBusy
      let before = shared.machine.userState
      let actions = event(&shared.machine, shared.facts)
      let isBusy = shared.machine.isBusy
      let after = shared.machine.userState
      return (
        actions, wasBusy == isBusy ? nil : isBusy,
        before == after ? nil : shared.states.map { ($0, after) }
      )
    }
    if let change { central.keep(self, isBusy: change) }
    if let (states, state) = state { states.success(state) }
    for action in actions { perform(action) }
  }
}
