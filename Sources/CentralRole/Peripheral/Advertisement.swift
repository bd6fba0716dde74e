import BlueZ
import DBus
public import FoundationEssentials
public import GATT

/// What a peripheral has advertised, as the daemon merged it from all its packets.
///
/// A snapshot. The daemon adds up manufacturer and service data of successive packets; what was
/// heard last of them tell ``lastChanged(_:)``, ``lastChanged(manufacturerData:)`` and
/// ``lastChanged(serviceData:)``. Fields are decoded when they are asked for. Two advertisements
/// are equal when their fields are, whenever they were heard.
public struct Advertisement: Sendable, CustomStringConvertible {
  private var record: AdvertisementRecord

  /// An advertisement of which nothing was heard.
  init() { record = AdvertisementRecord() }

  /// Makes an advertisement as if it was just heard, for tests of what looks at advertisements.
  public init(
    localName: String? = nil, serviceUUIDs: [BluetoothUUID] = [],
    manufacturerData: [UInt16: Data] = [:], serviceData: [BluetoothUUID: Data] = [:],
    txPower: Int? = nil, appearance: UInt16? = nil, flags: AdvertisingFlags? = nil,
    rssi: Int? = nil
  ) {
    var properties: Properties = [
      "UUIDs": .strings(serviceUUIDs.map(\.fullLowercased)),
      "ManufacturerData": .dictionary(
        key: "q", value: "v",
        manufacturerData.sorted { $0.key < $1.key }.map {
          .init(key: .uint16($0.key), value: .variant(.bytes($0.value)))
        }),
      "ServiceData": .properties(
        Dictionary(
          serviceData.map { ($0.key.fullLowercased, Value.bytes($0.value)) },
          uniquingKeysWith: { $1 }
        )),
    ]
    if let localName { properties["Name"] = .string(localName) }
    if let txPower { properties["TxPower"] = .int16(Int16(clamping: txPower)) }
    if let appearance { properties["Appearance"] = .uint16(appearance) }
    if let flags { properties["AdvertisingFlags"] = .bytes(Data([flags.rawValue])) }
    if let rssi { properties["RSSI"] = .int16(Int16(clamping: rssi)) }
    self.init(properties, at: .zero)
  }

  /// What the daemon tells of a device, heard at a time, or only remembered.
  init(_ properties: Properties, at time: Duration? = nil) {
    record = AdvertisementRecord()
    _ = record.merge(properties, .all, at: time)
  }

  // MARK: Fields

  /// The name, complete or shortened.
  public var localName: String? { record.localName }
  /// The services that it offers.
  ///
  /// Of a device that was connected before, the daemon may add the ones that it found then.
  public var serviceUUIDs: [BluetoothUUID] { record.serviceUUIDs }
  /// Octets by company identifier, without the identifier.
  public var manufacturerData: [UInt16: Data] {
    Dictionary(record.manufacturers, uniquingKeysWith: { $1 })
  }
  /// Octets by service.
  public var serviceData: [BluetoothUUID: Data] {
    Dictionary(record.servicesWithData, uniquingKeysWith: { $1 })
  }
  /// The transmit power in dBm, −127...20.
  public var txPower: Int? { record.txPower }
  /// What it looks like (Assigned Numbers, 2.6).
  public var appearance: UInt16? { record.appearance }
  /// The flags; BlueZ tells them to nobody unless it was started with `--experimental`.
  public var flags: AdvertisingFlags? { record.flags.map(AdvertisingFlags.init) }
  /// Fields that have no name here, by their AD type (Assigned Numbers, 2.3).
  ///
  /// BlueZ tells them from 5.78 on, and before when it was started with `--experimental`.
  public var data: [UInt8: Data] { Dictionary(record.otherData, uniquingKeysWith: { $1 }) }
  /// The last signal strength in dBm, −127...20, which stays after a scan.
  public var rssi: Int? { record.rssi }

