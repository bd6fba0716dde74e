import BlueZ
import DBus
import FoundationEssentials

/// The octets of a value.
typealias Octets = FoundationEssentials.Data

/// Calls of clients, by interface and method.
extension DaemonState {
  mutating func receive(_ call: MethodCall, from client: Client) {
    do throws(DaemonError) {
      if isAccessDenied { throw .accessDenied }
      guard isStarted else { return waitingCalls.append((call, client)) }
      try serve(call, client)
    } catch {
      emit(.refuse(call, error))
    }
  }

  private mutating func serve(_ call: MethodCall, _ client: Client) throws(DaemonError) {
    let message = call.message
    guard let path = message.path, let member = message.member else {
      throw .invalidArguments
    }
    let interface = message.interface ?? ""
    let unknown = DaemonError.unknownMethod(member, interface, message.signature)
    if path == "/", interface == BusNames.objectManager, member == "GetManagedObjects" {
      return emit(.reply(call, [managedObjects]))
    }
    if interface == BusNames.introspectable, member == "Introspect",
      let text = Introspection.text(of: path, in: tree)
    {
      return emit(.reply(call, [.string(text)]))
    }
    guard !tree.interfaces(of: path).isEmpty else {
      throw .unknownObject(member, interface, message.signature)
    }
    guard let body = try? message.body() else { throw .invalidArguments }
    if interface == BusNames.properties { return try serveProperties(call, path, member, body) }
    guard let table = InterfaceTable.served.first(where: { $0.name == interface }),
      tree.properties(table, of: path) != nil,
      let method = table.methods.first(where: { $0.name == member }),
      method.takes == message.signature
    else { throw unknown }
    switch (table.name, member) {
    case (InterfaceTable.adapter.name, _):
      try serveAdapter(call, path, member, client, body)
    case (InterfaceTable.device.name, "Connect"): try connect(path, call)
    case (InterfaceTable.device.name, "Disconnect"): disconnect(path, call)
    case (InterfaceTable.device.name, "Pair"): try pair(path, call, client)
    case (InterfaceTable.device.name, "CancelPairing"): try cancelPairing(path, call)
    case (InterfaceTable.gattManager.name, _), (InterfaceTable.advertisingManager.name, _),
      (InterfaceTable.monitorManager.name, _):
      try serveRegistration(call, path, member, client, body)
    case (InterfaceTable.agentManager.name, _):
      try serveAgentManager(call, member, client, body)
    case (InterfaceTable.characteristic.name, "ReadValue"),
      (InterfaceTable.descriptor.name, "ReadValue"):
      try readValue(path, call, body.last?.asProperties ?? [:])
    case (InterfaceTable.characteristic.name, "WriteValue"),
      (InterfaceTable.descriptor.name, "WriteValue"):
      guard let value = body.first?.asData, let options = body.last?.asProperties else {
        throw .invalidArguments
      }
      try writeValue(path, call, value, options)
    case (InterfaceTable.characteristic.name, "StartNotify"):
      try startNotify(path, call, client)
    case (InterfaceTable.characteristic.name, "StopNotify"): try stopNotify(path, call, client)
    case (InterfaceTable.characteristic.name, "AcquireNotify"):
      try acquireNotify(path, call, client)
    case (InterfaceTable.characteristic.name, "AcquireWrite"):
      try acquireWrite(path, call, client)
    default:
      throw .notSupported
    }
  }

  private mutating func serveRegistration(
    _ call: MethodCall, _ path: ObjectPath, _ member: String, _ client: Client, _ body: [Value]
  ) throws(DaemonError) {
    guard let object = body.first?.asObjectPath else { throw .invalidArguments }
    switch member {
    case "RegisterApplication": try registerApplication(path, object, call, client)
    case "UnregisterApplication": try unregisterApplication(path, object, call, client)
    case "RegisterMonitor": try registerMonitors(path, object, call, client)
    case "UnregisterMonitor": try unregisterMonitors(path, object, call, client)
    case "RegisterAdvertisement": try registerAdvertisement(path, object, call, client)
    default: try unregisterAdvertisement(path, object, call, client)
    }
  }

