import BlueZ
import DBus
public import FoundationEssentials
public import GATT

/// What a peripheral has advertised, as the daemon merged it from all its packets.
///
/// The daemon adds up manufacturer and service data of successive packets and does not tell when
/// a field was last sent.
public struct Advertisement: Sendable, Hashable {
  /// The name, complete or shortened.
  public let localName: String?
  /// The services that it offers.
  public let serviceUUIDs: [BluetoothUUID]
  /// Octets by company identifier, without the identifier.
  public let manufacturerData: [UInt16: Data]
  /// Octets by service.
  public let serviceData: [BluetoothUUID: Data]
  /// The transmit power in dBm, −127...20.
  public let txPower: Int?

  init(_ properties: Properties) {
    localName = Self.name(properties)
    serviceUUIDs = (properties["UUIDs"]?.asStrings ?? []).compactMap { BluetoothUUID($0) }
    txPower = properties["TxPower"]?.asInt16.map(Int.init)
    var manufacturers: [UInt16: Data] = [:]
    if case .dictionary(_, _, let entries)? = properties["ManufacturerData"] {
      for entry in entries {
        if let company = entry.key.asUInt16 { manufacturers[company] = entry.value.asData }
      }
    }
    manufacturerData = manufacturers
    var services: [BluetoothUUID: Data] = [:]
    for (text, value) in properties["ServiceData"]?.asProperties ?? [:] {
      if let uuid = BluetoothUUID(text) { services[uuid] = value.asData }
    }
    serviceData = services
  }

  /// The name that the device gave itself; `Alias` falls back to the address and is none.
  static func name(_ properties: Properties) -> String? {
    properties["Name"]?.asString
  }

  /// The signal strength in dBm; 127 stands for unknown (Core Specification, Vol 4, Part E, 7.7.65.2).
  static func rssi(_ properties: Properties) -> Int? {
    properties["RSSI"]?.asInt16.map(Int.init).flatMap { $0 == 127 ? nil : $0 }
  }
}
