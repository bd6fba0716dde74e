import DBus
import Testing

@testable import BlueZ

@Suite struct ObjectStoreTests {
  static let device: ObjectPath = "/org/bluez/hci0/dev_00_00_00_00_00_01"
  static let service: ObjectPath = "/org/bluez/hci0/dev_00_00_00_00_00_01/service0010"

  static func store() -> ObjectStore {
    var store = ObjectStore()
    store.add(device, ["org.bluez.Device1": ["RSSI": .int16(-60), "Name": .string("a")]])
    store.add(service, ["org.bluez.GattService1": ["UUID": .string("180d")]])
    return store
  }

  @Test func `changes merge and invalidated names go`() {
    var store = Self.store()
    let isKnown = store.change(
      Self.device, "org.bluez.Device1", ["Name": .string("b")], invalidated: ["RSSI", "Icon"])
    #expect(isKnown)
    #expect(store.properties(.device, of: Self.device) == ["Name": .string("b")])
  }

  @Test func `changes of unknown objects and interfaces are ignored`() {
    var store = Self.store()
    let unknown = store.change("/nowhere", "org.bluez.Device1", [:], invalidated: [])
    let other = store.change(Self.device, "org.bluez.Battery1", [:], invalidated: [])
    #expect(!unknown && !other)
  }

  @Test func `an object goes with its last interface`() {
    var store = Self.store()
    store.add(Self.device, ["org.bluez.Battery1": [:]])
    #expect(store.remove(Self.device, ["org.bluez.Device1", "x"]) == ["org.bluez.Device1"])
    #expect(store.interfaces(of: Self.device).keys.sorted() == ["org.bluez.Battery1"])
    #expect(store.remove(Self.device, ["org.bluez.Battery1"]) == ["org.bluez.Battery1"])
    #expect(store.remove(Self.device, ["org.bluez.Battery1"]) == [])
    #expect(Array(store.paths) == [Self.service])
  }

  @Test func `children are those directly below with the interface, by handle`() {
    var store = Self.store()
    store.add(
      "/org/bluez/hci0/dev_00_00_00_00_00_01/service0001", ["org.bluez.GattService1": [:]])
    store.add(
      "/org/bluez/hci0/dev_00_00_00_00_00_01/service0010/char0011",
      ["org.bluez.GattCharacteristic1": [:]])
    #expect(
      store.children(of: Self.device, with: .service).map(\.lastElement)
        == ["service0001", "service0010"])
    #expect(store.children(of: "/org/bluez/hci0", with: .device) == [Self.device])
    #expect(store.children(of: "/org/bluez/hci1", with: .device) == [])
  }
}
