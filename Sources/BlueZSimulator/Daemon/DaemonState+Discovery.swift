import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// Discovery: a session for each client, results for all.
extension DaemonState {
  mutating func startDiscovery(
    _ adapter: ObjectPath, _ client: Client, _ call: MethodCall
  ) throws(DaemonError) {
    guard isPowered(adapter) else { throw .notReady }
    var discovery = discoveries[adapter] ?? Discovery()
    guard discovery.clients.insert(client).inserted else { throw .inProgress }
    let isFirst = discovery.clients.count == 1
    if isFirst { discovery.session += 1 }
    discoveries[adapter] = discovery
    emit(.reply(call, []))
    guard isFirst else { return }
    change(adapter, .adapter, ["Discovering": .bool(true)])
    emit(.after(Delays.advertisement, .advertisements(adapter, session: discovery.session)))
  }

  mutating func stopDiscovery(
    _ adapter: ObjectPath, _ client: Client, _ call: MethodCall
  ) throws(DaemonError) {
    guard isPowered(adapter) else { throw .notReady }
    guard discoveries[adapter]?.clients.remove(client) != nil else {
      throw .failed("No discovery started")
    }
    emit(.reply(call, []))
    if discoveries[adapter]?.clients.isEmpty == true { endDiscovery(of: adapter) }
  }

  mutating func setFilter(
    _ adapter: ObjectPath, _ client: Client, _ options: Properties
  ) throws(DaemonError) {
    guard isPowered(adapter) else { throw .notReady }
    var filter = Discovery.Filter()
    for (key, value) in options { try filter.set(key, value) }
    if options["RSSI"] != nil, options["Pathloss"] != nil { throw .invalidArguments }
    discoveries[adapter, default: Discovery()].filters[client] = options.isEmpty ? nil : filter
  }

  /// Nobody discovers any more: signal strengths become unknown.
  mutating func endDiscovery(of adapter: ObjectPath, isSignalled: Bool = true) {
    guard discoveries[adapter] != nil else { return }
    discoveries[adapter]?.clients = []
    discoveries[adapter]?.session += 1
    guard property("Discovering", .adapter, of: adapter)?.asBool == true else { return }
    for path in devicePaths(at: adapter) {
      let known = ["RSSI", "TxPower"].filter { property($0, .device, of: path) != nil }
      if !known.isEmpty { change(path, .device, [:], invalidated: known) }
    }
    if isSignalled { change(adapter, .adapter, ["Discovering": .bool(false)]) }
  }

  /// The peripherals around send one advertisement each, as long as somebody discovers.
  mutating func advertisements(_ path: ObjectPath, _ session: Int) {
    guard let adapter = adapters[path], let discovery = discoveries[path],
      discovery.session == session, !discovery.clients.isEmpty
    else { return }
    for peripheral in adapter.peripherals where peripheral.isAudible {
      let isAdmitted = discovery.admits(
        peripheral.advertisedServices, name: peripheral.name, address: "\(peripheral.address)")
      if isAdmitted { heard(peripheral, by: path, discovery) }
    }
    emit(.after(Delays.advertisement, .advertisements(path, session: session)))
  }

  private mutating func heard(
    _ peripheral: SimulatedPeripheral, by adapter: ObjectPath, _ discovery: Discovery
  ) {
    guard let path = Self.path(of: peripheral, at: adapter) else { return }
    let (rssi, manufacturers) = peripheral.shared.withLock { ($0.rssi, $0.manufacturerData) }
    var heard: Properties = ["RSSI": .int16(Int16(clamping: rssi))]
    if !manufacturers.isEmpty {
      heard["ManufacturerData"] = Self.merge(
        manufacturers, into: property("ManufacturerData", .device, of: path))
    }
    if devices[path] == nil {
      devices[path] = DeviceState(peripheral, adapter: adapter)
      add(path, .device, firstProperties(of: peripheral, at: adapter).merging(heard) { $1 })
    } else {
      var news = heard.filter { isNews($0.key, $0.value, of: path, to: discovery) }
      let known = property("UUIDs", .device, of: path)?.asStrings ?? []
      let more = peripheral.advertisedServices.map(\.fullLowercased)
        .filter { !known.contains($0) }
      if !more.isEmpty { news["UUIDs"] = .strings(known + more) }
      if !news.isEmpty { change(path, .device, news) }
    }
    seen(path)
  }

