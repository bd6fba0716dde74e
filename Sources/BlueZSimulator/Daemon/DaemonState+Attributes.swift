import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// Attributes: the objects of a connected device's services.
extension DaemonState {
  /// The generic access service is the daemon's own business (`profiles/gap/gas.c`).
  private static let claimed: Set<BluetoothUUID> = [0x1800]

  /// Exports services, characteristics and descriptors that have no objects yet, parents first,
  /// with rising handles.
  mutating func addAttributes(of peripheral: SimulatedPeripheral, at device: ObjectPath) {
    var handle = devices[device]?.nextHandle ?? firstHandle
    var paths = devices[device]?.services ?? [:]
    for service in peripheral.services where paths[ObjectIdentifier(service)] == nil {
      let name = "service" + Self.hexadecimal(handle)
      guard !Self.claimed.contains(service.uuid), let path = device.appending(name) else {
        handle += 1 + 2 * service.characteristics.count
        continue
      }
      paths[ObjectIdentifier(service)] = path
      // Each declaration of an included service has a handle of its own.
      handle += 1 + service.includedServices.count
      let included = service.includedServices.compactMap { paths[ObjectIdentifier($0)] }
      add(
        path, .service,
        [
          "UUID": .string(service.uuid.fullLowercased), "Device": .objectPath(device),
          "Primary": .bool(service.isPrimary), "Includes": .objectPaths(included),
        ])
      for characteristic in service.characteristics {
        handle = add(characteristic, below: path, of: device, from: handle)
      }
    }
    devices[device]?.services = paths
    devices[device]?.nextHandle = handle
    // Services that come later are told of when they are there.
    for service in peripheral.services {
      guard let path = paths[ObjectIdentifier(service)] else { continue }
      let included = service.includedServices.compactMap { paths[ObjectIdentifier($0)] }
      let includes = Value.objectPaths(included)
      if property("Includes", .service, of: path) != includes {
        change(path, .service, ["Includes": includes])
      }
    }
  }

  /// Exports a characteristic; returns the next free handle.
  private mutating func add(
    _ characteristic: SimulatedCharacteristic, below service: ObjectPath,
    of device: ObjectPath, from handle: Int
  ) -> Int {
    guard let path = service.appending("char" + Self.hexadecimal(handle)) else { return handle }
    var properties: Properties = [
      "UUID": .string(characteristic.uuid.fullLowercased), "Service": .objectPath(service),
      "Value": .bytes(firstValue(of: characteristic)),
      "Flags": .strings(characteristic.properties.flags),
      "MTU": .uint16(mtu(of: device)),
    ]
    let isNotifying = !characteristic.properties.isDisjoint(with: [.notify, .indicate])
    if isNotifying { properties["Notifying"] = .bool(false) }
    if characteristic.properties.contains(.notify) { properties["NotifyAcquired"] = .bool(false) }
    if characteristic.properties.contains(.writeWithoutResponse) {
      properties["WriteAcquired"] = .bool(false)
    }
    devices[device]?.attributes[path] = DeviceState.Attribute(characteristic: characteristic)
    add(path, .characteristic, properties)
    var descriptors: [(BluetoothUUID, DeviceState.Descriptor)] = []
    let own = Set(characteristic.descriptors.map(\.uuid))
    if isNotifying, !own.contains(0x2902) { descriptors.append((0x2902, .configuration)) }
    if characteristic.properties.contains(.extendedProperties), !own.contains(0x2900) {
      descriptors.append((0x2900, .extendedProperties))
    }
    descriptors += characteristic.descriptors.map { descriptor in
      (descriptor.uuid, descriptor.uuid == 0x2902 ? .configuration : .own(descriptor))
    }
    // The declaration and the value have a handle each.
    var next = handle + 2
    for (uuid, descriptor) in descriptors {
      add(descriptor, uuid, below: path, of: device, at: next)
      next += 1
    }
    return next
  }

