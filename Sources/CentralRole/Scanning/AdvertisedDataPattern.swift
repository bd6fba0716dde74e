public import FoundationEssentials
public import GATT

/// Octets that advertised data must begin with, where a mask says which bits of them count.
public struct AdvertisedDataPattern<Key: Hashable & Sendable>: Sendable, Hashable {
  /// Whose data: a company or a service.
  public let key: Key
  /// What the data begins with; empty for any data, of no octets too.
  public let prefix: Data
  /// The bits that count, an octet for each of ``prefix``; those that are missing count whole.
  public let mask: Data

  /// Whether the data begins with the pattern.
  public func matches(_ data: Data) -> Bool {
    guard data.count >= prefix.count else { return false }
    var masks = mask.makeIterator()
    return zip(data, prefix).allSatisfy { octet, wanted in
      (octet ^ wanted) & (masks.next() ?? 0xFF) == 0
    }
  }

  /// The first octets of the pattern, of which every bit counts.
  var exactPrefix: Data {
    let count = zip(0..., mask).first { $0.1 != 0xFF }?.0 ?? prefix.count
    return prefix.prefix(count)
  }
}

/// A pattern for manufacturer data, by company identifier.
public typealias ManufacturerDataPattern = AdvertisedDataPattern<UInt16>
/// A pattern for service data, by service.
public typealias ServiceDataPattern = AdvertisedDataPattern<BluetoothUUID>

extension AdvertisedDataPattern<UInt16> {
  /// A pattern for the data of a company; without octets, for any data of it.
  public init(company: UInt16, prefix: Data = Data(), mask: Data = Data()) {
    self.init(key: company, prefix: prefix, mask: mask)
  }
}

extension AdvertisedDataPattern<BluetoothUUID> {
  /// A pattern for the data of a service; without octets, for any data of it.
  public init(service: BluetoothUUID, prefix: Data = Data(), mask: Data = Data()) {
    self.init(key: service, prefix: prefix, mask: mask)
  }
}
