import BlueZ
import BlueZSimulator
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// Devices from before Bluetooth 2.1, and blocked ones.
@Suite struct OldDeviceTests {
  private static let address = "C4:BE:84:00:00:01"

  @Test func `an old device is paired with the PIN that a person gives`() throws {
    let world = PairingWorld(.legacy(pin: "1234"), permissions: .encryptRead)
    let peripheral = try world.found()
    let secret = try world.connect(peripheral)
    let person = Person()
    let pairing = peripheral.pair(agent: person.agent(.keyboardOnly))
    world.bluez.advance(by: .seconds(1))
    #expect(person.texts == ["which PIN does \(Self.address) want?"])
    person.say(.pin("1234"))
    world.bluez.advance(by: .seconds(1))
    #expect(pairing.success != nil)
    #expect(peripheral.bondState == .bonded)
    #expect(try world.bluez.wait(for: secret.read()) == Data([42]))
  }

  @Test func `a wrong PIN is a failure`() throws {
    let world = PairingWorld(.legacy(pin: "1234"))
    let peripheral = try world.found()
    let pairing = peripheral.pair(agent: .saying(.pin("4321"), .keyboardOnly))
    world.bluez.advance(by: .seconds(1))
    #expect(pairing.failure?.code == .pairingFailed)
    #expect(peripheral.bondState == .none)
  }

  @Test func `a PIN is shown that is typed at an old keyboard`() throws {
    let world = PairingWorld(.init(capability: .keyboardOnly, pin: "004711"))
    let peripheral = try world.found()
    let person = Person()
    let pairing = peripheral.pair(agent: person.agent(.displayOnly))
    world.bluez.advance(by: .seconds(1))
    #expect(person.texts == ["type 004711 at \(Self.address)"])
    person.say(.accept)
    world.bluez.advance(by: .seconds(4))
    #expect(pairing.success != nil)
  }

  @Test func `a block ends the link and its values, and refuses more until it is lifted`() throws {
    let world = PairingWorld(permissions: [])
    let peripheral = try world.found()
    let links = StreamLog(peripheral.connect())
    world.bluez.advance(by: .seconds(1))
    #expect(links.values.count == 1)
    try world.bluez.wait(for: peripheral.setBlocked(true))
    world.bluez.advance(by: .seconds(1))
    #expect(!peripheral.isConnected)
    #expect(links.failures.count == 1)
    peripheral.reconnect()
    world.bluez.advance(by: .seconds(70))
    #expect(links.values.count == 1)
    #expect(links.failures.count == 2)
    try world.bluez.wait(for: peripheral.setBlocked(false))
    peripheral.reconnect()
    world.bluez.advance(by: .seconds(2))
    #expect(links.values.count == 2)
    #expect(peripheral.isConnected)
  }
}
