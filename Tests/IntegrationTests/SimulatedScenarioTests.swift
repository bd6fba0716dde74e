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
  @Test(arguments: AccelerometerScenarios.Scenario.allCases)
  func `the reader lives through`(scenario: AccelerometerScenarios.Scenario) throws {
    try AccelerometerScenarios(SimulatedGround()).run(scenario)
  }
}
