import BlueZ
import DBus
import FoundationEssentials
import GATT

/// The objects of the scripted daemon: one adapter, one device, two services.
enum Objects {
  static let adapter: ObjectPath = "/org/bluez/hci0"
  static let device: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01"
  static let service: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0010"
  static let data: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0010/char0011"
  static let control: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0010/char0014"
  static let other: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0020"
  static let twin: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01/service0020/char0021"

  static let serviceUUID = BluetoothUUID(0xFFE0 as UInt16)
  static let otherUUID = BluetoothUUID(0xFFF0 as UInt16)
  static let dataUUID = BluetoothUUID(0xFFE1 as UInt16)
  static let controlUUID = BluetoothUUID(0xFFE2 as UInt16)

  /// The address of one of many devices.
  static func address(_ number: UInt16) -> String {
    "\(BluetoothAddress(0xC4, 0xBE, 0x84, 1, UInt8(number >> 8), UInt8(number & 0xFF)))"
  }

  static func path(_ number: UInt16) -> ObjectPath {
    ObjectPath("\(adapter)/dev_" + address(number).replacing(":", with: "_")) ?? .root
  }

  static let adapterProperties: Properties = [
    "Address": .string("00:00:5E:00:53:00"), "AddressType": .string("public"),
    "Powered": .bool(true), "Discovering": .bool(false), "Name": .string("scripted"),
    "Alias": .string("scripted"),
  ]

  static let deviceProperties: Properties = [
    "Address": .string("C4:BE:84:00:00:01"), "AddressType": .string("random"),
    "Adapter": .objectPath(adapter), "Alias": .string("Tag"), "Name": .string("Tag"),
    "Connected": .bool(false), "ServicesResolved": .bool(false),
    "UUIDs": .strings([serviceUUID.fullLowercased]),
  ]

  static func serviceProperties(_ uuid: BluetoothUUID) -> Properties {
    ["UUID": .string(uuid.fullLowercased), "Device": .objectPath(device), "Primary": .bool(true)]
  }

  static func characteristicProperties(
    _ uuid: BluetoothUUID, _ service: ObjectPath, _ flags: [String]
  ) -> Properties {
    [
      "UUID": .string(uuid.fullLowercased), "Service": .objectPath(service),
      "Flags": .strings(flags), "Value": .bytes(Data()),
    ]
  }

  static var tree: [ObjectPath: [String: Properties]] {
    var tree: [ObjectPath: [String: Properties]] = [
      adapter: [InterfaceTable.adapter.name: adapterProperties],
      device: [InterfaceTable.device.name: deviceProperties],
      service: [InterfaceTable.service.name: serviceProperties(serviceUUID)],
      other: [InterfaceTable.service.name: serviceProperties(otherUUID)],
    ]
    let name = InterfaceTable.characteristic.name
    tree[data] = [name: characteristicProperties(dataUUID, service, ["read", "notify"])]
    tree[control] = [
      name: characteristicProperties(
        controlUUID, service, ["read", "write-without-response", "write"])
    ]
    tree[twin] = [name: characteristicProperties(dataUUID, other, ["read", "notify", "write"])]
    return tree
  }

  static func value(_ interfaces: [String: Properties]) -> Value {
    .dictionary(
      key: "s", value: "a{sv}",
      interfaces.sorted { $0.key < $1.key }.map {
        Value.DictionaryEntry(key: .string($0.key), value: .properties($0.value))
      })
  }

  static func value(_ tree: [ObjectPath: [String: Properties]]) -> Value {
    .dictionary(
      key: "o", value: "a{sa{sv}}",
      tree.sorted { $0.key < $1.key }.map {
        Value.DictionaryEntry(key: .objectPath($0.key), value: value($0.value))
      })
  }
}
