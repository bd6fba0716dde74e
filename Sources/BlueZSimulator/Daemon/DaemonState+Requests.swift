import BlueZ
import DBus
import FoundationEssentials
import GATT

/// Reads and writes of characteristics and descriptors (`src/gatt-client.c`).
extension DaemonState {
  /// The device that an attribute belongs to, and what is open there.
  func requests(
    of path: ObjectPath
  ) -> (device: ObjectPath, state: DeviceState, requests: DeviceState.Requests)? {
    guard let device = devicePath(above: path), let state = devices[device],
      state.attributes[path] != nil || state.descriptors[path] != nil
    else { return nil }
    return (device, state, state.requests[path] ?? DeviceState.Requests())
  }

  func table(of path: ObjectPath) -> InterfaceTable {
    tree.properties(.descriptor, of: path) == nil ? .characteristic : .descriptor
  }

  static func offset(_ options: Properties) throws(DaemonError) -> Int {
    switch options["offset"] {
    case .uint16(let offset)?: return Int(offset)
    case nil: return 0
    default: throw .invalidArguments
    }
  }

  // MARK: Reads

  /// Reads with one offset at the same time are one read, for all who asked.
  mutating func readValue(
    _ path: ObjectPath, _ call: MethodCall, _ options: Properties
  ) throws(DaemonError) {
    guard let (device, state, requests) = requests(of: path) else { throw .doesNotExist }
    guard let epoch = state.linkEpoch else { throw .notConnected }
    let offset = try Self.offset(options)
    if let open = requests.read {
      guard open.offset == offset else { throw .requestInProgress }
      devices[device]?.requests[path]?.read?.calls.append(call)
      return
    }
    devices[device]?.requests[path, default: .init()].read = (offset, [call])
    emit(.after(Delays.request, .read(path, epoch: epoch)))
  }

  /// The peripheral answered a read: the value is signalled before the reply (quirk of BlueZ).
  mutating func readAnswered(
    _ path: ObjectPath, _ epoch: Int, _ answer: Result<Octets, ATTError>
  ) {
    guard let (device, state, requests) = requests(of: path), state.linkEpoch == epoch,
      let read = requests.read
    else { return }
    devices[device]?.requests[path]?.read = nil
    do throws(ATTError) {
      let value = try answer.get()
      guard read.offset <= value.count else { throw .invalidOffset }
      change(path, table(of: path), ["Value": .bytes(value)])
      let rest = Octets(value.dropFirst(read.offset))
      for call in read.calls { emit(.reply(call, [.bytes(rest)])) }
    } catch {
      for call in read.calls { emit(.refuse(call, .att(error))) }
    }
  }

  /// What the daemon's own descriptor says.
  func configuration(of path: ObjectPath) -> Octets? {
    guard let characteristic = path.parent, let (_, state, attribute) = attribute(characteristic),
      let descriptor = state.descriptors[path]
    else { return nil }
    switch descriptor {
    case .configuration:
      let isOn = !attribute.clients.isEmpty || attribute.socket != nil
      let bit: UInt8 = attribute.characteristic.properties.contains(.notify) ? 1 : 2
      return Octets([isOn ? bit : 0, 0])
    case .extendedProperties:
      return Octets([
        UInt8(truncatingIfNeeded: attribute.characteristic.properties.rawValue >> 8), 0,
      ])
    case .own:
      return nil
    }
  }

  // MARK: Writes

  /// As characteristic_write_value does: `type`, or what the characteristic can do best.
  mutating func writeValue(
    _ path: ObjectPath, _ call: MethodCall, _ value: Octets, _ options: Properties
  ) throws(DaemonError) {
    guard let (device, state, requests) = requests(of: path) else { throw .doesNotExist }
    guard let attribute = state.attributes[path] else {
      return try writeDescriptor(path, call, value, options)
    }
    guard let epoch = state.linkEpoch else { throw .notConnected }
    guard attribute.writeSocket == nil else { throw .notPermitted("Write acquired") }
    let offset = try Self.offset(options)
    let mtu = Int(mtu(of: device))
    let properties = attribute.characteristic.properties
    let kind: SimulatedWriteRequest.Kind
    switch options["type"]?.asString {
    case "reliable": kind = .reliable
    case "request": kind = value.count <= mtu - 3 && offset == 0 ? .request : .long
    case "command": kind = .command
    case nil where properties.contains(.reliableWrite): kind = .reliable
    case nil where properties.contains(.write):
      kind = value.count <= mtu - 3 && offset == 0 ? .request : .long
    case nil where properties.contains(.writeWithoutResponse): kind = .command
    default: throw .notSupported
    }
    guard kind != .command else {
      guard offset == 0 else { throw .notSupported }
      guard value.count <= mtu - 3 else { throw .failed("Failed to initiate write") }
      emit(.reply(call, []))
      let write = DeviceState.Write(call: nil, value: value, offset: 0, kind: .command)
      return emit(.after(Delays.request, .write(path, write, epoch: epoch)))
    }
    guard requests.write == nil else { throw .requestInProgress }
    start(DeviceState.Write(call: call, value: value, offset: offset, kind: kind), path, epoch)
  }

  private mutating func writeDescriptor(
    _ path: ObjectPath, _ call: MethodCall, _ value: Octets, _ options: Properties
  ) throws(DaemonError) {
    guard let (device, state, requests) = requests(of: path) else { throw .doesNotExist }
    guard let epoch = state.linkEpoch else { throw .notConnected }
    guard requests.write == nil else { throw .requestInProgress }
    let offset = try Self.offset(options)
    if case .configuration? = state.descriptors[path] { throw .notPermitted("Write not permitted") }
    let isShort = value.count <= Int(mtu(of: device)) - 3 && offset == 0
    start(
      DeviceState.Write(
        call: call, value: value, offset: offset, kind: isShort ? .request : .long), path, epoch)
  }

  private mutating func start(_ write: DeviceState.Write, _ path: ObjectPath, _ epoch: Int) {
    guard let device = devicePath(above: path) else { return }
    devices[device]?.requests[path, default: .init()].write = write.call
    emit(.after(Delays.request, .write(path, write, epoch: epoch)))
  }

  /// Nothing tells the client what became of a command.
  mutating func writeAnswered(
    _ path: ObjectPath, _ write: DeviceState.Write, _ epoch: Int, _ answer: Result<Void, ATTError>
  ) {
    guard let call = write.call, let (device, state, _) = requests(of: path),
      state.linkEpoch == epoch
    else { return }
    devices[device]?.requests[path]?.write = nil
    switch answer {
    case .success: emit(.reply(call, []))
    case .failure(let error): emit(.refuse(call, .att(error)))
    }
  }

  // MARK: The end of the link

  /// The link is gone: what is open fails.
  mutating func endRequests(of path: ObjectPath) {
    guard let (device, _, requests) = requests(of: path) else { return }
    devices[device]?.requests[path] = nil
    for call in requests.read?.calls ?? [] { emit(.refuse(call, .att(.unlikelyError))) }
    if let call = requests.write { emit(.refuse(call, .att(.unlikelyError))) }
  }
}
