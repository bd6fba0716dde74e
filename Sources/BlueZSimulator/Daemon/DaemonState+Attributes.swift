import BlueZ
import DBus
import FoundationEssentials
import GATT

/// Attributes: the objects of a connected device's services.
extension DaemonState {
  /// Exports services, characteristics and descriptors, parents first, with rising handles.
  mutating func addAttributes(of peripheral: SimulatedPeripheral, at device: ObjectPath) {
    var handle = firstHandle
    for service in peripheral.services {
      guard let path = device.appending("service" + Self.hexadecimal(handle)) else { continue }
      handle += 1
      add(
        path, .service,
        [
          "UUID": .string(service.uuid.fullLowercased), "Device": .objectPath(device),
          "Primary": .bool(true), "Includes": .objectPaths([]),
        ])
      for characteristic in service.characteristics {
        handle = add(characteristic, below: path, of: device, from: handle)
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
      "Value": .bytes(Octets()), "Flags": .strings(characteristic.properties.flags),
      "MTU": .uint16(Self.mtu),
    ]
    let isNotifying = !characteristic.properties.isDisjoint(with: [.notify, .indicate])
    if isNotifying { properties["Notifying"] = .bool(false) }
    if characteristic.properties.contains(.notify) { properties["NotifyAcquired"] = .bool(false) }
    if characteristic.properties.contains(.writeWithoutResponse) {
      properties["WriteAcquired"] = .bool(false)
    }
    devices[device]?.attributes[path] = DeviceState.Attribute(characteristic: characteristic)
    add(path, .characteristic, properties)
    // The declaration and the value have a handle each.
    guard isNotifying, let configuration = path.appending("desc" + Self.hexadecimal(handle + 2))
    else { return handle + 2 }
    add(
      configuration, .descriptor,
      [
        "UUID": .string(BluetoothUUID(0x2902 as UInt16).fullLowercased),
        "Characteristic": .objectPath(path), "Value": .bytes(Octets()),
      ])
    return handle + 3
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

  // MARK: Requests

  /// Reads with one offset at the same time are one read, for all who asked.
  mutating func readValue(
    _ path: ObjectPath, _ call: MethodCall, _ options: Properties
  ) throws(DaemonError) {
    guard let (device, state, attribute) = attribute(path) else { throw .doesNotExist }
    guard let epoch = state.linkEpoch else { throw .notConnected }
    let offset = try Self.offset(options)
    if let open = attribute.read {
      guard open.offset == offset else { throw .requestInProgress }
      devices[device]?.attributes[path]?.read?.calls.append(call)
      return
    }
    devices[device]?.attributes[path]?.read = (offset, [call])
    emit(.after(Delays.request, .read(path, epoch: epoch)))
  }

  private static func offset(_ options: Properties) throws(DaemonError) -> Int {
    switch options["offset"] {
    case .uint16(let offset)?: return Int(offset)
    case nil: return 0
    default: throw .invalidArguments
    }
  }

  /// The peripheral answered a read: the value is signalled before the reply (quirk of BlueZ).
  mutating func readAnswered(_ path: ObjectPath, _ answer: Result<Octets, ATTError>) {
    guard let (device, _, attribute) = attribute(path), let read = attribute.read else { return }
    devices[device]?.attributes[path]?.read = nil
    do throws(ATTError) {
      let value = try answer.get()
      guard read.offset <= value.count else { throw .invalidOffset }
      change(path, .characteristic, ["Value": .bytes(value)])
      let rest = Octets(value.dropFirst(read.offset))
      for call in read.calls { emit(.reply(call, [.bytes(rest)])) }
    } catch {
      for call in read.calls { emit(.refuse(call, .att(error))) }
    }
  }

  mutating func writeValue(
    _ path: ObjectPath, _ call: MethodCall, _ value: Octets, _ options: Properties
  ) throws(DaemonError) {
    guard let (device, state, attribute) = attribute(path) else { throw .doesNotExist }
    guard let epoch = state.linkEpoch else { throw .notConnected }
    guard try Self.offset(options) == 0 else { throw .notSupported }
    let properties = attribute.characteristic.properties
    let type = options["type"]?.asString ?? (properties.contains(.write) ? "request" : "command")
    switch type {
    case "command":
      guard value.count <= Int(Self.mtu) - 3 else { throw .failed("Failed to initiate write") }
      emit(.reply(call, []))
      emit(.after(Delays.request, .write(path, nil, value, epoch: epoch)))
    case "request", "reliable":
      guard !attribute.isWriting else { throw .requestInProgress }
      devices[device]?.attributes[path]?.isWriting = true
      emit(.after(Delays.request, .write(path, call, value, epoch: epoch)))
    default:
      throw .invalidArguments
    }
  }

  mutating func writeAnswered(
    _ path: ObjectPath, _ call: MethodCall?, _ epoch: Int, _ answer: Result<Void, ATTError>
  ) {
    guard let (device, state, _) = attribute(path), state.linkEpoch == epoch else {
      if let call { emit(.refuse(call, .att(.unlikelyError))) }
      return
    }
    // Nothing tells the client what became of a command.
    guard let call else { return }
    devices[device]?.attributes[path]?.isWriting = false
    switch answer {
    case .success: emit(.reply(call, []))
    case .failure(let error): emit(.refuse(call, .att(error)))
    }
  }

  /// The link is gone: reads fail, and what depends on it is no longer there.
  mutating func endRequests(of path: ObjectPath) {
    guard let (device, _, attribute) = attribute(path) else { return }
    for call in attribute.read?.calls ?? [] { emit(.refuse(call, .att(.unlikelyError))) }
    devices[device]?.attributes[path]?.read = nil
    devices[device]?.attributes[path]?.isWriting = false
    drop(["MTU"], .characteristic, of: path)
    suspendSubscriptions(to: path)
  }

  mutating func removeAttributes(of device: ObjectPath) {
    let services = tree.children(of: device, with: .service)
    devices[device]?.attributes = [:]
    for service in services { removeAll(from: service) }
  }

  // MARK: The client characteristic configuration

  mutating func readConfiguration(
    _ path: ObjectPath, _ call: MethodCall
  ) throws(DaemonError) {
    guard let characteristic = path.parent, let (_, state, _) = attribute(characteristic) else {
      throw .doesNotExist
    }
    guard let epoch = state.linkEpoch else { throw .notConnected }
    emit(.after(Delays.request, .readConfiguration(path, call, epoch: epoch)))
  }

  mutating func configurationRead(_ path: ObjectPath, _ call: MethodCall, _ epoch: Int) {
    guard let characteristic = path.parent, let (_, state, attribute) = attribute(characteristic),
      state.linkEpoch == epoch
    else { return emit(.refuse(call, .att(.unlikelyError))) }
    let isOn = !attribute.clients.isEmpty || attribute.socket != nil
    let bit: UInt8 = attribute.characteristic.properties.contains(.notify) ? 1 : 2
    let value = Value.bytes(Octets([isOn ? bit : 0, 0]))
    change(path, .descriptor, ["Value": value])
    emit(.reply(call, [value]))
  }
}
