import BlueFutures
import Glibc
import Synchronization

/// Prints samples and keeps the summary; also writes the CSV file.
final class Output: Sendable {
  struct Shared {
    var summary = Summary()
    var csv: CSVFile?
  }

  private let start = ContinuousClock.now
  private let shared: Mutex<Shared>

  init(csv path: String?) throws(CSVFile.Failure) {
    var shared = Shared()
    if let path { shared.csv = try CSVFile(path) }
    self.shared = Mutex(shared)
  }

  var summary: Summary { shared.withLock { $0.summary } }

  func show(_ sample: TISensorTag.AccelerometerService.Acceleration) throws(CSVFile.Failure) {
    let elapsed = ContinuousClock.now - start
    let seconds = elapsed / .seconds(1)
    let line = SampleLine(seconds: seconds, sample: sample)
    try shared.withLock { shared throws(CSVFile.Failure) in
      shared.summary.add(sample, at: seconds)
      try shared.csv?.write(line.csv)
    }
    print(line.text)
    fflush(stdout)
  }

  func connected() {
    shared.withLock { $0.summary.connected() }
  }

  func note(_ text: String) {
    fputs("\(text)\n", stderr)
  }
}
