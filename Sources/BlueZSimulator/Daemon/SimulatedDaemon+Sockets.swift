import DBus
import FoundationEssentials
import Futures
import Glibc

/// Sockets that clients have acquired.
extension SimulatedDaemon {
  func send(_ value: Octets, to socket: FileDescriptor) {
    let count =
      faults.hasFullSockets
      ? -1
      : value.withUnsafeBytes {
        Glibc.send(socket.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
    // As the daemon does: a full socket loses the value, and only the log tells.
    if count < 0 { transcript.add("a notification was dropped, the socket is full or closed") }
  }

  func watch(_ socket: FileDescriptor, of path: ObjectPath) {
    // Hang-ups are told even if nothing is asked for.
    let watch = loop.watch(socket.raw, for: []) { [weak self] _ in
      self?.happen(.hungUp(path, socket))
    }
    shared.withLock { $0.watches[socket] = watch }
  }

  /// Takes what the client writes; an empty packet or an error is its end.
  func receive(from socket: FileDescriptor, of path: ObjectPath) {
    let watch = loop.watch(socket.raw, for: .readable) { [weak self] _ in
      var buffer = [UInt8](repeating: 0, count: AttributeServer.longest)
      // In pieces of 512 octets, of which the rest is lost (`sock_read`).
      let count = recv(socket.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return self?.happen(.hungUp(path, socket)) ?? () }
      self?.feed { $0.received(Octets(buffer.prefix(count)), at: path, from: socket) }
    }
    shared.withLock { $0.watches[socket] = watch }
  }
}
