import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import GATT
import Testing

/// A simulated machine with an adapter, one peripheral with every kind of
/// characteristic, and a client that has seen it start.
struct World {
  static let adapterPath: ObjectPath = "/org/bluez/hci0"
  static let devicePath: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01"
  static let device = "dev_C4_BE_84_00_00_01"

  let bluez = SimulatedBlueZ()
  let adapter: SimulatedAdapter
  let measurement = SimulatedCharacteristic(
    uuid: 0x2A37, properties: [.read, .notify], value: Data([0x0A]))
  let setting = SimulatedCharacteristic(
    uuid: 0x2A39, properties: [.read, .write], value: Data([0x0B]))
  let command = SimulatedCharacteristic(uuid: 0x2A06, properties: .writeWithoutResponse)
  let indicating = SimulatedCharacteristic(uuid: 0x2A05, properties: .indicate)
  let secret = SimulatedCharacteristic(uuid: 0x2A3F, properties: .write)
  let peripheral: SimulatedPeripheral
  let client: Witness

  init(isPowered: Bool = true) throws {
    let address = try #require(BluetoothAddress("C4:BE:84:00:00:01"))
    let service = SimulatedService(
      uuid: 0x180D, characteristics: [measurement, setting, command, indicating, secret])
    let level = SimulatedCharacteristic(uuid: 0x2A19, properties: .read, value: Data([99]))
    let battery = SimulatedService(uuid: 0x180F, characteristics: [level])
    peripheral = SimulatedPeripheral(
      name: "Belt", address: address, advertisedServices: [0x180D],
      manufacturerData: [0x000D: Data([1, 2])], services: [service, battery])
    adapter = bluez.addAdapter(isPowered: isPowered)
    adapter.add(peripheral)
    bluez.advance(by: .seconds(1))
    client = Witness(bluez)
  }

  /// The world after a discovery that found the peripheral and ended.
  static func discovered() throws -> World {
    let world = try World()
    world.client.adapter("StartDiscovery")
    world.bluez.advance(by: .seconds(1))
    world.client.adapter("StopDiscovery")
    world.bluez.advance(by: .milliseconds(500))
    world.client.take()
    return world
  }

  /// The world with the peripheral connected and its services resolved.
  static func connected() throws -> World {
    let world = try discovered()
    world.client.device("Connect")
    world.bluez.advance(by: .seconds(1))
    try #require(world.client.take().contains { $0.contains("ServicesResolved=true") })
    return world
  }

  func advance(by duration: Duration) { bluez.advance(by: duration) }

  /// The object of a characteristic.
  func path(_ characteristic: SimulatedCharacteristic) throws -> ObjectPath {
    let uuid = characteristic.uuid.fullLowercased
    let path = client.objects().first { _, interfaces in
      interfaces[InterfaceTable.characteristic.name]?["UUID"]?.asString == uuid
    }?.key
    return try #require(path)
  }
}
