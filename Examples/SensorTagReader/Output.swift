import BlueFutures
import Synchronization

/// Prints samples and keeps the summary; also writes the CSV file.
final class Output: Sendable {
  private let start = ContinuousClock.now
  private let csv: OutputFile?
  private let kept = Mutex(Summary())

  init(csv path: String?) throws(OutputFile.Failure) {
    guard let path else {
      csv = nil
      return
    }
    csv = try OutputFile(path: path)
    try csv?.write("seconds,x,y,z")
  }

  var summary: Summary { kept.withLock { $0 } }

  func show(_ sample: TISensorTag.AccelerometerService.Acceleration) throws(OutputFile.Failure) {
    let elapsed = ContinuousClock.now - start
    let line = SampleLine(seconds: elapsed / .seconds(1), sample: sample)
    kept.withLock { $0.add(sample, at: line.seconds) }
    try csv?.write(line.csv)
    try print(line.text)
  }

  func connected() {
    kept.withLock { $0.connected() }
  }

  func print(_ line: String) throws(OutputFile.Failure) {
    try OutputFile.standardOutput.write(line)
  }

  /// A line for people beside the samples; nobody to read it is no reason to stop.
  static func note(_ text: String) {
    try? OutputFile.standardError.write(text)
  }
}
