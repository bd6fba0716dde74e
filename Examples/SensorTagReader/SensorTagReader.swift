import BlueFutures
import BlueZSimulator
import Dispatch
import Glibc

/// The program around the chain: options in, samples and a summary out.
@main
enum SensorTagReader {
  static func main() {
    // A reader of the output that has gone is an error of the write.
    signal(SIGPIPE, SIG_IGN)
    do {
      switch try Options.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help: try OutputFile.standardOutput.write(Options.help)
      case .run(let options): try run(options)
      }
    } catch {
      Output.note("SensorTagReader: \(error)")
      exit(error is Options.Invalid ? 2 : 1)
    }
  }

  /// Reads until the time is over, Ctrl-C, or a failure, then disconnects.
  private static func run(_ options: Options) throws {
    let output = try Output(csv: options.csv)
    let world = World(options.source, note: Output.note)
    let reader = AccelerometerReader(manager: world.manager, adapter: options.source.adapter)
    let end = Promise<Void>()

    let interrupts = Interrupts { end.success(()) }
    let samples = reader.start(period: .init(milliseconds: 100)) { event in
      switch event {
      case .connected: output.connected()
      case .period(let period): Output.note("sampling every \(period.milliseconds) ms")
      case .interrupted(let error): output.interrupted(error)
      case .failed(let error): end.failure(error)
      case .sample(let sample):
        do {
          try output.show(sample)
        } catch {
          end.failure(error)
        }
      }
    }

    let outcome = Result { try wait(for: end.future, seconds: options.seconds, output) }
    // First, so that no failure on the way out makes the chain connect again.
    samples.cancel()
    do {
      try reader.found().disconnect().wait(timeout: .seconds(12))
    } catch AccelerometerReader.Failure.nothingFound {
      // No link to end.
    } catch {
      Output.note("the link may still be there: \(error)")
    }
    interrupts.stop()
    if case .failure = outcome, output.summary.samples == 0 { return try outcome.get() }
    try output.print(output.summary.text)
    try outcome.get()
  }

  /// Waits for Ctrl-C or a failure, but not longer than asked.
  private static func wait(for end: Future<Void>, seconds: Double?, _ output: Output) throws {
    guard let seconds else { return try end.wait() }
    do {
      try end.wait(timeout: .seconds(seconds))
    } catch FuturesError.timeout where end.result == nil {
      if output.summary.samples == 0 { throw NoSamples(seconds: seconds) }
    }
  }

  /// The time was over before anything was read.
  struct NoSamples: Error, CustomStringConvertible {
    let seconds: Double

    var description: String {
      "no sample arrived within \(SampleLine.fixed(seconds, digits: 1)) s: finding a SensorTag and "
        + "connecting take a few seconds, so give --seconds more, and check that it is on and near"
    }
  }
}