  /// What the signal lost on its way in dB: transmit power less signal strength.
  public var pathLoss: Int? {
    guard let txPower, let rssi else { return nil }
    return txPower - rssi
  }

  // MARK: Times

  /// When any of the fields was last heard, on the clock of `Session.now`; `nil` for those that
  /// the daemon only remembers.
  ///
  /// The daemon tells of repetitions only to those who ask for duplicates.
  public func lastHeard(_ fields: AdvertisementFields = .all) -> Duration? {
    record.times.lastHeard(fields)
  }

  /// When any of the fields was last heard with another value than before.
  public func lastChanged(_ fields: AdvertisementFields = .all) -> Duration? {
    record.times.lastChanged(fields)
  }

  /// When the data of a company last changed.
  public func lastChanged(manufacturerData company: UInt16) -> Duration? {
    record.companyTimes[company]
  }

  /// When the data of a service last changed.
  public func lastChanged(serviceData service: BluetoothUUID) -> Duration? {
    record.serviceTimes[service]
  }

  // MARK: Inside

  /// The daemon has made a new object for the device: what it knew before may be over.
  ///
  /// The last signal strength stays.
  mutating func restart() { record.restart() }

  /// Takes up what the daemon tells; returns which fields that were, and which of them are new.
  mutating func merge(
    _ changed: Properties, _ fields: AdvertisementFields, at time: Duration?
  ) -> (heard: AdvertisementFields, changed: AdvertisementFields) {
    record.merge(changed, fields, at: time)
  }

  /// Whether one of the services is advertised, by itself or with data.
  func offers(anyOf services: Set<BluetoothUUID>) -> Bool {
    record.serviceUUIDs.contains { services.contains($0) }
      || record.hasServiceData && record.servicesWithData.contains { services.contains($0.0) }
  }

  /// The octets of a company, without making all of them.
  func manufacturerData(of company: UInt16) -> Data? {
    record.manufacturers.first { $0.0 == company }?.1
  }

  /// The octets of a service, without making all of them.
  func serviceData(of service: BluetoothUUID) -> Data? {
    record.servicesWithData.first { $0.0 == service }?.1
  }

  /// The name that the device gave itself; `Alias` falls back to the address and is none.
  static func name(_ properties: Properties) -> String? {
    properties["Name"]?.asString
  }

  static func hex(_ company: UInt16) -> String {
    hex(Data([UInt8(company >> 8), UInt8(company & 0xFF)]))
  }

  static func hex(_ data: Data) -> String {
    data.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined().uppercased()
  }

  /// The fields that are there, in words.
  public var description: String {
    var parts: [String] = []
    if let localName { parts.append("name \(localName.debugDescription)") }
    if !serviceUUIDs.isEmpty {
      parts.append("services \(serviceUUIDs.map { "\($0)" }.joined(separator: " "))")
    }
    for (company, data) in manufacturerData.sorted(by: { $0.key < $1.key }) {
      parts.append("company \(Self.hex(company)) \(Self.hex(data))")
    }
    for (service, data) in serviceData.sorted(by: { $0.key < $1.key }) {
      parts.append("data of \(service) \(Self.hex(data))")
    }
    if let txPower { parts.append("sent with \(txPower) dBm") }
    if let rssi { parts.append("received with \(rssi) dBm") }
    return parts.joined(separator: ", ")
  }
}

extension Advertisement: Hashable {
  /// Compares the fields and not their times.
  public static func == (left: Advertisement, right: Advertisement) -> Bool {
    left.localName == right.localName && left.serviceUUIDs == right.serviceUUIDs
      && left.manufacturerData == right.manufacturerData && left.serviceData == right.serviceData
      && left.txPower == right.txPower && left.appearance == right.appearance
      && left.flags == right.flags && left.data == right.data && left.rssi == right.rssi
  }

  /// Hashes some of the fields.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(localName)
    hasher.combine(serviceUUIDs)
    hasher.combine(manufacturerData)
    hasher.combine(rssi)
  }
}
