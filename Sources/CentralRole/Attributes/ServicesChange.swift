import BlueZ
import DBus
import Futures
import GATT

/// What became of a peripheral's services while its link stayed, as after a new firmware.
public struct ServicesChange: Sendable {
  /// The services that went; they and what they had are invalid.
  public let removed: [Service]
  /// The services that came, also those that the program has not discovered.
  public let added: [Service]
  /// The services that stayed, of whose characteristics or descriptors some went or came.
  public let changed: [Service]
}

/// What a peripheral's driver keeps of the attributes of the present link.
struct AttributeState: Sendable {
  var watch = AttributeWatch()
  /// When an object was last listed after the daemon had said that all of them are.
  var lastLate: Duration?
  /// All services that the peripheral has, discovered by the program or not.
  var services: [ObjectPath: ServiceNode] = [:]
  /// Discoveries that wait until nothing changes.
  var waiting: [Promise<Void>] = []
  var changes: StreamPromise<ServicesChange>?
  var list: ServiceList?
  var mtu: Int?
  var mtus: StreamPromise<Int>?
}
