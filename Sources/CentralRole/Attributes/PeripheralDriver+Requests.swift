import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// Reads and writes: checked here, queued by the machine, called on the daemon.
extension PeripheralDriver {
  /// Just over the protocol's own 30 s (Core Specification, Vol 3, Part F, 3.3.3).
  static let requestTimeout: Duration = .seconds(35)
  /// Core Specification, Vol 3, Part F, 3.2.9.
  static let longestValue = 512

  func read(_ node: CharacteristicNode, offset: Int, timeout: Duration) -> Future<Data> {
    guard node.properties.contains(.read) else {
      return Future(
        error: CentralError(
          .readNotSupported, "\(node.uuid) cannot be read", attribute: node.uuid),
        context: session.context)
    }
    if isHiddenBattery(node) { return readHiddenBattery(node) }
    return read(node as any AttributeNode, offset: offset, timeout: timeout)
  }

  func read(_ node: any AttributeNode, offset: Int, timeout: Duration) -> Future<Data> {
    if let error = CentralError.outOfRange(offset, node.uuid)
      ?? CentralError.noTime(.read, node.uuid, timeout)
    {
      return Future(error: error, context: session.context)
    }
    let number = newNumber()
    let promise = Promise<Data>(
      context: session.context, onCancel: { [weak self] in self?.withdraw(number) })
    submit(number, PendingRequest(node, .read(offset: offset, promise), timeout: timeout))
    return promise.future
  }

  func write(
    _ data: Data, to node: CharacteristicNode, offset: Int, timeout: Duration, type: WriteType?
  ) -> Future<Void> {
    let type = type ?? WriteType(for: node.properties)
    if let error = refusal(of: data, to: node, at: offset, type) {
      return Future(error: error, context: session.context)
    }
    return submitWrite(data, to: node, offset: offset, timeout: timeout, type)
  }

  func write(
    _ data: Data, to node: DescriptorNode, offset: Int, timeout: Duration
  ) -> Future<Void> {
    let error =
      node.uuid == Self.clientConfiguration
      ? CentralError(
        .useStartNotifying,
        "\(node.uuid): the daemon writes this descriptor itself; startNotifying() and "
          + "stopNotifying() of its characteristic make it do so", attribute: node.uuid)
      : CentralError.outOfRange(offset, node.uuid)
        ?? CentralError.tooLong(data, node.uuid, limit: Self.longestValue - offset)
    if let error { return Future(error: error, context: session.context) }
    return submitWrite(data, to: node, offset: offset, timeout: timeout, .withResponse)
  }

  private static let clientConfiguration = BluetoothUUID(0x2902 as UInt16)

  private func submitWrite(
    _ data: Data, to node: any AttributeNode, offset: Int, timeout: Duration, _ type: WriteType
  ) -> Future<Void> {
    if let error = CentralError.noTime(.write, node.uuid, timeout) {
      return Future(error: error, context: session.context)
    }
    let number = newNumber()
    let promise = Promise<Void>(
      context: session.context, onCancel: { [weak self] in self?.withdraw(number) })
    submit(
      number,
      PendingRequest(node, .write(data, offset: offset, type, promise), timeout: timeout))
    return promise.future
  }

  /// Gives the socket of paced writes back, after what was written before.
  func endPacedWrites(to node: CharacteristicNode) -> Future<Void> {
    guard shared.withLock({ $0.machine.epoch != nil }) else {
      // The socket went with the link.
      return Future(value: (), context: session.context)
    }
    let promise = Promise<Void>(context: session.context)
    submit(newNumber(), PendingRequest(node, .release(promise), timeout: Self.requestTimeout))
    return promise.future
  }

  private func refusal(
    of data: Data, to node: CharacteristicNode, at offset: Int, _ type: WriteType
  ) -> CentralError? {
    guard node.properties.contains(type.property) else {
      return CentralError(
        .writeNotSupported, "\(node.uuid) cannot be written \(type.words)", attribute: node.uuid)
    }
    if let error = CentralError.outOfRange(offset, node.uuid) { return error }
    guard type.isAcknowledged else {
      guard offset == 0 else {
        return CentralError(
          .writeNotSupported,
          "\(node.uuid): a write without response has no offset; nothing was sent",
          attribute: node.uuid)
      }
      return .tooLong(data, node.uuid, limit: maximumWriteLength(of: node, type) ?? 512)
    }
    return .tooLong(data, node.uuid, limit: Self.longestValue - offset)
  }

  /// The most octets of one write; `nil` when that depends on an MTU that is not known.
  func maximumWriteLength(of node: CharacteristicNode, _ type: WriteType) -> Int? {
    guard !type.isAcknowledged else { return Self.longestValue }
    return mtu(of: node).map { min(Self.longestValue, $0 - 3) }
  }

  /// The link's MTU in octets as the daemon tells it with an attribute or a socket; `nil` when
  /// not known.
  func mtu(of node: CharacteristicNode) -> Int? {
    guard isLinkReady else { return nil }
    let told = session.withStore {
      $0.properties(.characteristic, of: node.path)?["MTU"]?.asUInt16
    }
    return told.flatMap { LinkMTU.valid(Int($0)) } ?? node.shared.withLock { $0.pacing.mtu }
  }

  private func newNumber() -> RequestQueue.Request {
    shared.withLock { shared in
      shared.nextNumber += 1
      return shared.nextNumber
    }
  }

