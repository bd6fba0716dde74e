package import FoundationEssentials
package import GATT

/// A message of the kernel's management socket, as octets and back (BlueZ `doc/mgmt-api.txt`).
///
/// Only what is needed to ask how strong a link is.
package enum ManagementMessage: Hashable, Sendable {
  /// "Get Connection Information".
  case connectionInformationRequest(controller: UInt16, address: BluetoothAddress, AddressType)
  /// The answer to it; levels in dBm, 127 for unknown.
  case connectionInformation(
    controller: UInt16, address: BluetoothAddress, AddressType, ConnectionInformation)
  /// It was refused.
  case refusal(controller: UInt16, ManagementStatus)

  package struct ConnectionInformation: Hashable, Sendable {
    package let rssi: Int8
    package let transmitPower: Int8
    package let maximumTransmitPower: Int8

    package init(rssi: Int8, transmitPower: Int8, maximumTransmitPower: Int8) {
      self.rssi = rssi
      self.transmitPower = transmitPower
      self.maximumTransmitPower = maximumTransmitPower
    }
  }

  private static let command: UInt16 = 0x0031
  private static let completeEvent: UInt16 = 0x0001
  private static let statusEvent: UInt16 = 0x0002

  /// Reads one packet; `nil` for a malformed one and for any other message.
  package init?(_ packet: Data) {
    let octets = Array(packet)
    guard octets.count >= 6 else { return nil }
    let words = (0..<3).map { UInt16(octets[2 * $0]) | UInt16(octets[2 * $0 + 1]) << 8 }
    let (code, controller, parameters) = (words[0], words[1], octets.dropFirst(6))
    guard parameters.count == Int(words[2]) else { return nil }
    if code == Self.command {
      guard parameters.count == 7, let (address, type) = Self.device(parameters) else {
        return nil
      }
      self = .connectionInformationRequest(controller: controller, address: address, type)
      return
    }
    guard code == Self.completeEvent || code == Self.statusEvent, parameters.count >= 3,
      UInt16(octets[6]) | UInt16(octets[7]) << 8 == Self.command
    else { return nil }
    let status = ManagementStatus(octets[8])
    guard code == Self.completeEvent, status == .success else {
      self = .refusal(controller: controller, status)
      return
    }
    let answer = parameters.dropFirst(3)
    guard answer.count == 10, let (address, type) = Self.device(answer) else { return nil }
    let levels = answer.suffix(3).map { Int8(bitPattern: $0) }
    self = .connectionInformation(
      controller: controller, address: address, type,
      ConnectionInformation(
        rssi: levels[0], transmitPower: levels[1], maximumTransmitPower: levels[2]))
  }

  private static func device(
    _ octets: ArraySlice<UInt8>
  ) -> (BluetoothAddress, AddressType)? {
    guard let address = BluetoothAddress(littleEndian: octets.prefix(6)) else { return nil }
    switch octets[octets.startIndex + 6] {
    case 1: return (address, .public)
    case 2: return (address, .random)
    default: return nil
    }
  }

  /// The packet.
  package var octets: Data {
    switch self {
    case .connectionInformationRequest(let controller, let address, let type):
      return Self.packet(Self.command, controller, Self.octets(address, type))
    case .connectionInformation(let controller, let address, let type, let levels):
      let numbers = [levels.rssi, levels.transmitPower, levels.maximumTransmitPower]
      return Self.packet(
        Self.completeEvent, controller,
        Self.octets(Self.command) + [0] + Self.octets(address, type)
          + numbers.map { UInt8(bitPattern: $0) })
    case .refusal(let controller, let status):
      return Self.packet(
        Self.statusEvent, controller, Self.octets(Self.command) + [status.code])
    }
  }

  private static func packet(
    _ code: UInt16, _ controller: UInt16, _ parameters: [UInt8]
  ) -> Data {
    Data(octets(code) + octets(controller) + octets(UInt16(parameters.count)) + parameters)
  }

  private static func octets(_ word: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: word), UInt8(word >> 8)]
  }

  private static func octets(_ address: BluetoothAddress, _ type: AddressType) -> [UInt8] {
    Array(address.littleEndian) + [type == .public ? 1 : 2]
  }
}

/// How the kernel refuses a command of the management socket.
package struct ManagementStatus: Hashable, Sendable, CustomStringConvertible {
  package let code: UInt8

  package init(_ code: UInt8) { self.code = code }

  package static let success = ManagementStatus(0x00)
  package static let notConnected = ManagementStatus(0x02)
  package static let permissionDenied = ManagementStatus(0x14)

  private static let names = [
    "success", "unknown command", "not connected", "failed", "connect failed",
    "authentication failed", "not paired", "no resources", "timeout", "already connected", "busy",
    "rejected", "not supported", "invalid parameters", "disconnected", "not powered", "cancelled",
    "invalid index", "blocked by rfkill", "already paired", "permission denied",
  ]

  package var description: String {
    Int(code) < Self.names.count ? Self.names[Int(code)] : "status \(code)"
  }
}
