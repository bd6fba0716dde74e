import BlueFutures
import BlueZSimulator
import FoundationEssentials
import Testing

@testable import SensorTagReader

@Suite struct ReaderTests {
  private let tag = SimulatedPeripheral.sensorTag(motion: .counting)

  @Test func `the period is set and read back, and samples come once a period`() {
    let world = SteppedReader(tag)
    world.start(milliseconds: 500)
    world.bluez.advance(by: .seconds(5))
    let before = world.seen.samples.count
    world.bluez.advance(by: .seconds(5))
    #expect(world.seen.periods == [500])
    #expect(world.seen.samples.count == before + 10)
    #expect(tag.services.first?.characteristics[2].value == Data([50]))
    expectOnceEach(world.seen.samples)
    #expect(world.seen.samples.allSatisfy { $0.y == -2.0 / 64 && $0.z == 63.0 / 64 })
    #expect(world.seen.interruptions.isEmpty && world.seen.failures.isEmpty)
  }

  @Test func `a period that the sensor does not know is refused before it is sent`() {
    let world = SteppedReader(tag)
    world.start(milliseconds: 50)
    world.bluez.advance(by: .seconds(5))
    #expect(
      world.seen.failures == [
        "the value of F000AA13-0451-4000-B000-000000000000 does not fit its type (field period: "
          + "50 ms is outside 100...2550 ms; write a value of that range)"
      ])
    #expect(tag.services.first?.characteristics[2].value == Data([100]))
  }

  @Test func `a lost link is told, made again and counted`() {
    let world = SteppedReader(tag)
    let before = world.seen(after: 5)
    #expect(before.summary.reconnects == 0)
    tag.dropLink()
    world.bluez.advance(by: .seconds(5))
    let after = world.seen
    // From the connection and from the samples.
    #expect(
      Set(after.interruptions) == [
        "disconnected from C4:BE:84:00:00:01: the link was lost; reconnect() connects again"
      ])
    #expect(after.summary.reconnects == 1)
    #expect(after.periods == [100, 100])
    #expect(after.failures.isEmpty)
    #expect(after.samples.count > before.samples.count + 10)
    expectOnceEach(after.samples)
  }

  @Test func `a killed daemon is told and the chain runs again once it is back`() {
    let world = SteppedReader(tag)
    let before = world.seen(after: 5)
    world.bluez.restartDaemon()
    world.bluez.advance(by: .seconds(20))
    let after = world.seen
    #expect(
      Set(after.interruptions) == [
        "disconnected from C4:BE:84:00:00:01: the Bluetooth daemon went away; "
          + "the manager's state tells when to connect again"
      ])
    #expect(after.failures.isEmpty)
    #expect(after.samples.count > before.samples.count + 10)
    expectOnceEach(after.samples)
  }

  @Test(arguments: Array(stride(from: 110, through: 590, by: 20)))
  func `whenever the daemon is killed, the chain runs again`(milliseconds: Int) {
    let world = SteppedReader(tag)
    world.start(milliseconds: 200)
    world.bluez.advance(by: .milliseconds(milliseconds))
    world.bluez.restartDaemon()
    world.bluez.advance(by: .seconds(15))
    #expect(world.seen.failures.isEmpty)
    #expect(world.seen.samples.count > 10)
    expectOnceEach(world.seen.samples)
  }

  @Test(arguments: Array(stride(from: 110, through: 590, by: 20)))
  func `whenever the link is lost, the chain runs again`(milliseconds: Int) {
    let world = SteppedReader(tag)
    world.start(milliseconds: 200)
    world.bluez.advance(by: .milliseconds(milliseconds))
    tag.dropLink()
    world.bluez.advance(by: .seconds(15))
    #expect(world.seen.failures.isEmpty)
    #expect(world.seen.samples.count > 10)
    expectOnceEach(world.seen.samples)
  }

  @Test func `a link that is refused at first is made in the end`() {
    tag.failNextConnects(2, reason: "le-connection-abort-by-local")
    let seen = SteppedReader(tag).seen(after: 10)
    #expect(seen.samples.count > 10)
    #expect(seen.failures.isEmpty)
  }

  @Test func `after its end the reader is silent and the peripheral is free`() throws {
    let world = SteppedReader(tag)
    let samples = world.start()
    world.bluez.advance(by: .seconds(5))
    let peripheral = try world.reader.found()
    try world.bluez.wait(for: peripheral.disconnect())
    samples.cancel()
    let count = world.seen.samples.count
    world.bluez.advance(by: .seconds(60))
    #expect(!tag.isConnected)
    #expect(world.seen.samples.count == count)
    #expect(world.seen.interruptions.isEmpty && world.seen.failures.isEmpty)
  }

  /// The counter of the samples goes on; a doubled sample would stand still.
  private func expectOnceEach(_ samples: [TISensorTag.AccelerometerService.Acceleration]) {
    let counts = samples.map { Int($0.x * 64) }
    for (count, next) in zip(counts, counts.dropFirst()) {
      #expect((1...50).contains((next - count + 100) % 100), "\(next) after \(count) in \(counts)")
    }
  }
}
