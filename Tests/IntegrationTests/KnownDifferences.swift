import TestSupport

/// Why the simulator's transcript has other lines than the daemon's.
struct KnownDifference {
  let reason: String
  let lines: [Difference]
}

enum KnownDifferences {
  static func of(_ conversation: Conversation) -> [KnownDifference] {
    switch conversation {
    case .scan: inTree
    case .requests: inRequests
    case .connect, .notifications, .lostLink: []
    }
  }

  private static let inTree = [
    KnownDifference(
      reason: "interfaces of classic Bluetooth and audio, as in KnownInterface",
      lines: [
        .daemon("  org.bluez.HealthManager1"), .daemon("  org.bluez.ProfileManager1"),
        .daemon("  org.bluez.Media1"),
        .daemon(
          "    SupportedUUIDs as = ['0000110a-0000-1000-8000-00805f9b34fb', "
            + "'0000110b-0000-1000-8000-00805f9b34fb']"),
        .daemon("  org.bluez.NetworkServer1"),
      ]),
    KnownDifference(
      reason: "the machine's virtual controller has no public address, most controllers have one",
      lines: [
        .daemon("    AddressType s = 'random'"), .simulator("    AddressType s = 'public'"),
      ]),
  ]

  private static let inRequests = [
    KnownDifference(
      reason: "Bumble refuses a read from an offset when the value fits into one packet, as a "
        + "server may (Core specification, Vol 3 Part F 3.4.4.5); the simulated peripheral answers",
      lines: [
        .daemon(
          "error /hci0/dev_C4_BE_84_00_00_01/service1/char2 org.bluez.GattCharacteristic1.ReadValue "
            + "org.bluez.Error.Failed: Operation failed with ATT error: 0x0b"),
        .simulator(
          "changed /hci0/dev_C4_BE_84_00_00_01/service1/char2 org.bluez.GattCharacteristic1"),
        .simulator("  Value ay = <n fe 3f>"),
        .simulator(
          "reply /hci0/dev_C4_BE_84_00_00_01/service1/char2 org.bluez.GattCharacteristic1.ReadValue "
            + "<fe 3f>"),
      ])
  ]
}
