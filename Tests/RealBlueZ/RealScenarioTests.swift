import BlueFutures
import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// A real bluetoothd in a virtual machine, with a peripheral on a virtual radio.
///
/// `scripts/test-real-bluez` makes this ground and names its parts in the environment.
private struct RealGround: SensorTagGround {
  static let isHere = getenv("BLUEFUTURES_REAL_BLUEZ").map { String(cString: $0) } == "1"

  /// Its log is the first thing to read when a test fails.
  let session = Session.system(log: { line in
    print("\(ContinuousClock.now - RealGround.start) \(line)")
  })
  private static let start = ContinuousClock.now

  func wait<Value: Sendable>(for future: Future<Value>, within limit: Duration) throws -> Value {
    try future.wait(timeout: limit)
  }

  func restartDaemon() throws {
    try #require(Command("/run/restart-bluetoothd").run() == 0)
  }
}

@Suite(.serialized, .enabled(if: RealGround.isHere))
struct RealScenarioTests {
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

/// A program that is run to its end.
private struct Command {
  let arguments: [String]

  init(_ arguments: String...) { self.arguments = arguments }

  /// The exit status; −1 if the program could not be run or was killed.
  func run() -> Int32 {
    var id = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    guard posix_spawnp(&id, arguments[0], nil, nil, words, environ) == 0 else { return -1 }
    var status: Int32 = 0
    guard waitpid(id, &status, 0) == id, status & 0x7f == 0 else { return -1 }
    return (status >> 8) & 0xff
  }
}
