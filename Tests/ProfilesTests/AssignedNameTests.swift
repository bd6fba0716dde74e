import GATT
import Profiles
import Testing

@Suite struct AssignedNameTests {
  @Test func `numbers of the Bluetooth SIG have their names`() {
    #expect(AssignedName.service(0x180D)?.name == "Heart Rate")
    #expect(AssignedName.characteristic(0x2A37)?.name == "Heart Rate Measurement")
    #expect(
      AssignedName.characteristic(0x2A37)?.identifier
        == "org.bluetooth.characteristic.heart_rate_measurement")
    #expect(AssignedName.descriptor(0x2902)?.name == "Client Characteristic Configuration")
    #expect(AssignedName.service(0x180D)?.source == "gss")
  }

  @Test func `vendors' numbers have theirs`() {
    let uart: BluetoothUUID = 0x6E400001_B5A3_F393_E0A9_E50E24DCCA9E
    #expect(AssignedName.service(uart)?.source == "nordic")
    #expect(uart.assignedName == AssignedName.service(uart)?.name)
  }

  @Test func `companies have theirs`() {
    #expect(AssignedName.company(0x004C) == "Apple, Inc.")
    #expect(AssignedName.company(0x000D) == "Texas Instruments Inc.")
  }

  @Test func `what has no name has none`() {
    #expect(AssignedName.service(0x0001) == nil)
    #expect(AssignedName.company(0xFFFE) == nil)
    let unknown: BluetoothUUID = 0xFFFF
    #expect(unknown.assignedName == nil)
  }

  @Test func `every line of the tables was read`() {
    #expect(AssignedName.counts == [125, 662, 18, 3918])
  }

  @Test func `a table takes any text`() {
    let table = NameTable("1\ta\tb\n\n2\t\n3") { Int($0) }
    #expect(table[1] == ["a", "b"])
    #expect(table[2] == [""])
    #expect(table[3] == [])
    #expect(table[4] == nil)
    #expect(NameTable("") { Int($0) }.count == 0)
  }
}
