import Futures
import GATT
import Profiles

/// A remote central of a document, and what it does there; or a crowd of them.
struct CentralEntry: Crowd, Sendable {
  var name: String?
  var address: BluetoothAddress?
  var addressType = AddressType.random
  var mtu = 517
  var pairing = SimulatedPairing.justWorks
  /// From the begin of the world to its first step.
  var delay = Duration.zero
  /// From one begin to the next; it does its steps once without.
  var interval: Duration?
  let steps: [CentralStep]
  var count = 1

  /// Reads those beside some peripherals, whose addresses are taken.
  static func list(
    _ node: JSONNode, beside peripherals: [PeripheralEntry]
  ) throws(ProfileError) -> [CentralEntry] {
    var seen = Set(peripherals.flatMap(\.givenAddresses).compactMap(\.self))
    return try node.map { one throws(ProfileError) in
      let entry = try CentralEntry(one)
      try entry.take(from: &seen, one)
      return entry
    }
  }

  init(_ node: JSONNode) throws(ProfileError) {
    try node.checkMembers([
      "name", "address", "addressType", "mtu", "pairing", "after_ms", "every_ms", "steps",
      "count",
    ])
    name = try node.optional("name")?.deviceName
    address = try node.optional("address")?.address
    addressType = try node.optional("addressType")?.choice() ?? .random
    if let mtu = node.optional("mtu") { self.mtu = try mtu.whole(in: 23...517) }
    if let pairing = node.optional("pairing") { self.pairing = try pairing.pairing }
    delay = try node.optional("after_ms")?.duration(.milliseconds(1)) ?? .zero
    interval = try node.optional("every_ms")?.duration(.milliseconds(1))
    steps = try node.node("steps").map { one throws(ProfileError) in try CentralStep(one) }
    count = try node.count
  }

  /// Lets it, or each of a crowd, act around an adapter.
  func add(to adapter: SimulatedAdapter, _ numbers: inout DeviceNumbers) {
    for member in 0..<count {
      let central = SimulatedCentral(
        name: name(of: member), address: numbers.address(address, member: member),
        addressType: addressType, mtu: mtu)
      central.pairing = pairing
      let script = CentralScript(self, central, at: adapter)
      adapter.shared.withLock { $0.scripts.append(script) }
      script.begin()
    }
  }
}
