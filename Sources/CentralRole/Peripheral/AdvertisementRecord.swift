import BlueZ
import DBus
import FoundationEssentials
import GATT

/// The fields of a device's advertisements with their times.
///
/// What only few ask for stays as it came. The one element of the array is the record: copies share
/// it, and a busy scan that nobody keeps snapshots of merges in place.
struct AdvertisementRecord: Sendable {
  fileprivate struct Fields: Sendable {
    var localName: String?
    var services: Value?
    /// Decoded, because filters look at them with each packet and they hardly ever change.
    var serviceUUIDs: [BluetoothUUID] = []
    var manufacturerData: Value?
    var serviceData: Value?
    var otherData: Value?
    var txPower: Int?
    var appearance: UInt16?
    var flags: UInt8?
    var rssi: Int?
    var times = FieldTimes()
    var companyTimes: [UInt16: Duration] = [:]
    var serviceTimes: [BluetoothUUID: Duration] = [:]
  }

  /// Core Specification, Vol 4, Part E, 7.7.65.2.
  fileprivate static let unknownRSSI: Int16 = 127

  private var box = [Fields()]

  var localName: String? { box[0].localName }
  var serviceUUIDs: [BluetoothUUID] { box[0].serviceUUIDs }
  var txPower: Int? { box[0].txPower }
  var appearance: UInt16? { box[0].appearance }
  var flags: UInt8? { box[0].flags }
  var rssi: Int? { box[0].rssi }
  var times: FieldTimes { box[0].times }
  var companyTimes: [UInt16: Duration] { box[0].companyTimes }
  var serviceTimes: [BluetoothUUID: Duration] { box[0].serviceTimes }
  var hasServiceData: Bool { box[0].serviceData != nil }

  var manufacturers: some Sequence<(UInt16, Data)> { Self.manufacturers(box[0].manufacturerData) }
  var servicesWithData: some Sequence<(BluetoothUUID, Data)> { Self.services(box[0].serviceData) }
  var otherData: some Sequence<(UInt8, Data)> {
    (box[0].otherData?.asEntries ?? []).lazy.compactMap { entry in
      guard let type = entry.key.asByte, let data = entry.value.asData else { return nil }
      return (type, data)
    }
  }

  fileprivate static func manufacturers(_ value: Value?) -> some Sequence<(UInt16, Data)> {
    (value?.asEntries ?? []).lazy.compactMap { entry in
      guard let company = entry.key.asUInt16, let data = entry.value.asData else { return nil }
      return (company, data)
    }
  }

  fileprivate static func services(_ value: Value?) -> some Sequence<(BluetoothUUID, Data)> {
    (value?.asEntries ?? []).lazy.compactMap { entry in
      guard let text = entry.key.asString, let service = BluetoothUUID(text),
        let data = entry.value.asData
      else { return nil }
      return (service, data)
    }
  }

  mutating func restart() {
    var fields = Fields()
    fields.rssi = box[0].rssi
    if let time = box[0].times.lastHeard(.rssi) {
      fields.times.hear(.rssi, changed: .rssi, at: time)
    }
    box = [fields]
  }

  /// Takes up some fields of what the daemon tells.
  ///
  /// Without a time they are remembered and not heard. Returns which fields there were, and which
  /// of them have another value than before.
  mutating func merge(
    _ properties: Properties, _ fields: AdvertisementFields, at time: Duration?
  ) -> (heard: AdvertisementFields, changed: AdvertisementFields) {
    var heard: AdvertisementFields = []
    var changed: AdvertisementFields = []
    // The strength that is kept is older than a packet of unknown strength.
    var untimed: AdvertisementFields = []
    for (name, value) in properties {
      guard let field = AdvertisementFields(property: name), fields.contains(field) else {
        continue
      }
      guard let isNew = box[0].set(field, value, at: time) else { continue }
      heard.insert(field)
      if field == .rssi, value.asInt16 == Self.unknownRSSI { untimed = .rssi }
      if isNew { changed.insert(field) }
    }
    if let time { box[0].times.hear(heard.subtracting(untimed), changed: changed, at: time) }
    return (heard, changed)
  }
}

extension AdvertisementRecord.Fields {
  /// Returns whether the value is another one than before; nil if it is none.
  fileprivate mutating func set(
    _ field: AdvertisementFields, _ value: Value, at time: Duration?
  ) -> Bool? {
    switch field {
    case .localName: return Self.store(value.asString, in: &localName)
    case .txPower: return Self.store(value.asInt16.map(Int.init), in: &txPower)
    case .appearance: return Self.store(value.asUInt16, in: &appearance)
    case .flags: return Self.store(value.asData?.first, in: &flags)
    case .rssi:
      // It was heard, and nobody knows how strong.
      guard let strength = value.asInt16, strength != AdvertisementRecord.unknownRSSI else {
        return value.asInt16 == nil ? nil : false
      }
      return Self.store(Int(strength), in: &rssi)
    case .serviceUUIDs:
      guard services != value else { return false }
      guard let texts = value.asStrings else { return nil }
      services = value
      serviceUUIDs = texts.compactMap { BluetoothUUID($0) }
      return true
    case .data: return Self.store(value, in: &otherData)
    case .manufacturerData:
      guard let keys = Self.changedKeys(manufacturerData, value) else { return false }
      if let time {
        for key in keys {
          if let company = key.asUInt16 { companyTimes[company] = time }
        }
      }
      manufacturerData = value
      return true
    case .serviceData:
      guard let keys = Self.changedKeys(serviceData, value) else { return false }
      if let time {
        for key in keys {
          if let service = key.asString.flatMap({ BluetoothUUID($0) }) {
            serviceTimes[service] = time
          }
        }
      }
      serviceData = value
      return true
    default: return nil
    }
  }

  /// The keys whose values differ from the ones before; nil if nothing differs.
  private static func changedKeys(_ before: Value?, _ now: Value) -> [Value]? {
    let (old, new) = (before?.asEntries ?? [], now.asEntries ?? [])
    // Mostly the same keys in the same places; one with another in its place is looked up.
    var places: [Value: Int]?
    var changed: [Value] = []
    for (index, entry) in new.enumerated() {
      var place: Int? = index
      if index >= old.count || old[index].key != entry.key {
        let known =
          places
          ?? Dictionary(
            zip(old.map(\.key), old.indices), uniquingKeysWith: { $1 })
        places = known
        place = known[entry.key]
      }
      if place.map({ old[$0].value != entry.value }) ?? true { changed.append(entry.key) }
    }
    let isSame = before != nil && changed.isEmpty && old.count == new.count
    return isSame ? nil : changed
  }

  private static func store<Field: Equatable>(_ new: Field?, in old: inout Field?) -> Bool? {
    guard let new else { return nil }
    guard old != new else { return false }
    old = new
    return true
  }
}

extension AdvertisementFields {
  /// The field that a property of `Device1` tells of.
  init?(property: String) {
    switch property {
    case "RSSI": self = .rssi
    case "ManufacturerData": self = .manufacturerData
    case "ServiceData": self = .serviceData
    case "UUIDs": self = .serviceUUIDs
    case "Name": self = .localName
    case "TxPower": self = .txPower
    case "Appearance": self = .appearance
    case "AdvertisingFlags": self = .flags
    case "AdvertisingData": self = .data
    default: return nil
    }
  }

  /// Fields that a link changes as well: while there is one, they are no advertisement.
  static let ofLink: AdvertisementFields = [.localName, .serviceUUIDs, .appearance]
}