  /// The daemon has read the hash of the database, and nothing else, when it exports attributes.
  private func firstValue(of characteristic: SimulatedCharacteristic) -> Octets {
    guard characteristic.uuid == 0x2B2A else { return Octets() }
    return characteristic.server.shared.withLock { $0.value }
  }

  private mutating func add(
    _ descriptor: DeviceState.Descriptor, _ uuid: BluetoothUUID, below characteristic: ObjectPath,
    of device: ObjectPath, at handle: Int
  ) {
    guard let path = characteristic.appending("desc" + Self.hexadecimal(handle)) else { return }
    devices[device]?.descriptors[path] = descriptor
    add(
      path, .descriptor,
      [
        "UUID": .string(uuid.fullLowercased), "Characteristic": .objectPath(characteristic),
        "Value": .bytes(Octets()),
      ])
  }

  static func hexadecimal(_ handle: Int) -> String {
    let digits = String(handle, radix: 16)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The device and the state of a characteristic.
  func attribute(
    _ path: ObjectPath
  ) -> (device: ObjectPath, state: DeviceState, attribute: DeviceState.Attribute)? {
    guard let device = path.parent?.parent, let state = devices[device],
      let attribute = state.attributes[path]
    else { return nil }
    return (device, state, attribute)
  }

  /// What daemon and peripheral agreed on; the daemon offers 517 (`ExchangeMTU` in `main.conf`).
  func mtu(of device: ObjectPath) -> UInt16 {
    UInt16(clamping: devices[device]?.peripheral.mtu ?? 23)
  }

  /// The link is gone: requests fail, and what depends on it is no longer there.
  mutating func endAttributes(of device: ObjectPath) {
    guard let state = devices[device] else { return }
    for path in state.attributes.keys.sorted() {
      endRequests(of: path)
      drop(["MTU"], .characteristic, of: path)
      suspendSubscriptions(to: path)
    }
    for path in state.descriptors.keys.sorted() { endRequests(of: path) }
  }

  mutating func removeAttributes(of device: ObjectPath) {
    let services = tree.children(of: device, with: .service)
    devices[device]?.attributes = [:]
    devices[device]?.descriptors = [:]
    devices[device]?.requests = [:]
    devices[device]?.services = [:]
    devices[device]?.nextHandle = nil
    for service in services { removeAll(from: service) }
  }

  /// The peripheral has other services than before: what went is removed, what came is added.
  mutating func updateAttributes(of peripheral: SimulatedPeripheral, at device: ObjectPath) {
    let present = Set(peripheral.services.map { ObjectIdentifier($0) })
    let gone = devices[device]?.services.filter { !present.contains($0.key) } ?? [:]
    for (service, path) in gone.sorted(by: { $0.value < $1.value }) {
      devices[device]?.services[service] = nil
      endAttributes(below: path, of: device)
      removeAll(from: path)
    }
    addAttributes(of: peripheral, at: device)
  }

  /// What programs have asked of attributes that go ends with them.
  private mutating func endAttributes(below service: ObjectPath, of device: ObjectPath) {
    guard let state = devices[device] else { return }
    for path in state.attributes.keys.sorted() where path.isInside(service) {
      endRequests(of: path)
      suspendSubscriptions(to: path)
      devices[device]?.attributes[path] = nil
    }
    for path in state.descriptors.keys.sorted() where path.isInside(service) {
      endRequests(of: path)
      devices[device]?.descriptors[path] = nil
    }
  }

  /// The peripheral indicated that its services changed (`service_changed_cb` in BlueZ).
  mutating func servicesChanged(of peripheral: SimulatedPeripheral) {
    for (path, device) in devices.sorted(by: { $0.key < $1.key })
    where device.peripheral === peripheral && device.linkEpoch != nil && !device.services.isEmpty {
      updateAttributes(of: peripheral, at: path)
      let uuids = Value.strings(peripheral.services.map(\.uuid.fullLowercased).sorted())
      if property("UUIDs", .device, of: path) != uuids { change(path, .device, ["UUIDs": uuids]) }
    }
  }
}
