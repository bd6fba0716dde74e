import DBus
import FoundationEssentials
import Futures
import GATT
import Glibc

/// What a characteristic's node keeps of its socket for unacknowledged writes.
struct PacedSocket: Sendable {
  var machine = PacingMachine()
  var socket: FileDescriptor?
  /// Hears of the end of the socket, and of room while that is waited for.
  var watch: (any Cancellable)?
  /// The longest packet that the link takes, as the daemon told with the socket.
  var mtu: Int?

  /// Lets go of the socket; what this returns is cancelled outside of the lock.
  mutating func close() -> (watch: (any Cancellable)?, socket: FileDescriptor?) {
    defer { (socket, watch, mtu) = (nil, nil, nil) }
    return (watch, socket)
  }
}

/// What became of a packet.
enum PacketOutcome: Sendable, Equatable { case sent, full, broken }

extension FileDescriptor {
  /// Puts one packet into a socket, without waiting.
  func sendPacket(_ data: Data) -> PacketOutcome {
    let (count, reason) = data.withUnsafeBytes { octets in
      let count = send(raw, octets.baseAddress, octets.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
      return (count, errno)
    }
    if count == data.count { return .sent }
    return count < 0 && [EAGAIN, EINTR, ENOBUFS].contains(reason) ? .full : .broken
  }

  /// Whether the other side has still something to take out; false where the kernel does not tell.
  var hasUnreadPackets: Bool {
    var octets: Int32 = 0
    return ioctl(raw, UInt(TIOCOUTQ), &octets) == 0 && octets > 0
  }
}