  /// Small changes of the signal strength are told only to those who filter (`src/device.c`,
  /// device_set_rssi_with_delta), repetitions only to those who want duplicates.
  private func isNews(
    _ name: String, _ value: Value, of path: ObjectPath, to discovery: Discovery
  ) -> Bool {
    guard let old = property(name, .device, of: path) else { return true }
    if discovery.wantsDuplicates { return true }
    guard name == "RSSI", !discovery.isFiltered, let before = old.asInt, let now = value.asInt
    else { return old != value }
    return abs(now - before) >= 8
  }

  /// Data of companies that are not in this advertisement stay (`src/eir.c` adds only).
  private static func merge(_ data: [UInt16: Octets], into old: Value?) -> Value {
    var entries = (old?.asEntries ?? []).filter { entry in
      entry.key.asUInt16.map { data[$0] == nil } ?? false
    }
    entries += data.map {
      Value.DictionaryEntry(key: .uint16($0.key), value: .variant(.bytes($0.value)))
    }
    entries.sort { ($0.key.asInt ?? 0) < ($1.key.asInt ?? 0) }
    return .dictionary(key: "q", value: "v", entries)
  }

  /// Makes the object of a device that the storage knows: no advertisement of it was heard yet.
  mutating func addStored(_ peripheral: SimulatedPeripheral, at adapter: ObjectPath) {
    guard let path = Self.path(of: peripheral, at: adapter) else { return }
    devices[path] = DeviceState(peripheral, adapter: adapter)
    devices[path]?.isStored = true
    var properties = firstProperties(of: peripheral, at: adapter)
    properties["UUIDs"] = .strings(peripheral.services.map(\.uuid.fullLowercased).sorted())
    add(path, .device, properties)
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
    let isBusy = if case .none = device.link { device.isStored } else { true }
    guard !isBusy, lastSeen <= time else {
      let next = isBusy ? now : lastSeen
      devices[path]?.lastSeen = next
      emit(.after(next + Delays.temporary - now, .forget(path, unlessSeenAfter: next)))
      return
    }
    discard(path)
  }

  /// Forgets a device and all that is stored of it.
  mutating func discard(_ path: ObjectPath) {
    guard let device = devices.removeValue(forKey: path) else { return }
    adapters[device.adapter]?.shared.withLock { shared in
      shared.stored.removeAll { $0 === device.peripheral }
    }
    removeAll(from: path)
  }

  static func path(of peripheral: SimulatedPeripheral, at adapter: ObjectPath) -> ObjectPath? {
    adapter.appending("dev_" + "\(peripheral.address)".replacing(":", with: "_"))
  }
}

extension Discovery.Filter {
  /// Takes one entry of the dictionary; what the daemon does not know it refuses.
  fileprivate mutating func set(_ key: String, _ value: Value) throws(DaemonError) {
    switch (key, value) {
    case ("UUIDs", .array):
      guard let texts = value.asStrings else { throw .invalidArguments }
      for text in texts {
        guard let uuid = BluetoothUUID(text) else { throw .invalidArguments }
        services.insert(uuid)
      }
    case ("Pattern", .string(let text)): pattern = text
    case ("DuplicateData", .bool(let wants)): wantsDuplicates = wants
    case ("Discoverable", .bool), ("Transport", .string("le")), ("Transport", .string("auto")):
      break
    // These adapters have no other radio.
    case ("Transport", .string("bredr")): throw .notSupported
    // The daemon accepts them, and rejects nothing by them (`src/adapter.c`, is_filter_match).
    case ("RSSI", .int16(-127...20)), ("Pathloss", .uint16(0...137)): break
    default: throw .invalidArguments
    }
  }
}
