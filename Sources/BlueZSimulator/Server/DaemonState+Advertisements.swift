import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// An advertisement that a program has registered.
struct RegisteredAdvertisement: Sendable {
  let client: Client
  let path: ObjectPath
  let adapter: ObjectPath
  let isConnectable: Bool
  let content: SimulatedAdvertisement
}

/// Advertisements of programs (`src/advertising.c`): five slots for each adapter.
extension DaemonState {
  static let slots = 5
  private static let interface = "org.bluez.LEAdvertisement1"

  mutating func registerAdvertisement(
    _ adapter: ObjectPath, _ path: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard isPowered(adapter) else { throw .notReady }
    guard advertisement(client, path, adapter) == nil else { throw .alreadyExists }
    guard advertisements.count(where: { $0.adapter == adapter }) < Self.slots else {
      throw .notPermitted("Maximum advertisements reached")
    }
    emit(
      .ask(
        Ask(
          client: client, path: path, interface: BusNames.properties, member: "GetAll",
          body: [.string(Self.interface)], timeout: Delays.application
        ) { state, answer in
          guard let properties = try? answer.get().first?.asProperties,
            let (content, isConnectable) = Self.parse(properties), state.isPowered(adapter)
          else {
            return state.emit(.refuse(call, .failed("Failed to parse advertisement.")))
          }
          state.advertisements.append(
            RegisteredAdvertisement(
              client: client, path: path, adapter: adapter, isConnectable: isConnectable,
              content: content))
          state.countAdvertisements(of: adapter)
          state.emit(.reply(call, []))
        }))
  }

  mutating func unregisterAdvertisement(
    _ adapter: ObjectPath, _ path: ObjectPath, _ call: MethodCall, _ client: Client
  ) throws(DaemonError) {
    guard advertisement(client, path, adapter) != nil else { throw .doesNotExist }
    endAdvertisements(isReleased: false) {
      $0.client == client && $0.path == path && $0.adapter == adapter
    }
    emit(.reply(call, []))
  }

  private func advertisement(
    _ client: Client, _ path: ObjectPath, _ adapter: ObjectPath
  ) -> RegisteredAdvertisement? {
    advertisements.first { $0.client == client && $0.path == path && $0.adapter == adapter }
  }

  /// Programs are told when the daemon drops what they advertise, not when they did it.
  mutating func endAdvertisements(
    isReleased: Bool, _ isGone: (RegisteredAdvertisement) -> Bool
  ) {
    let gone = advertisements.filter(isGone)
    advertisements.removeAll(where: isGone)
    for advertisement in gone where isReleased {
      emit(
        .ask(
          Ask(
            client: advertisement.client, path: advertisement.path, interface: Self.interface,
            member: "Release", timeout: Delays.application, then: { _, _ in })))
    }
    for adapter in Set(gone.map(\.adapter)).sorted() { countAdvertisements(of: adapter) }
  }

  private mutating func countAdvertisements(of adapter: ObjectPath) {
    let own = advertisements.filter { $0.adapter == adapter }
    adapters[adapter]?.shared.withLock { $0.advertisements = own.map(\.content) }
    change(
      adapter, .advertisingManager,
      [
        "ActiveInstances": .byte(UInt8(clamping: own.count)),
        "SupportedInstances": .byte(UInt8(clamping: Self.slots - own.count)),
      ])
  }

  /// Nil for what the daemon does not take: wrong types, contradictions, more than 31 octets.
  private static func parse(
    _ properties: Properties
  ) -> (SimulatedAdvertisement, isConnectable: Bool)? {
    guard let type = properties["Type"]?.asString, ["peripheral", "broadcast"].contains(type)
    else { return nil }
    let includes = properties["Includes"]?.asStrings ?? []
    let name = properties["LocalName"]
    if name != nil, includes.contains("local-name") { return nil }
    if type == "broadcast", properties["Discoverable"] != nil { return nil }
    var content = SimulatedAdvertisement(localName: name?.asString)
    // Flags take three octets; the name goes into the scan response.
    var size = type == "peripheral" ? 3 : 0
    for text in properties["ServiceUUIDs"]?.asStrings ?? [] {
      guard let uuid = BluetoothUUID(text) else { return nil }
      content.services.append(uuid)
    }
    let (short, long) = (
      content.services.count(where: { $0.form != .full }),
      content.services.count(where: { $0.form == .full })
    )
    size += (short > 0 ? 2 + 2 * short : 0) + (long > 0 ? 2 + 16 * long : 0)
    for entry in properties["ManufacturerData"]?.asEntries ?? [] {
      guard let company = entry.key.asUInt16, let data = entry.value.asData else { return nil }
      content.manufacturerData[company] = data
      size += 4 + data.count
    }
    for (text, value) in properties["ServiceData"]?.asProperties ?? [:] {
      guard let uuid = BluetoothUUID(text), let data = value.asData else { return nil }
      content.serviceData[uuid] = data
      size += 2 + (uuid.form == .full ? 16 : 2) + data.count
    }
    if includes.contains("tx-power") {
      content.txPower = 0
      size += 3
    }
    if let appearance = properties["Appearance"]?.asUInt16 {
      content.appearance = appearance
      size += 4
    }
    return size <= 31 ? (content, type == "peripheral") : nil
  }
}
