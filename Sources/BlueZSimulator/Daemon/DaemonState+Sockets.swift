import BlueZ
import DBus
import GATT
import Glibc

/// Sockets that clients acquire for notifications and for writes.
extension DaemonState {
  /// Hands one end of a socket to the client; packets are values.
  mutating func acquireNotify(
    _ path: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard let (device, state, attribute) = attribute(path) else { throw .doesNotExist }
    guard attribute.characteristic.properties.contains(.notify) else { throw .notSupported }
    if case .disconnecting = state.link { throw .disconnecting }
    guard state.linkEpoch != nil else { throw .notConnected }
    guard attribute.socket == nil else { throw .notPermitted("Notify acquired") }
    guard attribute.clients.isEmpty else { throw .requestInProgress }
    let (own, other) = try Self.sockets()
    devices[device]?.attributes[path]?.socket = (client, own)
    emit(.watch(own, path))
    change(path, .characteristic, ["NotifyAcquired": .bool(true)])
    emit(.subscribed(attribute.characteristic, true))
    emit(
      .reply(
        call, [.fileDescriptor(other), .uint16(mtu(of: device))]))
  }

  /// The socket is closed, which the last reference to the daemon's end does.
  mutating func endSocket(of path: ObjectPath) {
    guard let (device, _, attribute) = attribute(path), let socket = attribute.socket else {
      return
    }
    devices[device]?.attributes[path]?.socket = nil
    emit(.unwatch(socket.end))
    change(path, .characteristic, ["NotifyAcquired": .bool(false)])
    emit(.subscribed(attribute.characteristic, false))
  }

  /// The client closed its end.
  mutating func hungUp(_ path: ObjectPath, _ end: FileDescriptor) {
    if attribute(path)?.attribute.socket?.end === end { endSocket(of: path) }
    if attribute(path)?.attribute.writeSocket?.end === end { endWriteSocket(of: path) }
  }

  /// Hands one end of a socket to the client; each packet is a write without an answer.
  mutating func acquireWrite(
    _ path: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard let (device, state, attribute) = attribute(path) else { throw .doesNotExist }
    guard state.linkEpoch != nil else { throw .notConnected }
    guard attribute.writeSocket == nil else { throw .notPermitted("Write acquired") }
    guard attribute.characteristic.properties.contains(.writeWithoutResponse) else {
      throw .notSupported
    }
    let (own, other) = try Self.sockets()
    devices[device]?.attributes[path]?.writeSocket = (client, own)
    emit(.receive(own, path))
    change(path, .characteristic, ["WriteAcquired": .bool(true)])
    emit(.reply(call, [.fileDescriptor(other), .uint16(mtu(of: device))]))
  }

  mutating func endWriteSocket(of path: ObjectPath) {
    guard let (device, _, attribute) = attribute(path), let socket = attribute.writeSocket else {
      return
    }
    devices[device]?.attributes[path]?.writeSocket = nil
    emit(.unwatch(socket.end))
    change(path, .characteristic, ["WriteAcquired": .bool(false)])
  }

  /// The client wrote a packet into its socket; failures are nobody's business (`sock_read`).
  mutating func received(_ value: Octets, at path: ObjectPath, from end: FileDescriptor) {
    guard let (device, state, attribute) = attribute(path), let epoch = state.linkEpoch,
      attribute.writeSocket?.end === end
    else { return }
    guard value.count <= Int(mtu(of: device)) - 3 else {
      return emit(.note("a packet of \(value.count) octets is too long to be written"))
    }
    let write = DeviceState.Write(call: nil, value: value, offset: 0, kind: .command)
    emit(.after(Delays.request, .write(path, write, epoch: epoch)))
  }

  private static func sockets() throws(DaemonError) -> (own: FileDescriptor, other: FileDescriptor)
  {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw .failed("No socket is left: \(String(cString: strerror(errno)))")
    }
    return (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
  }
}
