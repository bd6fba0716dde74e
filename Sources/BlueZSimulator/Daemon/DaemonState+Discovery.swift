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
    if isFirst {
      discovery.session += 1
      discovery.due = [:]
    }
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
    listen(at: adapter)
  }

  /// Those whose next advertisement is due; nil if nobody discovers any more.
  func dueAdvertisers(
    _ path: ObjectPath, _ session: Int, at time: Duration
  ) -> [SimulatedPeripheral]? {
    guard let adapter = adapters[path], let discovery = discoveries[path],
      discovery.session == session, discovery.isListening, isPowered(path)
    else { return nil }
    return adapter.peripherals.filter { discovery.due[ObjectIdentifier($0)] ?? .zero <= time }
  }

  /// Advertisements were heard; the next are waited for.
  mutating func advertisements(
    _ path: ObjectPath, _ session: Int,
    _ heard: [(peripheral: SimulatedPeripheral, advertisement: SimulatedAdvertisement)]
  ) {
    guard let discovery = discoveries[path], discovery.session == session,
      discovery.isListening
    else { return }
    listenAgain(at: path, session, after: heard.map(\.peripheral))
    let audience = discovery.audience
    for (peripheral, advertisement) in heard {
      let isAdmitted = audience.admits(
        advertisement.services, name: advertisement.localName, address: peripheral.addressText)
      if isAdmitted {
        self.heard(advertisement, of: peripheral, by: path, audience)
      } else if discovery.monitors.contains(where: { !$0.monitors(for: advertisement).isEmpty }) {
        var packet = advertisement
        packet.localName = nil
        self.heard(packet, of: peripheral, by: path, audience)
      }
    }
    if !discovery.monitors.isEmpty { tellMonitorsOfSilence(at: path) }
  }

  /// Waits for the next advertisements; decided before these are told, which takes a while in a
  /// busy world.
  private mutating func listenAgain(
    at path: ObjectPath, _ session: Int, after heard: [SimulatedPeripheral]
  ) {
    var wait = Delays.advertisement
    for peripheral in heard {
      let interval = peripheral.advertisingInterval
      let planned = discoveries[path]?.due[ObjectIdentifier(peripheral)] ?? now
      // One that was heard late keeps its rhythm, unless that is lost.
      let next = planned + interval > now ? planned + interval : now + interval
      discoveries[path]?.due[ObjectIdentifier(peripheral)] = next
      wait = min(wait, interval, next - now)
    }
    emit(.after(wait, .advertisements(path, session: session)))
  }

  private mutating func heard(
    _ advertisement: SimulatedAdvertisement, of peripheral: SimulatedPeripheral,
    by adapter: ObjectPath, _ audience: Audience
  ) {
    guard let path = Self.path(of: peripheral, at: adapter) else { return }
    let known = tree.properties(.device, of: path) ?? [:]
    let heard = properties(of: advertisement, beside: known)
    if devices[path] == nil {
      devices[path] = DeviceState(peripheral, adapter: adapter)
      let first = firstProperties(of: peripheral, name: advertisement.localName, at: adapter)
      add(path, .device, first.merging(heard) { $1 })
    } else {
      var news =
        audience.wantsDuplicates
        ? heard : heard.filter { isNews($0.key, $0.value, beside: known, to: audience) }
      let uuids = known["UUIDs"]?.asStrings ?? []
      let more = advertisement.services.map(\.fullLowercased).filter { !uuids.contains($0) }
      if !more.isEmpty { news["UUIDs"] = .strings(uuids + more) }
      if let name = Self.name(advertisement.localName),
        isNews(name, isShortened: advertisement.isNameShortened, of: path)
      {
        news["Name"] = .string(name)
        if devices[path]?.hasOwnAlias == false { news["Alias"] = .string(name) }
      }
      if !news.isEmpty { change(path, .device, news) }
    }
    if discoveries[adapter]?.monitors.isEmpty == false { tellMonitors(of: path, advertisement) }
    seen(path)
  }

  /// What of an advertisement is told anew each time.
  private func properties(
    of advertisement: SimulatedAdvertisement, beside known: Properties
  ) -> Properties {
    var heard: Properties = ["RSSI": .int16(Int16(clamping: advertisement.rssi))]
    if let power = advertisement.txPower { heard["TxPower"] = .int16(Int16(clamping: power)) }
    if let appearance = advertisement.appearance { heard["Appearance"] = .uint16(appearance) }
    if !advertisement.manufacturerData.isEmpty {
      heard["ManufacturerData"] = Self.merge(
        advertisement.manufacturerData, into: known["ManufacturerData"])
    }
    if !advertisement.serviceData.isEmpty {
      let old = known["ServiceData"]?.asProperties ?? [:]
      let new = advertisement.serviceData.map { ($0.key.fullLowercased, Value.bytes($0.value)) }
      heard["ServiceData"] = .properties(old.merging(new) { $1 })
    }
    guard isExperimental else { return heard }
    if let flags = advertisement.flags { heard["AdvertisingFlags"] = .bytes(Octets([flags])) }
    if !advertisement.otherData.isEmpty {
      heard["AdvertisingData"] = .dictionary(
        key: "y", value: "v",
        advertisement.otherData.sorted { $0.key < $1.key }.map {
          Value.DictionaryEntry(key: .byte($0.key), value: .variant(.bytes($0.value)))
        })
    }
    return heard
  }

  /// A shortened name goes for none but the first (device_update_found in `src/adapter.c`).
  private func isNews(_ name: String, isShortened: Bool, of path: ObjectPath) -> Bool {
    guard let known = property("Name", .device, of: path)?.asString else { return true }
    return known != name && !isShortened
  }

  /// Names end before a NUL, which the bus does not carry.
  private static func name(_ name: String?) -> String? {
    name.map { String($0.prefix { $0 != "\0" }) }
  }

  /// Small changes of the signal strength are told only to those who filter (`src/device.c`,
  /// device_set_rssi_with_delta), repetitions only to those who want duplicates.
  private func isNews(
    _ name: String, _ value: Value, beside known: Properties, to audience: Audience
  ) -> Bool {
    guard let old = known[name] else { return true }
    guard name == "RSSI" || name == "TxPower", !audience.isFiltered, let before = old.asInt,
      let now = value.asInt
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
    var properties = firstProperties(of: peripheral, name: peripheral.name, at: adapter)
    properties["UUIDs"] = .strings(peripheral.services.map(\.uuid.fullLowercased).sorted())
    add(path, .device, properties)
  }

  func firstProperties(
    of peripheral: SimulatedPeripheral, name: String?, at adapter: ObjectPath
  ) -> Properties {
    let address = peripheral.addressText
    let name = Self.name(name)
    let stored =
      adapters[adapter]?.shared.withLock { $0.security[peripheral.address] } ?? StoredSecurity()
    var properties: Properties = [
      "Address": .string(address), "AddressType": .string(peripheral.addressType.rawValue),
      "Alias": .string(name ?? address.replacing(":", with: "-")),
      "Paired": .bool(stored.bond != .none), "Bonded": .bool(stored.bond != .none),
      "Trusted": .bool(stored.isTrusted), "Blocked": .bool(stored.isBlocked),
      "LegacyPairing": .bool(peripheral.pairing.pin != nil), "Connected": .bool(false),
      "ServicesResolved": .bool(false), "Adapter": .objectPath(adapter),
      "UUIDs": .strings(peripheral.advertisedServices.map(\.fullLowercased)),
    ]
    if let name { properties["Name"] = .string(name) }
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
    monitorsForget(path, at: device.adapter)
    adapters[device.adapter]?.shared.withLock { shared in
      shared.stored.removeAll { $0 === device.peripheral }
      shared.security[device.peripheral.address] = nil
    }
    removeAll(from: path)
  }

  static func path(of peripheral: SimulatedPeripheral, at adapter: ObjectPath) -> ObjectPath? {
    adapter.appending(peripheral.pathName)
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
