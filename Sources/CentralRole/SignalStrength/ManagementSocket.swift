package import DBus
import FoundationEssentials
import Futures
import GATT
import Glibc

/// How the kernel's management socket is opened; tests open another one.
package struct ManagementPort: Sendable {
  package let open: @Sendable () throws(ManagementObstacle) -> FileDescriptor

  package init(
    _ open: @escaping @Sendable () throws(ManagementObstacle) -> FileDescriptor
  ) { self.open = open }

  /// AF_BLUETOOTH and its protocol HCI, of the kernel's `include/net/bluetooth/bluetooth.h`.
  private static let family: Int32 = 31
  private static let hci: Int32 = 1

  package static let kernel = ManagementPort { () throws(ManagementObstacle) in
    let kind =
      Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
      | Int32(SOCK_NONBLOCK.rawValue)
    let number = socket(family, kind, hci)
    guard number >= 0 else { throw ManagementObstacle(errno: errno) }
    let descriptor = FileDescriptor(owning: number)
    // sockaddr_hci: the family, HCI_DEV_NONE, HCI_CHANNEL_CONTROL (`hci_sock.h`).
    let address: [UInt16] = [UInt16(family), 0xFFFF, 3]
    let result = address.withUnsafeBytes { octets in
      octets.withMemoryRebound(to: sockaddr.self) {
        bind(number, $0.baseAddress, socklen_t(octets.count))
      }
    }
    guard result == 0 else { throw ManagementObstacle(errno: errno) }
    return descriptor
  }
}

/// Why the kernel did not tell how strong a link is.
package enum ManagementObstacle: Error, Hashable, Sendable, CustomStringConvertible {
  /// This kernel has no Bluetooth, as in most containers.
  case noBluetooth
  case notAllowed
  case refused(ManagementStatus)
  case unknownLevel
  case silent
  case system(Int32)

  package init(errno: Int32) {
    switch errno {
    case EAFNOSUPPORT, EPROTONOSUPPORT: self = .noBluetooth
    case EPERM, EACCES: self = .notAllowed
    default: self = .system(errno)
    }
  }

  package init(_ status: ManagementStatus) {
    self = status == .permissionDenied ? .notAllowed : .refused(status)
  }

  package var description: String {
    switch self {
    case .noBluetooth: "this kernel offers no Bluetooth sockets to this process"
    case .notAllowed:
      "the kernel tells it only to programs with CAP_NET_ADMIN: run as root, or allow it by "
        + "`setcap cap_net_admin+ep` on the program"
    case .refused(let status): "the kernel refused to tell it: \(status)"
    case .unknownLevel: "the controller does not measure it"
    case .silent: "the kernel did not answer"
    case .system(let number): "the management socket failed: \(String(cString: strerror(number)))"
    }
  }
}

/// One question on the management socket, which is open only as long as it takes.
///
/// An open socket gets every event of the controller, which would wake an idle program.
final class ManagementQuestion: Sendable {
  typealias Answer = Result<ManagementMessage.ConnectionInformation, ManagementObstacle>

  private struct Shared {
    var socket: FileDescriptor?
    var watch: (any Cancellable)?
    var timer: (any Cancellable)?
    var completion: (@Sendable (Answer) -> Void)?
  }

  static let timeout: Duration = .seconds(2)

  private let shared = Lock(Shared())
  private let address: BluetoothAddress

  private init(_ address: BluetoothAddress) { self.address = address }

  /// Asks for a link; the completion runs once, on the loop.
  static func ask(
    _ port: ManagementPort, controller: UInt16, _ address: BluetoothAddress, _ type: AddressType,
    on loop: any EventLoop, _ completion: @escaping @Sendable (Answer) -> Void
  ) {
    let request = ManagementMessage.connectionInformationRequest(
      controller: controller, address: address, type)
    do throws(ManagementObstacle) {
      let socket = try port.open()
      try send(request.octets, on: socket)
      ManagementQuestion(address).wait(socket, loop, completion)
    } catch {
      completion(.failure(error))
    }
  }

  private static func send(
    _ packet: Data, on socket: FileDescriptor
  ) throws(ManagementObstacle) {
    let count = packet.withUnsafeBytes {
      Glibc.send(socket.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    if count < 0 { throw ManagementObstacle(errno: errno) }
  }

  private func wait(
    _ socket: FileDescriptor, _ loop: any EventLoop,
    _ completion: @escaping @Sendable (Answer) -> Void
  ) {
    // Until it is answered the watch and the timer keep this object.
    let watch = loop.watch(socket.raw) { [self] _ in receive() }
    let timer = loop.schedule(after: Self.timeout) { [self] in end(.failure(.silent)) }
    shared.withLock { shared in
      shared = Shared(socket: socket, watch: watch, timer: timer, completion: completion)
    }
  }

  private func receive() {
    guard let socket = shared.withLock({ $0.socket }) else { return }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = recv(socket.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    guard count > 0 else {
      let number = errno
      if count < 0, number == EAGAIN || number == EINTR { return }
      return end(.failure(count == 0 ? .silent : ManagementObstacle(errno: number)))
    }
    switch ManagementMessage(Data(buffer.prefix(count))) {
    case .connectionInformation(_, address, _, let levels)?:
      end(levels.rssi == 127 ? .failure(.unknownLevel) : .success(levels))
    case .refusal(_, let status)?:
      end(.failure(ManagementObstacle(status)))
    default:
      // Events of the controller come here too.
      break
    }
  }

  private func end(_ answer: Answer) {
    let done = shared.withLock { shared in
      defer { shared = Shared() }
      return shared
    }
    done.watch?.cancel()
    done.timer?.cancel()
    done.completion?(answer)
  }
}
