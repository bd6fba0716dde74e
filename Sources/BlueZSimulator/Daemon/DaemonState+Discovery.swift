import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// Discovery: a session for each client, results for all.
extension DaemonState {
  mutating func startDiscovery(_ adapter: ObjectPath, _ client: String) throws(DaemonError) {
    guard isPowered(adapter) else { throw .notReady }
    var discovery = discoveries[adapter] ?? Discovery()
    guard discovery.clients.insert(client).inserted else { throw .inProgress }
    let isFirst = discovery.clients.count == 1
    if isFirst { discovery.session += 1 }
    discoveries[adapter] = discovery
    guard isFirst else { return }
    change(adapter, .adapter, ["Discovering": .bool(true)])
    emit(.after(Delays.advertisement, .advertisements(adapter, session: discovery.session)))
  }

  mutating func stopDiscovery(_ adapter: ObjectPath, _ client: String) throws(DaemonError) {
    guard isPowered(adapter) else { throw .notReady }
    guard discoveries[adapter]?.clients.remove(client) != nil else {
      throw .failed("No discovery started")
    }
    if discoveries[adapter]?.clients.isEmpty == true { endDiscovery(of: adapter) }
  }

  mutating func setFilter(
    _ adapter: ObjectPath, _ client: String, _ options: Properties
  ) throws(DaemonError) {
    guard isPowered(adapter) else { throw .notReady }
    var filter = Discovery.Filter()
    for (key, value) in options {
      switch (key, value) {
      case ("UUIDs", _):
        guard let texts = value.asStrings else { throw .invalidArguments }
        for text in texts {
          guard let uuid = BluetoothUUID(text) else { throw .invalidArguments }
          filter.services.insert(uuid)
        }
      case ("Transport", .string("le")), ("Transport", .string("auto")), ("RSSI", .int16),
        ("Pathloss", .uint16), ("DuplicateData", .bool), ("Discoverable", .bool),
        ("Pattern", .string):
        break
      default:
        throw .invalidArguments
      }
    }
    if options["RSSI"] != nil, options["Pathloss"] != nil { throw .invalidArguments }
    discoveries[adapter, default: Discovery()].filters[client] = options.isEmpty ? nil : filter
  }

  /// Nobody discovers any more: signal strengths become unknown.
  mutating func endDiscovery(of adapter: ObjectPath) {
    guard discoveries[adapter] != nil else { return }
    discoveries[adapter]?.clients = []
    discoveries[adapter]?.session += 1
    guard property("Discovering", .adapter, of: adapter)?.asBool == true else { return }
    for path in devices.keys.sorted() where devices[path]?.adapter == adapter {
      let known = ["RSSI", "TxPower"].filter { property($0, .device, of: path) != nil }
      if !known.isEmpty { change(path, .device, [:], invalidated: known) }
    }
    change(adapter, .adapter, ["Discovering": .bool(false)])
  }

  /// The peripherals around send one advertisement each, as long as somebody discovers.
  mutating func advertisements(_ path: ObjectPath, _ session: Int) {
    guard let adapter = adapters[path], let discovery = discoveries[path],
      discovery.session == session, !discovery.clients.isEmpty
    else { return }
    for peripheral in adapter.peripherals where peripheral.isAudible {
      if discovery.admits(peripheral.advertisedServices) { heard(peripheral, by: path) }
    }
    emit(.after(Delays.advertisement, .advertisements(path, session: session)))
  }

  private mutating func heard(_ peripheral: SimulatedPeripheral, by adapter: ObjectPath) {
    guard let path = Self.path(of: peripheral, at: adapter) else { return }
    let (rssi, manufacturers) = peripheral.shared.withLock { ($0.rssi, $0.manufacturerData) }
    var heard: Properties = ["RSSI": .int16(Int16(clamping: rssi))]
    if !manufacturers.isEmpty {
      heard["ManufacturerData"] = .dictionary(
        key: "q", value: "v",
        manufacturers.sorted { $0.key < $1.key }.map {
          Value.DictionaryEntry(key: .uint16($0.key), value: .variant(.bytes($0.value)))
        })
    }
    if devices[path] == nil {
      devices[path] = DeviceState(peripheral, adapter: adapter)
      add(path, .device, firstProperties(of: peripheral, at: adapter).merging(heard) { $1 })
    } else {
      let news = heard.filter { property($0.key, .device, of: path) != $0.value }
      if !news.isEmpty { change(path, .device, news) }
    }
    seen(path)
  }

  private func firstProperties(
    of peripheral: SimulatedPeripheral, at adapter: ObjectPath
  ) -> Properties {
    let address = "\(peripheral.address)"
    var properties: Properties = [
      "Address": .string(address), "AddressType": .string(peripheral.addressType.rawValue),
      "Alias": .string(peripheral.name ?? address.replacing(":", with: "-")),
      "Paired": .bool(false), "Bonded": .bool(false), "Trusted": .bool(false),
      "Blocked": .bool(false), "LegacyPairing": .bool(false), "Connected": .bool(false),
      "ServicesResolved": .bool(false), "Adapter": .objectPath(adapter),
      "UUIDs": .strings(peripheral.advertisedServices.map(\.fullLowercased)),
    ]
    if let name = peripheral.name { properties["Name"] = .string(name) }
    return properties
  }

  /// A temporary device is forgotten some time after it was last seen.
  mutating func seen(_ path: ObjectPath) {
    let isFirst = devices[path]?.lastSeen == nil
    devices[path]?.lastSeen = now
    if isFirst { emit(.after(Delays.temporary, .forget(path, unlessSeenAfter: now))) }
  }

  mutating func forget(_ path: ObjectPath, unlessSeenAfter time: Duration) {
    guard let device = devices[path], let lastSeen = device.lastSeen else { return }
    let isBusy = if case .none = device.link { false } else { true }
    guard !isBusy, lastSeen <= time else {
      let next = isBusy ? now : lastSeen
      devices[path]?.lastSeen = next
      emit(.after(next + Delays.temporary - now, .forget(path, unlessSeenAfter: next)))
      return
    }
    devices[path] = nil
    removeAll(below: path)
  }

  static func path(of peripheral: SimulatedPeripheral, at adapter: ObjectPath) -> ObjectPath? {
    adapter.appending("dev_" + "\(peripheral.address)".replacing(":", with: "_"))
  }
}
