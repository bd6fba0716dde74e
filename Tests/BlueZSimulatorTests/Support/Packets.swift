import DBus
import Glibc

/// What a client finds in an acquired socket.
enum Packets {
  /// The packets that wait in a socket; an empty one is its end.
  static func waiting(in socket: FileDescriptor) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    var buffer = [UInt8](repeating: 0, count: 600)
    while true {
      let count = recv(socket.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count >= 0 else { return packets }
      packets.append(Array(buffer.prefix(count)))
      guard count > 0 else { return packets }
    }
  }
}
