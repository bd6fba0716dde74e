import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import GATT
import Testing

/// A simulated machine with one adapter, one peripheral that a test makes, and a client.
struct OneDevice {
  let bluez = SimulatedBlueZ()
  let adapter: SimulatedAdapter
  let peripheral: SimulatedPeripheral
  let client: Witness

  init(
    name: String? = "Belt", mtu: Int = 517, services: [SimulatedService] = []
  ) throws {
    let address = try #require(BluetoothAddress("C4:BE:84:00:00:01"))
    peripheral = SimulatedPeripheral(name: name, address: address, mtu: mtu, services: services)
    adapter = bluez.addAdapter()
    adapter.add(peripheral)
    bluez.advance(by: .seconds(1))
    client = Witness(bluez)
  }

  /// Discovers for a while.
  func discover(for duration: Duration = .seconds(1)) {
    client.adapter("StartDiscovery")
    advance(by: duration)
    client.adapter("StopDiscovery")
    advance(by: .milliseconds(10))
  }

  /// Connects, and forgets what was told about it.
  func connect() {
    discover()
    client.device("Connect")
    advance(by: .seconds(1))
    client.take()
  }

  func advance(by duration: Duration) { bluez.advance(by: duration) }

  /// The object of an attribute by its UUID; the n-th when there are several.
  func path(_ uuid: BluetoothUUID, _ number: Int = 0) throws -> ObjectPath {
    let paths = client.objects().filter { _, interfaces in
      interfaces.contains { name, properties in
        name.hasPrefix("org.bluez.Gatt") && properties["UUID"]?.asString == uuid.fullLowercased
      }
    }.keys.sorted()
    return try #require(paths.dropFirst(number).first)
  }

  func device(_ name: String) -> Value? {
    client.objects()[World.devicePath]?[InterfaceTable.device.name]?[name]
  }
}
