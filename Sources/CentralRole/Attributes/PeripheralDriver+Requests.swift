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

  func read(_ node: CharacteristicNode, timeout: Duration) -> Future<Data> {
    guard node.properties.contains(.read) else {
      return Future(
        error: CentralError(
          .readNotSupported, "\(node.uuid) cannot be read", attribute: node.uuid),
        context: session.context)
    }
    let number = newNumber()
    let promise = Promise<Data>(
      context: session.context, onCancel: { [weak self] in self?.withdraw(number) })
    submit(number, PendingRequest(node, .read(promise), timeout: timeout))
    return promise.future
  }

  func write(
    _ data: Data, to node: CharacteristicNode, timeout: Duration, type: WriteType
  ) -> Future<Void> {
    if let error = refusal(of: data, to: node, type) {
      return Future(error: error, context: session.context)
    }
    let number = newNumber()
    let promise = Promise<Void>(
      context: session.context, onCancel: { [weak self] in self?.withdraw(number) })
    submit(number, PendingRequest(node, .write(data, type, promise), timeout: timeout))
    return promise.future
  }

  private func refusal(
    of data: Data, to node: CharacteristicNode, _ type: WriteType
  ) -> CentralError? {
    let needed: CharacteristicProperties = type == .withResponse ? .write : .writeWithoutResponse
    guard node.properties.contains(needed) else {
      let word = type == .withResponse ? "with" : "without"
      return CentralError(
        .writeNotSupported, "\(node.uuid) cannot be written \(word) response",
        attribute: node.uuid)
    }
    var limit = Self.longestValue
    if type == .withoutResponse, let mtu = mtu(of: node) { limit = min(limit, mtu - 3) }
    guard data.count > limit else { return nil }
    return CentralError(
      .valueTooLong,
      "\(node.uuid): \(data.count) octets were to be written, "
        + "at most \(limit) are possible; nothing was sent", attribute: node.uuid)
  }

  /// The link's MTU in octets as the daemon tells it with an attribute; `nil` when not known.
  func mtu(of node: CharacteristicNode) -> Int? {
    session.withStore { $0.properties(.characteristic, of: node.path)?["MTU"]?.asUInt16 }
      .map(Int.init)
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
      request.setDeadline(
        session.loop.schedule(after: request.timeout) { [weak self] in
          self?.deadlinePassed(number, request)
        })
    }
    start(ready)
  }

  private func start(_ requests: [(Int, PendingRequest)]) {
    for (number, request) in requests {
      if request.isSettled {
        finish(number, request)
      } else {
        if request.kind == .read { request.node.readStarted() }
        call(number, request, attempt: 1)
      }
    }
  }

  private func call(_ number: RequestQueue.Request, _ request: PendingRequest, attempt: Int) {
    let timeout = max(request.timeout, Self.requestTimeout)
    session.call(request.message, timeout: timeout) { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result, error.code == .inProgress, !request.isSettled {
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

  private func callAgain(
    _ number: RequestQueue.Request, _ request: PendingRequest, attempt: Int
  ) {
    let isKnown = shared.withLock { $0.requests[number] != nil }
    guard isKnown else { return }
    if attempt == 2 {
      request.setDeadline(
        session.loop.schedule(after: request.timeout) { [weak self] in
          self?.deadlinePassed(number, request)
        })
    }
    call(number, request, attempt: attempt)
  }

  private func answered(
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
    finish(number, request)
    if !request.isSettled { logOutcome(of: request, outcome) }
    request.complete(outcome)
  }

  /// How long the reason of a failure may take to be told after it.
  static let reasonDelay: Duration = .milliseconds(500)

  /// Whether an error may be a first sign of a link's or the daemon's end.
  func mayMeanLostLink(_ error: BlueZError, _ node: CharacteristicNode) -> Bool {
    switch error.code {
    case .unknownObject, .notConnected, .busLost, .daemonNotRunning: true
    // The bus answers so for a daemon that has gone; our own deadline is another matter.
    case .noReply: error.cause.code == .remote
    default:
      error.text == "Not connected" || error.attErrorCode == ATTError.unlikelyError.code
        || !isValid(node)
    }
  }

  private func finish(_ number: RequestQueue.Request, _ request: PendingRequest) {
    let ready = shared.withLock { shared in
      shared.requests[number] = nil
      return shared.queue.finish(number).compactMap { id in
        shared.requests[id].map { (id, $0) }
      }
    }
    start(ready)
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
