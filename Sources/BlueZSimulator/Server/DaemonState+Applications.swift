import BlueZ
import DBus
import FoundationEssentials
import GATT

/// Programs that publish services, and remote centrals that use them.
extension DaemonState {
  mutating func registerApplication(
    _ adapter: ObjectPath, _ path: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard application(client, path, adapter) == nil else { throw .alreadyExists }
    // The program is asked before it is answered.
    emit(
      .ask(
        Ask(
          client: client, path: path, interface: BusNames.objectManager,
          member: "GetManagedObjects", timeout: Delays.application
        ) { state, answer in
          do throws(DaemonError) {
            // The daemon's text for any failure of the question (client_ready_cb).
            guard case .success(let body) = answer else { throw .failed("No object received") }
            let application = try Application(
              client: client, path: path, adapter: adapter, tree: body.first,
              firstHandle: 0x0020 + state.applications.count * 0x0100)
            state.applications.append(application)
            state.emit(.follow(client))
            state.changeServices(of: adapter)
            state.emit(.reply(call, []))
          } catch {
            state.emit(.refuse(call, error))
          }
        }))
  }

  mutating func unregisterApplication(
    _ adapter: ObjectPath, _ path: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard application(client, path, adapter) != nil else { throw .doesNotExist }
    removeApplications { $0.client == client && $0.path == path && $0.adapter == adapter }
    emit(.reply(call, []))
  }

  mutating func removeApplications(_ isGone: (Application) -> Bool) {
    let gone = applications.filter(isGone)
    applications.removeAll(where: isGone)
    for application in gone {
      changeServices(of: application.adapter)
      for device in devices.keys {
        let ended = devices[device]?.subscriptions.filter {
          $0.client == application.client && $0.path.isInside(application.path)
        }
        devices[device]?.subscriptions.subtract(ended ?? [])
      }
      if !applications.contains(where: { $0.client == application.client }) {
        emit(.unfollow(application.client))
      }
    }
  }

  private func application(
    _ client: Client, _ path: ObjectPath, _ adapter: ObjectPath
  ) -> Application? {
    applications.first { $0.client == client && $0.path == path && $0.adapter == adapter }
  }

  private mutating func changeServices(of adapter: ObjectPath) {
    let uuids = applications.filter { $0.adapter == adapter }.flatMap(\.services)
      .map(\.uuid.fullLowercased)
    let value = Value.strings(Set(uuids).sorted())
    if property("UUIDs", .adapter, of: adapter) != value {
      change(adapter, .adapter, ["UUIDs": value])
    }
  }

  // MARK: Centrals

  /// A central connects: it gets a device object, like everybody else (quirk of BlueZ).
  mutating func accept(_ central: SimulatedPeripheral, at adapter: ObjectPath) -> Bool {
    guard isPowered(adapter), let path = Self.path(of: central, at: adapter),
      devices[path]?.linkEpoch == nil, !isBlocked(central, at: adapter),
      advertisements.contains(where: { $0.adapter == adapter && $0.isConnectable })
    else { return false }
    if devices[path] == nil {
      devices[path] = DeviceState(central, adapter: adapter)
      var properties = firstProperties(of: central, name: central.name, at: adapter)
      properties["Connected"] = .bool(true)
      add(path, .device, properties)
    } else {
      change(path, .device, ["Connected": .bool(true)])
    }
    let epoch = (devices[path]?.epoch ?? 0) + 1
    devices[path]?.epoch = epoch
    devices[path]?.link = .connected(epoch: epoch)
    emit(.link(central, true))
    encrypt(path, epoch)
    // The daemon looks for services of the central as well, and finds none.
    emit(.after(Delays.services, .services(path, epoch: epoch)))
    return true
  }

  /// The object and the application of an operation, if the central has a link.
  private func target(
    _ central: SimulatedPeripheral, _ subscription: DeviceState.Subscription
  ) -> (device: ObjectPath, state: DeviceState, characteristic: Application.Characteristic)? {
    guard
      let (device, state) = devices.first(where: {
        $0.value.peripheral === central && $0.value.linkEpoch != nil
      }),
      let application = applications.first(where: {
        $0.client == subscription.client && $0.adapter == state.adapter
          && $0.characteristic(at: subscription.path) != nil
      }),
      let characteristic = application.characteristic(at: subscription.path)
    else { return nil }
    return (device, state, characteristic)
  }

  /// The services that a central finds.
  func services(for central: SimulatedPeripheral) -> [(Client, Application.Service)]? {
    guard
      let device = devices.values.first(where: {
        $0.peripheral === central && $0.linkEpoch != nil
      })
    else { return nil }
    return applications.filter { $0.adapter == device.adapter }.flatMap { application in
      application.services.map { (application.client, $0) }
    }
  }

  /// Does what a central asks for; the answer is an ATT error at worst.
  mutating func perform(
    _ operation: CentralOperation, by central: SimulatedPeripheral,
    _ answer: @escaping @Sendable (Result<Octets, ATTError>) -> Void
  ) {
    let subject = DeviceState.Subscription(client: operation.client, path: operation.path)
    // A command is never answered, so the central learns nothing of its end.
    if operation.isCommand { emit(.tell { answer(.success(Octets())) }) }
    let answer = operation.isCommand ? { @Sendable _ in } : answer
    guard let (device, state, characteristic) = target(central, subject) else {
      return emit(.tell { answer(.failure(.invalidHandle)) })
    }
    if let error = operation.objection(characteristic, state.security) {
      return emit(.tell { answer(.failure(error)) })
    }
    switch operation.kind {
    case .subscribe(let isOn):
      return subscribe(subject, device, isOn) { answer($0) }
    case .read, .write, .command: break
    }
    var options: Properties = [
      "device": .objectPath(device), "link": .string("LE"),
      "mtu": .uint16(mtu(of: device)),
    ]
    if operation.offset != 0 { options["offset"] = .uint16(UInt16(clamping: operation.offset)) }
    var body = [Value.properties(options)]
    if let value = operation.kind.written { body.insert(.bytes(value), at: 0) }
    emit(
      .ask(
        Ask(
          client: subject.client, path: subject.path,
          interface: InterfaceTable.characteristic.name, member: operation.member, body: body,
          timeout: Delays.attribute
        ) { state, result in
          let value = result.mapError(ATTError.init(fromApplication:)).map { body in
            Octets((body.first?.asData ?? Octets()).prefix(AttributeServer.longest))
          }
          state.emit(.tell { answer(value) })
        }))
  }

