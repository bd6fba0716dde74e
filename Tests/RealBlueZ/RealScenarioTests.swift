import BlueFutures
import FoundationEssentials
import Glibc
import TestSupport
import Testing

extension RealBlueZTests {
  @Suite struct ScenarioTests {
    init() throws { try RealGround.ensureDaemon() }

    @Test func `the example reads twenty samples and its means are the peripheral's`() throws {
      let reader = try #require(getenv("BLUEFUTURES_READER").map { String(cString: $0) })
      let csv = "/tmp/real-samples.csv"
      #expect(Command(reader, "--system", "--seconds", "30", "--csv", csv).run() == 0)
      let text = String(decoding: try Data(contentsOf: URL(filePath: csv)), as: UTF8.self)
      let rows = text.split(separator: "\n").dropFirst().map { line in
        line.split(separator: ",").compactMap { Double($0) }
      }
      #expect(rows.count >= 20)
      let count = Double(rows.count)
      #expect(abs(rows.reduce(0) { $0 + $1[2] } / count - -2.0 / 64) < 0.05)
      #expect(abs(rows.reduce(0) { $0 + $1[3] } / count - 63.0 / 64) < 0.05)
    }

    @Test(arguments: AccelerometerScenarios.Scenario.allCases)
    func `the reader lives through`(scenario: AccelerometerScenarios.Scenario) throws {
      try AccelerometerScenarios(RealGround()).run(scenario)
    }
  }
}
