import FoundationEssentials
import GATT

/// Identifiers of peripherals: an address and its type in the form of a UUID, and back.
///
/// The layout is ours: the fixed octets, the type, and the address in the last six octets, so
/// that people can read the address in it.
enum PeripheralIdentifier {
  private static let prefix: [UInt8] = [0xB1, 0x0E, 0xF0, 0x70, 0x00, 0x00, 0x80, 0x00, 0x80]

  static func make(_ address: BluetoothAddress, _ type: AddressType) -> UUID {
    let a = Array(address.octets)
    let p = prefix
    return UUID(
      uuid: (
        p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], type == .random ? 1 : 0,
        a[0], a[1], a[2], a[3], a[4], a[5]
      ))
  }

  /// The address and the type in an identifier; nil for UUIDs of another make.
  static func read(_ identifier: UUID) -> (BluetoothAddress, AddressType)? {
    let octets = withUnsafeBytes(of: identifier.uuid) { Array($0) }
    guard octets.starts(with: prefix), octets[prefix.count] <= 1,
      let address = BluetoothAddress(octets: octets.suffix(6))
    else { return nil }
    return (address, octets[prefix.count] == 1 ? .random : .public)
  }
}
