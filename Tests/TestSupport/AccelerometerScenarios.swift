import BlueFutures
import Testing

@testable import SensorTagReader

/// What the accelerometer reader must live through, the same on every ground.
package struct AccelerometerScenarios {
  typealias Accelerometer = TISensorTag.AccelerometerService

  /// What is to happen, by the sentence that it proves.
  package enum Scenario: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case typedSamples = "the reader gets twenty typed samples"
    case lostLink = "samples resume once each after a lost link"
    case silence = "samples resume once each after three seconds of silence"
    case failingRead = "an ATT error on a read fails that read only"
    case killedDaemon = "samples resume once each after the daemon was killed"

    package var testDescription: String { rawValue }
  }

  private let ground: any SensorTagGround
  private let reader: AccelerometerReader
  private let log = SampleLog()
  /// Emulated machines are slow; what ends well ends long before.
  private let limit: Duration = .seconds(150)

  package init(_ ground: any SensorTagGround) {
    self.ground = ground
    reader = AccelerometerReader(manager: CentralManager(session: ground.session))
  }

  package func run(_ scenario: Scenario) throws {
    switch scenario {
    case .typedSamples: try readsTypedSamples()
    case .lostLink: try resumesAfterALostLink()
    case .silence: try resumesAfterSilence()
    case .failingRead: try anErrorFailsItsReadOnly()
    case .killedDaemon: try resumesAfterTheDaemonWasKilled()
    }
  }

  /// Twenty typed samples, whose means are those of the peripheral.
  private func readsTypedSamples() throws {
    let samples = start()
    let seen = try ground.wait(for: log.future { $0.samples.count >= 20 }, within: limit)
    #expect(seen.links == 1)
    #expect(seen.periods == [100])
    let count = Double(seen.samples.count)
    let mean = seen.samples.reduce(into: (y: 0.0, z: 0.0)) { sum, sample in
      sum = (sum.y + sample.y / count, sum.z + sample.z / count)
    }
    #expect(abs(mean.y - -2.0 / 64) < 0.05)
    #expect(abs(mean.z - 63.0 / 64) < 0.05)
    expectOnceEach(seen.samples[...])
    try finish(samples)
  }

  /// A link that the peripheral drops: the chain runs again.
  private func resumesAfterALostLink() throws {
    try resumes(after: .dropLink)
  }

  /// A peripheral that cannot be heard for three seconds after it dropped the link.
  private func resumesAfterSilence() throws {
    try resumes(after: .dropLinkAndBeSilent)
  }

  private func resumes(after command: ControlCommand) throws {
    let samples = start()
    _ = try ground.wait(for: log.future { $0.samples.count >= 5 }, within: limit)
    try send(command)
    let lost = try ground.wait(for: log.future { !$0.interruptions.isEmpty }, within: limit)
    let seen = try ground.wait(
      for: log.future { $0.links == 2 && $0.samples.count >= lost.samples.count + 15 },
      within: limit)
    for error in seen.interruptions { #expect((error as? CentralError)?.code == .disconnected) }
    expectOnceEach(seen.samples[lost.samples.count...])
    try finish(samples)
  }

  /// An ATT error fails the read that it answers and nothing else.
  private func anErrorFailsItsReadOnly() throws {
    let samples = start()
    _ = try ground.wait(for: log.future { $0.samples.count >= 3 }, within: limit)
    try send(.failNextRead)
    let data = try characteristic(Accelerometer.data.uuid)
    let refused = data.read(as: Accelerometer.Acceleration.self)
    let error = #expect(throws: CentralError.self) {
      try ground.wait(for: refused, within: limit)
    }
    #expect(error?.code == .att)
    #expect(error?.attError == ATTError(code: 0x80))
    let next = try ground.wait(for: data.read(as: Accelerometer.Acceleration.self), within: limit)
    #expect(next.z == 63.0 / 64)
    let before = log.seen.samples.count
    let seen = try ground.wait(for: log.future { $0.samples.count >= before + 5 }, within: limit)
    #expect(seen.interruptions.isEmpty)
    #expect(seen.links == 1)
    try finish(samples)
  }

  /// The daemon is killed while samples flow, and they flow again once it is back.
  private func resumesAfterTheDaemonWasKilled() throws {
    let samples = start()
    _ = try ground.wait(for: log.future { $0.samples.count >= 5 }, within: limit)
    try ground.restartDaemon()
    let lost = try ground.wait(for: log.future { !$0.interruptions.isEmpty }, within: limit)
    let seen = try ground.wait(
      for: log.future { $0.samples.count >= lost.samples.count + 15 }, within: limit)
    for error in seen.interruptions { #expect((error as? CentralError)?.code == .resetting) }
    #expect(seen.links >= 2)
    expectOnceEach(seen.samples[lost.samples.count...])
    try finish(samples)
  }

  // MARK: Steps

  private func start() -> FutureStream<Accelerometer.Acceleration> {
    reader.start(period: .init(milliseconds: 100)) { [log] event in log.add(event) }
  }

  /// Leaves nothing behind that would wake up in another scenario.
  private func finish(_ samples: FutureStream<Accelerometer.Acceleration>) throws {
    let peripheral = try reader.found()
    samples.cancel()
    try ground.wait(for: peripheral.disconnect(), within: limit)
    #expect(!peripheral.isConnected)
  }

  private func characteristic(_ uuid: BluetoothUUID) throws -> Characteristic {
    let peripheral = try reader.found()
    let service = try #require(peripheral.services(withUUID: Accelerometer.uuid)?.first)
    return try #require(service.characteristics(withUUID: uuid)?.first)
  }

  private func send(_ command: ControlCommand) throws {
    let control = try characteristic(ControlCommand.uuid)
    try ground.wait(for: control.write(command.rawValue), within: limit)
  }

  /// The counter of the samples goes on; a doubled sample would stand still.
  private func expectOnceEach(_ samples: ArraySlice<Accelerometer.Acceleration>) {
    let counts = samples.map { Int($0.x * 64) }
    for (count, next) in zip(counts, counts.dropFirst()) {
      let step = (next - count + 100) % 100
      #expect((1...20).contains(step), "sample \(next) after \(count) in \(counts)")
    }
  }
}