  /// The program hears of the first subscriber and of the end of the last one.
  private mutating func subscribe(
    _ subject: DeviceState.Subscription, _ device: ObjectPath, _ isOn: Bool,
    _ answer: @escaping @Sendable (Result<Octets, ATTError>) -> Void
  ) {
    let wasOn = isSubscribed(subject)
    if isOn {
      devices[device]?.subscriptions.insert(subject)
    } else {
      devices[device]?.subscriptions.remove(subject)
    }
    guard isSubscribed(subject) != wasOn else { return emit(.tell { answer(.success(Octets())) }) }
    emit(
      .ask(
        Ask(
          client: subject.client, path: subject.path,
          interface: InterfaceTable.characteristic.name,
          member: isOn ? "StartNotify" : "StopNotify", timeout: Delays.attribute
        ) { state, result in
          if case .failure = result { state.devices[device]?.subscriptions.remove(subject) }
          let value = result.mapError(ATTError.init(fromApplication:)).map { _ in Octets() }
          state.emit(.tell { answer(value) })
        }))
  }

  private func isSubscribed(_ subject: DeviceState.Subscription) -> Bool {
    devices.values.contains { $0.subscriptions.contains(subject) }
  }

  /// The link of a central is gone; who was the last subscriber ends the subscription.
  mutating func endSubscriptions(of device: ObjectPath) {
    for subject in devices[device]?.subscriptions.sorted(by: { $0.path < $1.path }) ?? [] {
      subscribe(subject, device, false) { _ in }
    }
  }

  /// A program changed a property; a value goes to every subscriber.
  mutating func applicationChanged(_ client: Client, _ path: ObjectPath, _ value: Octets) {
    let subject = DeviceState.Subscription(client: client, path: path)
    guard
      let characteristic = applications.lazy.compactMap({
        $0.client == client ? $0.characteristic(at: path) : nil
      }).first
    else { return }
    for device in devices.keys.sorted() {
      guard let state = devices[device], state.subscriptions.contains(subject) else { continue }
      let value = Octets(value.prefix(Int(mtu(of: device)) - 3))
      emit(.deliver(state.peripheral, client, path, value))
      guard characteristic.isIndicated else { continue }
      emit(
        .ask(
          Ask(
            client: client, path: path, interface: InterfaceTable.characteristic.name,
            member: "Confirm", timeout: Delays.attribute, then: { _, _ in })))
    }
  }
}

/// What a central asks for.
struct CentralOperation: Sendable {
  enum Kind: Sendable {
    case read
    case write(Octets)
    /// A write that nobody answers.
    case command(Octets)
    case subscribe(Bool)

    var written: Octets? {
      switch self {
      case .write(let value), .command(let value): value
      case .read, .subscribe: nil
      }
    }
  }

  let kind: Kind
  let client: Client
  let path: ObjectPath
  var offset = 0

  var member: String { if case .read = kind { "ReadValue" } else { "WriteValue" } }
  var isCommand: Bool { if case .command = kind { true } else { false } }

  /// Why the daemon refuses without asking the program.
  func objection(
    _ characteristic: Application.Characteristic, _ security: SecurityLevel
  ) -> ATTError? {
    switch kind {
    case .read where !characteristic.canRead: .readNotPermitted
    case .write where !characteristic.canWrite, .command where !characteristic.canWrite:
      .writeNotPermitted
    case .write(let value) where value.count + offset > AttributeServer.longest:
      .invalidAttributeValueLength
    case .subscribe where !characteristic.canNotify: .requestNotSupported
    case .read where characteristic.needsSecurity("read") && security == .none:
      .insufficientEncryption
    case .write where characteristic.needsSecurity("write") && security == .none,
      .command where characteristic.needsSecurity("write") && security == .none:
      .insufficientEncryption
    default: nil
    }
  }
}

extension ATTError {
  /// What the daemon makes of a program's error (`src/gatt-database.c`, dbus_error_to_att_ecode).
  init(fromApplication error: DBusError) {
    switch error.name {
    case "org.bluez.Error.NotSupported": self = .requestNotSupported
    case "org.bluez.Error.NotAuthorized": self = .insufficientAuthorization
    case "org.bluez.Error.InvalidValueLength": self = .invalidAttributeValueLength
    case "org.bluez.Error.InvalidOffset": self = .invalidOffset
    case "org.bluez.Error.InProgress": self = .procedureAlreadyInProgress
    case "org.bluez.Error.NotPermitted": self = .readNotPermitted
    case "org.bluez.Error.Failed":
      let digits = error.text.hasPrefix("0x") ? error.text.dropFirst(2) : ""
      let code = UInt8(digits, radix: 16) ?? 0x80
      self = ATTError.application(code) ?? ATTError(code: 0x80)
    default: self = .unlikelyError
    }
  }
}
