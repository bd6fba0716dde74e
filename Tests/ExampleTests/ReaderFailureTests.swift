import BlueFutures
import BlueZSimulator
import Testing

@testable import SensorTagReader

/// What nothing but a person can mend is one failure with a text that says how.
@Suite struct ReaderFailureTests {
  @Test func `no adapter`() {
    #expect(
      SteppedReader(SimulatedBlueZ()).seen(after: 5).failures == [
        "there is no Bluetooth adapter to work with: plug one in, or look at `bluetoothctl list`"
      ])
  }

  @Test func `an adapter that is not there`() {
    let bluez = SimulatedBlueZ()
    bluez.addAdapter().add(.sensorTag())
    #expect(
      SteppedReader(bluez, adapter: "hci1").seen(after: 5).failures == [
        "there is no Bluetooth adapter hci1: `bluetoothctl list` shows those that are there"
      ])
  }

  @Test(arguments: [nil, "hci0"])
  func `an adapter that is switched off`(adapter: String?) {
    let bluez = SimulatedBlueZ()
    bluez.addAdapter(isPowered: false).add(.sensorTag())
    #expect(
      SteppedReader(bluez, adapter: adapter).seen(after: 5).failures == [
        "the Bluetooth adapter hci0 is switched off: run `bluetoothctl power on`"
      ])
  }

  @Test func `a policy that forbids it`() {
    let bluez = SimulatedBlueZ()
    bluez.denyAccess()
    #expect(
      SteppedReader(bluez).seen(after: 5).failures == [
        "the bus refuses access to BlueZ: run as root or add the user to the group `bluetooth`"
      ])
  }

  @Test func `no daemon`() {
    let bluez = SimulatedBlueZ()
    bluez.killDaemon()
    #expect(
      SteppedReader(bluez).seen(after: 5).failures == [
        "nobody owns org.bluez on the message bus: run `systemctl start bluetooth`"
      ])
  }

  @Test func `nothing within the deadline`() {
    let bluez = SimulatedBlueZ()
    bluez.addAdapter()
    let world = SteppedReader(bluez)
    #expect(world.seen(after: 9).failures.isEmpty)
    world.bluez.advance(by: .seconds(2))
    #expect(
      world.seen.failures == [
        "the scan for F000AA10-0451-4000-B000-000000000000 ended at its deadline of 10.0 seconds: "
          + "check that the peripheral advertises and is near"
      ])
    let error = #expect(throws: AccelerometerReader.Failure.self) { try world.reader.found() }
    #expect(error.map { "\($0)" } == "no peripheral was found yet")
  }

  @Test func `a peripheral without the service`() {
    #expect(
      SteppedReader(.withoutTheService()).seen(after: 10).failures == [
        "the peripheral C4:BE:84:00:00:01 has no F000AA10-0451-4000-B000-000000000000: "
          + "it is no SensorTag CC2541, or the daemon remembers it wrongly, which "
          + "`bluetoothctl remove C4:BE:84:00:00:01` mends"
      ])
  }

  @Test func `a service without its characteristics`() throws {
    #expect(
      SteppedReader(try .withoutTheSwitch()).seen(after: 10).failures == [
        "the peripheral C4:BE:84:00:00:01 has no F000AA12-0451-4000-B000-000000000000: "
          + "it is no SensorTag CC2541, or the daemon remembers it wrongly, which "
          + "`bluetoothctl remove C4:BE:84:00:00:01` mends"
      ])
  }

  @Test func `samples that are too short`() throws {
    let seen = SteppedReader(try .withShortSamples()).seen(after: 10)
    #expect(
      seen.failures == [
        "the value of F000AA11-0451-4000-B000-000000000000 does not fit its type "
          + "(field z at offset 2: needs 1 octet, 0 available; "
          + "the value was cut off or has another layout)"
      ])
    #expect(seen.samples.isEmpty)
  }

  @Test(arguments: [
    (
      ATTError(code: 0x80),
      "(Application Error): the service's own specification says what this code means"
    ),
    (ATTError.writeNotPermitted, "(Write Not Permitted): the attribute cannot be written"),
  ])
  func `a peripheral that refuses writes`(error: ATTError, reason: String) throws {
    #expect(
      SteppedReader(try .refusingWrites(with: error)).seen(after: 10).failures == [
        "the peripheral refused the write of F000AA12-0451-4000-B000-000000000000: "
          + "ATT error 0x\(error.code == 0x80 ? "80" : "03") \(reason)"
      ])
  }

  @Test func `a read back that fails`() throws {
    let tag = SimulatedPeripheral.sensorTag()
    tag.services.first?.characteristics[2].failNextRead(with: .insufficientEncryption)
    #expect(
      SteppedReader(tag).seen(after: 10).failures == [
        "the peripheral refused the read of F000AA13-0451-4000-B000-000000000000 over a link that "
          + "is not secure enough, ATT error 0x05 (Insufficient Authentication): pair() with it, "
          + "then try again"
      ])
  }
}
