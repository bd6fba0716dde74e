import DBus
import FoundationEssentials
import Futures
import GATT
import Glibc

/// The parts of a subscription that a characteristic's node holds.
extension CharacteristicNode {
  func take(_ promises: any WritableKeyPath<Shared, [Promise<Void>]> & Sendable) -> [Promise<Void>]
  {
    shared.withLock { shared in
      defer { shared[keyPath: promises] = [] }
      return shared[keyPath: promises]
    }
  }

  func failStarting(_ error: CentralError) {
    for promise in take(\.starting) { promise.failure(error) }
  }

  func closeSocket() {
    let (watch, socket) = shared.withLock { shared in
      defer {
        shared.watch = nil
        shared.socket = nil
      }
      return (shared.watch, shared.socket)
    }
    watch?.cancel()
    // The last reference closes the descriptor, after the loop has let go of it.
    _ = socket
  }

  /// The link ended: one failure for the stream of a subscription, which stays open.
  func linkEnded(_ error: CentralError) {
    let (actions, stream, hadSocket) = shared.withLock { shared in
      shared.echo.linkEnded()
      let hadSocket = !shared.pacing.machine.linkEnded().isEmpty
      return (shared.machine.linkEnded(), shared.values, hadSocket)
    }
    if hadSocket { closePacedSocket() }
    for action in actions {
      switch action {
      case .closeSocket: closeSocket()
      case .startFailed: failStarting(error)
      case .stopSucceeded: take(\.stopping).forEach { $0.success(()) }
      case .reportLost: stream?.failure(error)
      case .callStart, .callAcquire, .callStop, .openSocket, .startSucceeded: break
      }
    }
    // Whoever comes in the next epoch has nothing to do with this one.
    stream?.discardKept()
  }

  private static let longestPacket = 512
  private static let longestEmptyRun = 32

  /// Reads what is in the socket now: one packet is one value.
  ///
  /// At most a batch, so that one fast
  /// peripheral leaves the loop to others.
  func drainSocket(
    _ socket: FileDescriptor
  ) -> (values: [Data], stream: StreamPromise<Data>?, isOpen: Bool) {
    var values: [Data] = []
    var isOpen = true
    // Packets without octets before the hang-up are told from the end by what follows them.
    var empty = 0
    withUnsafeTemporaryAllocation(byteCount: Self.longestPacket, alignment: 1) { buffer in
      while isOpen, values.count < 256 {
        let count = recv(socket.raw, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
          values += Array(repeating: Data(), count: empty)
          empty = 0
          values.append(Data(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
        } else if count < 0 {
          isOpen = errno == EAGAIN || errno == EINTR
          break
        } else if hasHungUp(socket) {
          empty += 1
          isOpen = empty < Self.longestEmptyRun
        } else {
          values.append(Data())
        }
      }
    }
    let (stream, updates) = shared.withLock { shared in
      if let last = values.last { shared.data = last }
      return (shared.values, shared.updates)
    }
    if let updates { for value in values { updates.success(value) } }
    return (values, stream, isOpen)
  }

  /// An empty packet and the end both read as no octets; only the end hangs up.
  private func hasHungUp(_ socket: FileDescriptor) -> Bool {
    var state = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }
}
