import CentralRole
import FoundationEssentials
import GATT
import Testing

@Suite struct ManagementMessageTests {
  private static let address = BluetoothAddress(0xC4, 0xBE, 0x84, 0x00, 0x00, 0x01)
  private static let levels = ManagementMessage.ConnectionInformation(
    rssi: -61, transmitPower: 4, maximumTransmitPower: 8)

  /// Messages beside their octets (BlueZ `doc/mgmt-api.txt`, "Packet Structures" and 0x0031).
  private static let packets: [(ManagementMessage, [UInt8])] = [
    (
      .connectionInformationRequest(controller: 0, address: address, .random),
      [0x31, 0, 0, 0, 7, 0, 1, 0, 0, 0x84, 0xBE, 0xC4, 2]
    ),
    (
      .connectionInformationRequest(controller: 0x0102, address: address, .public),
      [0x31, 0, 2, 1, 7, 0, 1, 0, 0, 0x84, 0xBE, 0xC4, 1]
    ),
    (
      .connectionInformation(controller: 1, address: address, .random, levels),
      [1, 0, 1, 0, 13, 0, 0x31, 0, 0, 1, 0, 0, 0x84, 0xBE, 0xC4, 2, 0xC3, 4, 8]
    ),
    (.refusal(controller: 0, .permissionDenied), [2, 0, 0, 0, 3, 0, 0x31, 0, 0x14]),
  ]

  @Test(arguments: packets.indices)
  func `a message is read as it is written`(index: Int) {
    let (message, octets) = Self.packets[index]
    #expect(Array(message.octets) == octets)
    #expect(ManagementMessage(Data(octets)) == message)
  }

  @Test func `an answer with an error and without levels is a refusal`() {
    #expect(
      ManagementMessage(Data([1, 0, 0, 0, 3, 0, 0x31, 0, 2]))
        == .refusal(controller: 0, .notConnected))
    let full: [UInt8] =
      [1, 0, 0, 0, 13, 0, 0x31, 0, 2] + [1, 0, 0, 0x84, 0xBE, 0xC4, 2] + [127, 127, 127]
    #expect(ManagementMessage(Data(full)) == .refusal(controller: 0, .notConnected))
  }

  @Test func `malformed packets and other events are none`() {
    for (_, octets) in Self.packets {
      for count in 0..<octets.count {
        #expect(ManagementMessage(Data(octets.prefix(count))) == nil, "\(octets.prefix(count))")
      }
      #expect(ManagementMessage(Data(octets + [0])) == nil)
    }
    // Another event, an answer to another command, an answer of an unknown type of address.
    #expect(ManagementMessage(Data([0x12, 0, 0, 0, 3, 0, 0x31, 0, 0])) == nil)
    #expect(ManagementMessage(Data([1, 0, 0, 0, 3, 0, 0x32, 0, 0])) == nil)
    let odd: [UInt8] = [1, 0, 0, 0, 13, 0, 0x31, 0, 0, 1, 0, 0, 0x84, 0xBE, 0xC4, 3, 0, 0, 0]
    #expect(ManagementMessage(Data(odd)) == nil)
  }

  @Test func `each obstacle says what it is`() {
    #expect(ManagementObstacle(errno: 97) == .noBluetooth)
    #expect(ManagementObstacle(errno: 1) == .notAllowed)
    #expect(ManagementObstacle(errno: 13) == .notAllowed)
    #expect(ManagementObstacle(.permissionDenied) == .notAllowed)
    #expect(
      [
        ManagementObstacle.noBluetooth, .notAllowed, .refused(ManagementStatus(0x0F)),
        .refused(ManagementStatus(0xFE)), .unknownLevel, .silent, .system(24),
      ].map(\.description) == [
        "this kernel offers no Bluetooth sockets to this process",
        "the kernel tells it only to programs with CAP_NET_ADMIN: run as root, or allow it by "
          + "`setcap cap_net_admin+ep` on the program",
        "the kernel refused to tell it: not powered", "the kernel refused to tell it: status 254",
        "the controller does not measure it", "the kernel did not answer",
        "the management socket failed: Too many open files",
      ])
  }
}
