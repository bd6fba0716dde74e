import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Public reports of what a bus's limits do to long runs, by their number.
@Suite struct GroupOBusTests {
  @Test func `B146 a bus that allows 20 open calls gets no more and all reads succeed`() throws {
    let bluez = SimulatedBlueZ()
    let adapter = bluez.addAdapter()
    let tags = (1...25).map { number in
      let tag = SimulatedPeripheral(
        name: "Tag \(number)", address: SimulatedBlueZ.peripheralAddress(UInt8(number)),
        advertisedServices: [0xFFE0],
        services: [
          SimulatedService(
            uuid: 0xFFE0,
            characteristics: (0..<4).map {
              SimulatedCharacteristic(
                uuid: BluetoothUUID(0xFFE1 + UInt16($0)), properties: [.read],
                value: Data([UInt8(number), UInt8($0)]))
            })
        ])
      adapter.add(tag)
      return tag
    }
    let manager = CentralManager(session: bluez.session())
    bluez.advance(by: .seconds(1))
    let found = StreamLog(manager.startScanning(capacity: 32))
    bluez.advance(by: .seconds(10))
    manager.stopScanning()
    #expect(found.values.count == tags.count)
    for peripheral in found.values { peripheral.connect().forEach { _ in } }
    bluez.advance(by: .seconds(60))
    for peripheral in found.values { _ = peripheral.discoverAttributes() }
    bluez.advance(by: .seconds(5))
    bluez.busLimits.pendingReplies = 20
    let before = bluez.calls.count
    let reads = (0..<5).flatMap { _ in
      found.values.flatMap { peripheral in
        peripheral.services.flatMap(\.characteristics).map { $0.read() }
      }
    }
    #expect(reads.count == 500)
    bluez.advance(by: .seconds(35))
    let values = reads.compactMap(\.success)
    #expect(values.count == 500, "\(reads.compactMap { $0.failure.map { "\($0)" } }.prefix(1))")
    let calls = bluez.calls.dropFirst(before)
    #expect(calls.count { $0.method == "ReadValue" } == 500)
    #expect((calls.map(\.openCalls).max() ?? 0) <= 20)
  }
}
