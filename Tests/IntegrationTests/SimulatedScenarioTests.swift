import BlueFutures
import BlueZSimulator
import TestSupport
import Testing

/// The simulator, stepped by hand.
private struct SimulatedGround: SensorTagGround {
  let simulator = SimulatedBlueZ()
  let session: Session

  init() {
    simulator.addAdapter().add(.sensorTag(motion: .counting))
    session = simulator.session()
  }

  func wait<Value: Sendable>(for future: Future<Value>, within limit: Duration) throws -> Value {
    try simulator.wait(for: future, within: limit)
  }

  func restartDaemon() {
    simulator.killDaemon()
    simulator.startDaemon()
  }
}

@Suite struct SimulatedScenarioTests {
  @Test func `the reader gets twenty typed samples`() throws {
    try AccelerometerScenarios(SimulatedGround()).readsTypedSamples()
  }

  @Test func `samples resume once each after a lost link`() throws {
    try AccelerometerScenarios(SimulatedGround()).resumesAfterALostLink()
  }

  @Test func `samples resume once each after three seconds of silence`() throws {
    try AccelerometerScenarios(SimulatedGround()).resumesAfterSilence()
  }

  @Test func `an ATT error on a read fails that read only`() throws {
    try AccelerometerScenarios(SimulatedGround()).anErrorFailsItsReadOnly()
  }

  @Test func `samples resume once each after the daemon was killed`() throws {
    try AccelerometerScenarios(SimulatedGround()).resumesAfterTheDaemonWasKilled()
  }
}
