import FoundationEssentials
import GATT
import Profiles
import Testing

private let catalogue = ProfileManager.catalogue

@Test func `a model decides between devices that share UUIDs`() throws {
  let uuid = BluetoothUUID(0xAA01, base: TISensorTag.base)
  let sample = octets("01020204")
  let old = try #require(catalogue.characteristic(uuid, model: "CC2541"))
  let new = try #require(catalogue.characteristic(uuid, model: "sensortag 2.0"))
  #expect(try old.decode(sample)["ambient_degC"] == .real(8.015625))
  #expect(try new.decode(sample)["ambient_degC"]?.doubleValue == 8)
  #expect(catalogue.characteristics(uuid).count == 2)
  #expect(catalogue.characteristics(uuid, model: "CC2541").count == 1)
  #expect(catalogue.characteristics(uuid, model: "toaster").isEmpty)
  #expect(catalogue.characteristics(uuid, service: 0x180D).isEmpty)
}

@Test func `a profile for a model comes before one for every device`() {
  var manager = ProfileManager([Nordic.UARTService()])
  let service = Nordic.UARTService.uuid
  let own = AnyServiceProfile("Own", uuid: service, characteristics: [])
  manager.add(own, models: ["Board"])
  #expect(manager.service(service)?.name == "Nordic UART")
  #expect(manager.service(service, model: "board")?.name == "Own")
  #expect(manager.services(service, model: "board").map(\.name) == ["Own", "Nordic UART"])
  #expect(manager.services(service, model: "other").map(\.name) == ["Nordic UART"])
  #expect(manager.service(0x180D) == nil)
}

@Test func `descriptors and frames are found by their keys`() {
  #expect(catalogue.descriptor(0x2902)?.name == "Client Characteristic Configuration")
  #expect(catalogue.descriptor(0x2A37) == nil)
  #expect(catalogue.frame(serviceData: 0xFEAA)?.name == "Eddystone")
  #expect(catalogue.frame(company: 0x004C)?.name == "iBeacon")
  #expect(catalogue.frame(company: 0x0118)?.name == "AltBeacon")
  #expect(catalogue.frame(company: 0xFFFF) == nil)
}

@Test func `BlueCap's reading of the registry gives the first service of a UUID`() {
  var manager = ProfileManager()
  manager.addService(TISensorTag.AccelerometerService(range: .twoG))
  manager.addService(TISensorTag.AccelerometerService(range: .eightG))
  #expect(manager.services.count == 1)
  #expect(manager.services[TISensorTag.AccelerometerService.uuid]?.characteristics.count == 3)
  #expect(manager.entries.count == 2)
}

@Test func `every characteristic of the catalogue has a name, fields and a valid initial value`()
  throws
{
  for service in catalogue.entries.map(\.service) {
    #expect(!service.characteristics.isEmpty)
    for characteristic in service.characteristics {
      #expect(!characteristic.name.isEmpty)
      #expect(!characteristic.schema.isEmpty)
      #expect(characteristic.properties != [])
      let context: ProfileContext = ["calibration": "55B43D697DB15E853E07A3DDD8FBFC06"]
      guard let data = try characteristic.initialData() else { continue }
      #expect(throws: Never.self, "\(characteristic.name)") {
        try characteristic.decode(data, context: context)
      }
    }
  }
}

@Test func `a registry and what it finds print in one short line`() throws {
  var manager = ProfileManager([Nordic.UARTService()])
  manager.add(Beacons.frames[0])
  #expect("\(manager)" == "services: 1, descriptors: 0, frames: 1")
  let service = try #require(manager.service(Nordic.UARTService.uuid))
  #expect("\(service)" == "Nordic UART (6E400001-B5A3-F393-E0A9-E50E24DCCA9E)")
  #expect(
    "\(try #require(service.characteristics.first))"
      == "UART RX (6E400002-B5A3-F393-E0A9-E50E24DCCA9E)")
}
