import BlueFutures
import Synchronization

/// Prints samples and keeps the summary; also writes the CSV file.
final class Output: Sendable {
  private let start = ContinuousClock.now
  private let csv: OutputFile?
  private let kept = Mutex(Kept())

  private struct Kept {
    var summary = Summary()
    /// How many links there had been when the end of one was last told.
    var told: Int?
  }

  init(csv path: String?) throws(OutputFile.Failure) {
    guard let path else {
      csv = nil
      return
    }
    csv = try OutputFile(path: path)
    try csv?.write("seconds,x,y,z")
  }

  var summary: Summary { kept.withLock { $0.summary } }

  func show(_ sample: TISensorTag.AccelerometerService.Acceleration) throws(OutputFile.Failure) {
    let elapsed = ContinuousClock.now - start
    let line = SampleLine(seconds: elapsed / .seconds(1), sample: sample)
    kept.withLock { $0.summary.add(sample, at: line.seconds) }
    try csv?.write(line.csv)
    try print(line.text)
  }

  func connected() {
    kept.withLock { $0.summary.connected() }
  }

  /// Tells why there is no link.
  ///
  /// The connection and the samples both fail when a link is lost, which is told once.
  func interrupted(_ error: any Error) {
    let isNews = kept.withLock { kept in
      defer { kept.told = kept.summary.links }
      return kept.told != kept.summary.links
    }
    switch error {
    case CentralError.disconnected, CentralError.resetting: if isNews { Self.note("\(error)") }
    default: Self.note("\(error)")
    }
  }

  func print(_ line: String) throws(OutputFile.Failure) {
    try OutputFile.standardOutput.write(line)
  }

  /// A line for people beside the samples; nobody to read it is no reason to stop.
  static func note(_ text: String) {
    try? OutputFile.standardError.write(text)
  }
}
