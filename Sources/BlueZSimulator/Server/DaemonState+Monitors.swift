import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// The advertisement monitors that a program has registered with one call.
struct RegisteredMonitors: Sendable {
  struct Pattern: Sendable {
    let start: Int
    let type: UInt8
    let content: Octets
  }

  struct Monitor: Sendable {
    /// One pattern or more, of which one has to fit.
    let patterns: [Pattern]
    /// How long a device that was found may be silent (`RSSILowTimeout`).
    let silence: Duration?
  }

  let client: Client
  let root: ObjectPath
  let monitors: [ObjectPath: Monitor]
  /// The devices that each was told of, and when it heard them last.
  var found: [ObjectPath: [ObjectPath: Duration]] = [:]

  /// The monitors that an advertisement fits, seen without its scan response.
  func monitors(for advertisement: SimulatedAdvertisement) -> [ObjectPath] {
    let fields = advertisement.packet
    return monitors.filter { _, monitor in
      monitor.patterns.contains { pattern in
        fields.contains { type, data in
          type == pattern.type && data.dropFirst(pattern.start).starts(with: pattern.content)
        }
      }
    }.keys.sorted()
  }
}

/// Advertisement monitors of programs (`src/adv_monitor.c`), which only an experimental daemon has.
extension DaemonState {
  static let monitorProperties: Properties = [
    "SupportedMonitorTypes": .strings(["or_patterns"]), "SupportedFeatures": .strings([]),
  ]

  /// Turns experimental interfaces on, as `bluetoothd --experimental` does.
  mutating func setExperimental(_ isExperimental: Bool) {
    guard isExperimental != self.isExperimental else { return }
    self.isExperimental = isExperimental
    guard isExperimental else { return }
    for path in adapters.keys.sorted() where tree.properties(.adapter, of: path) != nil {
      add(path, .monitorManager, Self.monitorProperties)
    }
  }

  mutating func registerMonitors(
    _ adapter: ObjectPath, _ root: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard !hasMonitors(client, root, adapter) else { throw .alreadyExists }
    emit(
      .ask(
        Ask(
          client: client, path: root, interface: BusNames.objectManager,
          member: "GetManagedObjects", timeout: Delays.application
        ) { state, answer in
          guard let objects = try? answer.get().first, state.adapters[adapter] != nil else {
            return state.emit(.refuse(call, .failed("No object received")))
          }
          state.emit(.reply(call, []))
          state.take(objects, client, root, adapter)
        }))
  }

  private mutating func take(
    _ objects: Value, _ client: Client, _ root: ObjectPath, _ adapter: ObjectPath
  ) {
    var monitors: [ObjectPath: RegisteredMonitors.Monitor] = [:]
    for entry in objects.asEntries ?? [] {
      guard let path = entry.key.asObjectPath,
        let interface = entry.value.asEntries?.first(where: { $0.key.asString == BusNames.monitor })
      else { continue }
      let properties = interface.value.asProperties ?? [:]
      let patterns = Self.patterns(properties)
      monitors[path] = patterns.map {
        let seconds = properties["RSSILowTimeout"]?.asUInt16 ?? 0
        return .init(patterns: $0, silence: seconds > 0 ? .seconds(Int(seconds)) : nil)
      }
      tell(client, path, patterns == nil ? "Release" : "Activate")
    }
    discoveries[adapter, default: Discovery()].monitors.append(
      RegisteredMonitors(client: client, root: root, monitors: monitors))
    listen(at: adapter)
  }

  /// Nil for what the daemon does not take.
  private static func patterns(_ properties: Properties) -> [RegisteredMonitors.Pattern]? {
    guard properties["Type"]?.asString == "or_patterns",
      let values = properties["Patterns"]?.asArray, !values.isEmpty
    else { return nil }
    var patterns: [RegisteredMonitors.Pattern] = []
    for value in values {
      guard case .structure(let members) = value.unwrapped, members.count == 3,
        let start = members[0].asByte, let type = members[1].asByte,
        let content = members[2].asData, !content.isEmpty, Int(start) + content.count <= 31
      else { return nil }
      patterns.append(.init(start: Int(start), type: type, content: content))
    }
    return patterns
  }

