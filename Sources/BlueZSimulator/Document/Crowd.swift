import GATT
import Profiles

/// A device of a document, or a crowd of devices that differ only in name and address.
protocol Crowd {
  var name: String? { get }
  var address: BluetoothAddress? { get }
  var count: Int { get }
}

extension Crowd {
  /// The addresses that the document gives, `nil` for one beyond the last that exists.
  var givenAddresses: [BluetoothAddress?] {
    guard let address else { return [] }
    return (0..<count).map { BluetoothAddress(value: address.value &+ UInt64($0)) }
  }

  /// The name of a member, with its number in a crowd.
  func name(of member: Int) -> String? {
    count == 1 ? name : name.map { "\($0) \(member + 1)" }
  }

  /// What each member is known by.
  var devices: [DeviceEntry] {
    let addresses = givenAddresses
    return (0..<count).map { (name(of: $0), addresses.isEmpty ? nil : addresses[$0]) }
  }

  /// Takes the addresses that the document gives, which nobody else may have.
  func take(from seen: inout Set<BluetoothAddress>, _ node: JSONNode) throws(ProfileError) {
    for given in givenAddresses where given.map({ seen.insert($0).inserted }) != true {
      throw (node.optional("address") ?? node).error(
        allowed: given == nil ? "low enough for \(count) addresses" : "an address of its own")
    }
  }
}

extension JSONNode {
  /// How many members a crowd has, 1 by default.
  var count: Int {
    get throws(ProfileError) { try optional("count")?.whole(in: 1...10_000) ?? 1 }
  }
}