  private func submit(_ number: RequestQueue.Request, _ request: PendingRequest) {
    let ready: [(Int, PendingRequest)]? = shared.withLock { shared in
      guard shared.machine.epoch != nil else { return nil }
      shared.requests[number] = request
      let admitted = shared.queue.add(number, on: request.node.number, request.kind)
      return admitted.compactMap { id in shared.requests[id].map { (id, $0) } }
    }
    guard let ready else {
      return request.fail(.notConnected(address, request.node.uuid))
    }
    // The call has this deadline already, unless it waits for others or is in a greater hurry.
    if request.timeout < Self.requestTimeout || ready.isEmpty {
      ensureDeadline(number, request)
    }
    start(ready)
  }

  /// Sets the deadline of a request that has none yet, from now.
  func ensureDeadline(_ number: RequestQueue.Request, _ request: PendingRequest) {
    request.setDeadline { [session] in
      session.loop.schedule(after: request.timeout) { [weak self] in
        self?.deadlinePassed(number, request)
      }
    }
  }

  /// Starts requests, and those that may follow what is over at once; without recursion, since
  /// many packets can go into a socket one after the other.
  func start(_ requests: [(Int, PendingRequest)]) {
    var due = requests[...]
    while let (number, request) = due.popFirst() {
      if request.isSettled || begin(number, request) { due += take(number) }
    }
  }

  /// Begins a request; true if it is over already.
  private func begin(_ number: RequestQueue.Request, _ request: PendingRequest) -> Bool {
    switch request.operation {
    case .read: request.node.readStarted()
    case .write, .release:
      if let node = request.node as? CharacteristicNode { return pace(number, request, node) }
    }
    call(number, request, attempt: 1)
    return false
  }

  func call(_ number: RequestQueue.Request, _ request: PendingRequest, attempt: Int) {
    guard let message = request.message else { return }
    guard isValid(request.node) else {
      // The path may be another attribute's by now, which the daemon would not tell.
      return answered(number, request, .failure(.unknownObject(request.node.path)))
    }
    let timeout = max(request.timeout, Self.requestTimeout)
    session.call(message, timeout: timeout, kind: .request) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result, isBusy(error, attempt), !request.isSettled {
        // Another program's request on the same attribute; the deadline of this one goes on.
        let pause = Duration.milliseconds(min(200, 10 << min(attempt, 5)))
        _ = session.loop.schedule(after: pause) { [weak self] in
          self?.callAgain(number, request, attempt: attempt + 1)
        }
        return
      }
      answered(number, request, result)
    }
  }

  /// Whether trying again soon may help: a socket that was just closed is let go of a little later.
  private func isBusy(_ error: BlueZError, _ attempt: Int) -> Bool {
    error.code == .inProgress || error.isWriteAcquired && attempt < 8
  }

  private func callAgain(
    _ number: RequestQueue.Request, _ request: PendingRequest, attempt: Int
  ) {
    let isKnown = shared.withLock { $0.requests[number] != nil }
    guard isKnown else { return }
    if attempt == 2 {
      ensureDeadline(number, request)
    }
    call(number, request, attempt: attempt)
  }

  func answered(
    _ number: RequestQueue.Request, _ request: PendingRequest,
    _ result: Result<Message, BlueZError>, isFinal: Bool = false
  ) {
    // A request of a link that has ended was failed with it; its answer means nothing now.
    let isKnown = shared.withLock { $0.requests[number] != nil }
    guard isKnown else { return }
    if !isFinal, case .failure(let error) = result, mayMeanLostLink(error, request.node) {
      // Attributes go before the link's end is told; if it is, that is the reason.
      _ = session.loop.schedule(after: Self.reasonDelay) { [weak self] in
        self?.answered(number, request, result, isFinal: true)
      }
      return
    }
    let outcome = result.mapError { error in
      error.code == .noReply
        ? CentralError.timeout(request.kind, request.node.uuid, request.timeout)
        : CentralError.request(
          request.verb, request.node.uuid, error, isValid: isValid(request.node))
    }
    finish(number)
    if !request.isSettled { logOutcome(of: request, outcome) }
    request.complete(outcome)
  }

  /// How long the reason of a failure may take to be told after it.
  static let reasonDelay: Duration = .milliseconds(500)

  /// Whether an error may be a first sign of a link's or the daemon's end.
  func mayMeanLostLink(_ error: BlueZError, _ node: any AttributeNode) -> Bool {
    switch error.code {
    case .unknownObject, .notConnected, .busLost, .daemonNotRunning: true
    // The bus answers so for a daemon that has gone; our own deadline is another matter.
    case .noReply: error.cause.code == .remote
    default:
      error.text == "Not connected" || error.attErrorCode == ATTError.unlikelyError.code
        || !isValid(node)
    }
  }

  func finish(_ number: RequestQueue.Request) {
    start(take(number))
  }

  /// Lets a request go that is over; returns those that may start now.
  private func take(_ number: RequestQueue.Request) -> [(Int, PendingRequest)] {
    shared.withLock { shared in
      shared.requests[number] = nil
      return shared.queue.finish(number).compactMap { id in
        shared.requests[id].map { (id, $0) }
      }
    }
  }

  private func deadlinePassed(_ number: RequestQueue.Request, _ request: PendingRequest) {
    let error = CentralError.timeout(request.kind, request.node.uuid, request.timeout)
    if !request.isSettled { logOutcome(of: request, .failure(error)) }
    request.fail(error)
    withdraw(number)
  }

  /// A request that has not started goes; one that has keeps its place until it is answered.
  private func withdraw(_ number: RequestQueue.Request) {
    let (request, ready) = shared.withLock { shared in
      guard let admitted = shared.queue.withdraw(number) else {
        return (nil as PendingRequest?, [] as [(Int, PendingRequest)])
      }
      let request = shared.requests.removeValue(forKey: number)
      return (request, admitted.compactMap { id in shared.requests[id].map { (id, $0) } })
    }
    request?.stopDeadline()
    start(ready)
  }
}
