import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Profiles
import Testing

@testable import CentralRole

/// Public reports of what broken values do to typed streams, by their number.
@Suite struct GroupLValueTests {
  typealias Rate = BluetoothSIG.HeartRateService.Measurement

  @Test func `B126 a value that is too short is one failure and the next is delivered`() throws {
    let world = SimulatedWorld()
    let characteristic = try world.connected()
    let rates = StreamLog(characteristic.receiveNotificationUpdates(as: Rate.self))
    _ = characteristic.startNotifying()
    world.bluez.advance(by: .seconds(1))
    for octets in [[], [0x10], [0x00, 72]] as [[UInt8]] {
      world.tag.notify(Data(octets), from: world.value)
      world.bluez.advance(by: .seconds(1))
    }
    #expect(rates.values.map(\.rate) == [72])
    #expect(rates.codes == [.notSerializable, .notSerializable])
    world.tag.notify(Data([0x00, 75]), from: world.value)
    world.bluez.advance(by: .seconds(1))
    #expect(rates.values.map(\.rate) == [72, 75])
  }

  @Test(
    arguments: [
      [0x4F, 0x54, 0x41, 0, 0, 0, 0x82, 0, 0x02, 0xF0], [0x82], Array(repeating: 0, count: 20),
    ] as [[UInt8]])
  func `B128 broken text is repaired or refused, and its octets stay`(octets: [UInt8]) throws {
    let world = SimulatedWorld()
    let characteristic = try world.connected()
    world.value.value = Data(octets)
    let text = characteristic.read(
      using: BluetoothSIG.DeviceInformationService.manufacturerName)
    world.bluez.advance(by: .seconds(1))
    #expect(text.isCompleted)
    if let failure = text.failure { #expect(failure.code == .notSerializable) }
    #expect(characteristic.data == Data(octets))
  }
}