  mutating func unregisterMonitors(
    _ adapter: ObjectPath, _ root: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard hasMonitors(client, root, adapter) else { throw .doesNotExist }
    discoveries[adapter]?.monitors.removeAll { $0.client == client && $0.root == root }
    emit(.reply(call, []))
  }

  private func hasMonitors(
    _ client: Client, _ root: ObjectPath, _ adapter: ObjectPath
  ) -> Bool {
    discoveries[adapter]?.monitors.contains { $0.client == client && $0.root == root } == true
  }

  /// The adapter goes: programs get back what they have registered at it.
  mutating func releaseMonitors(of adapter: ObjectPath) {
    let gone = discoveries[adapter]?.monitors ?? []
    discoveries[adapter]?.monitors = []
    for monitors in gone {
      for path in monitors.monitors.keys.sorted() { tell(monitors.client, path, "Release") }
    }
  }

  /// Listens for monitors while nobody discovers.
  mutating func listen(at adapter: ObjectPath) {
    guard let discovery = discoveries[adapter], discovery.clients.isEmpty,
      !discovery.monitors.isEmpty, isPowered(adapter)
    else { return }
    discoveries[adapter]?.session += 1
    emit(.after(Delays.advertisement, .advertisements(adapter, session: discovery.session + 1)))
  }

  /// Tells monitors of a device that they hear for the first time.
  mutating func tellMonitors(of device: ObjectPath, _ advertisement: SimulatedAdvertisement) {
    guard let adapter = devices[device]?.adapter else { return }
    for index in discoveries[adapter]?.monitors.indices ?? 0..<0 {
      guard let monitors = discoveries[adapter]?.monitors[index] else { continue }
      for path in monitors.monitors(for: advertisement) {
        discoveries[adapter]?.monitors[index].found[path, default: [:]][device] = now
        guard monitors.found[path]?[device] == nil else { continue }
        tell(monitors.client, path, "DeviceFound", [.objectPath(device)])
      }
    }
  }

  /// Tells monitors of devices that they have not heard for too long.
  mutating func tellMonitorsOfSilence(at adapter: ObjectPath) {
    for index in discoveries[adapter]?.monitors.indices ?? 0..<0 {
      guard let monitors = discoveries[adapter]?.monitors[index] else { continue }
      for (path, monitor) in monitors.monitors.sorted(by: { $0.key < $1.key }) {
        guard let silence = monitor.silence else { continue }
        let lost = monitors.found[path]?.filter { $0.value + silence <= now }.keys.sorted() ?? []
        for device in lost {
          discoveries[adapter]?.monitors[index].found[path]?[device] = nil
          tell(monitors.client, path, "DeviceLost", [.objectPath(device)])
        }
      }
    }
  }

  /// A device is no more, and would be found anew.
  mutating func monitorsForget(_ device: ObjectPath, at adapter: ObjectPath) {
    for index in discoveries[adapter]?.monitors.indices ?? 0..<0 {
      for path in discoveries[adapter]?.monitors[index].found.keys.sorted() ?? [] {
        discoveries[adapter]?.monitors[index].found[path]?[device] = nil
      }
    }
  }

  private mutating func tell(
    _ client: Client, _ path: ObjectPath, _ member: String, _ body: [Value] = []
  ) {
    emit(
      .ask(
        Ask(
          client: client, path: path, interface: BusNames.monitor, member: member, body: body,
          timeout: Delays.application, then: { _, _ in })))
  }
}

extension SimulatedAdvertisement {
  /// The fields of the packet that is sent unasked; the name is in the scan response.
  fileprivate var packet: [(type: UInt8, data: Octets)] {
    var fields: [(type: UInt8, data: Octets)] = [(0x01, Octets([flags ?? 0x06]))]
    for (type, length): (UInt8, Int) in [(0x03, 2), (0x05, 4), (0x07, 16)] {
      let list = services.map(\.littleEndian).filter { $0.count == length }
      if !list.isEmpty { fields.append((type, list.reduce(Octets(), +))) }
    }
    for (company, data) in manufacturerData {
      fields.append((0xFF, Octets([UInt8(company & 0xFF), UInt8(company >> 8)]) + data))
    }
    for (service, data) in serviceData {
      let key = service.littleEndian
      let type: UInt8 = key.count == 2 ? 0x16 : key.count == 4 ? 0x20 : 0x21
      fields.append((type, key + data))
    }
    return fields + otherData.map { ($0.key, $0.value) }
  }
}