  private mutating func serveAdapter(
    _ call: MethodCall, _ path: ObjectPath, _ member: String, _ client: Client, _ body: [Value]
  ) throws(DaemonError) {
    switch member {
    case "StartDiscovery": try startDiscovery(path, client, call)
    case "StopDiscovery": try stopDiscovery(path, client, call)
    case "SetDiscoveryFilter":
      try setFilter(path, client, body.first?.asProperties ?? [:])
      emit(.reply(call, []))
    case "RemoveDevice":
      guard let device = body.first?.asObjectPath else { throw .invalidArguments }
      try removeDevice(device, of: path, call)
    case "GetDiscoveryFilters":
      emit(
        .reply(
          call,
          [
            .strings([
              "UUIDs", "RSSI", "Pathloss", "Transport", "DuplicateData", "Discoverable",
              "Pattern",
            ])
          ]))
    default: throw .notSupported
    }
  }

  private mutating func serveProperties(
    _ call: MethodCall, _ path: ObjectPath, _ member: String, _ body: [Value]
  ) throws(DaemonError) {
    guard let name = body.first?.asString else {
      throw .unknownMethod(member, BusNames.properties, call.message.signature)
    }
    guard let table = InterfaceTable.served.first(where: { $0.name == name }),
      let properties = tree.properties(table, of: path)
    else { throw .noSuchInterface(name) }
    switch member {
    case "GetAll":
      emit(.reply(call, [.properties(properties)]))
    case "Get":
      guard body.count == 2, let property = body[1].asString, let value = properties[property]
      else { throw .noSuchProperty(body.last?.asString ?? "") }
      emit(.reply(call, [.variant(value)]))
    case "Set":
      guard call.message.signature == "ssv", let property = body[1].asString else {
        throw .unknownMethod(member, BusNames.properties, call.message.signature)
      }
      try set(property, body[2].unwrapped, table, path, call)
    default:
      throw .unknownMethod(member, BusNames.properties, call.message.signature)
    }
  }

  private mutating func set(
    _ property: String, _ value: Value, _ table: InterfaceTable, _ path: ObjectPath,
    _ call: MethodCall
  ) throws(DaemonError) {
    guard let declared = table.properties.first(where: { $0.name == property }),
      let old = tree.properties(table, of: path)?[property]
    else { throw .cannotSetUnknown(property) }
    guard declared.isWritable else { throw .readOnly(property) }
    guard old.signature == value.signature else { throw .wrongType(property) }
    if table.name == InterfaceTable.adapter.name, property == "Powered" {
      return setPower(value.asBool == true, of: path, for: call)
    }
    if property == "Alias" { return try setAlias(value, table, path, call) }
    if old != value { change(path, table, [property: value]) }
    emit(.reply(call, []))
    guard table.name == InterfaceTable.device.name else { return }
    switch property {
    case "Trusted": store(path) { $0.isTrusted = value.asBool == true }
    case "Blocked": setBlocked(value.asBool == true, path)
    default: break
    }
  }

  /// An empty alias makes it follow the name again.
  private mutating func setAlias(
    _ value: Value, _ table: InterfaceTable, _ path: ObjectPath, _ call: MethodCall
  ) throws(DaemonError) {
    var alias = value.asString ?? ""
    devices[path]?.hasOwnAlias = !alias.isEmpty
    if alias.isEmpty {
      let address = property("Address", table, of: path)?.asString ?? ""
      alias =
        property("Name", table, of: path)?.asString ?? address.replacing(":", with: "-")
    }
    if property("Alias", table, of: path)?.asString != alias {
      change(path, table, ["Alias": .string(alias)])
    }
    emit(.reply(call, []))
  }

  private var managedObjects: Value {
    let objects = tree.paths.sorted().map { path in
      let interfaces = tree.interfaces(of: path).sorted { $0.key < $1.key }
        .map { Value.DictionaryEntry(key: .string($0.key), value: .properties($0.value)) }
      return Value.DictionaryEntry(
        key: .objectPath(path),
        value: .dictionary(key: Signatures.string, value: Signatures.properties, interfaces))
    }
    return .dictionary(key: Signatures.path, value: Signatures.interfaces, objects)
  }
}
