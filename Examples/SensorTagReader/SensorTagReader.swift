import BlueFutures
import BlueZSimulator
import Dispatch
import Glibc

/// The program around the chain: options in, samples and a summary out.
@main
enum SensorTagReader {
  static func main() {
    let options: Options
    do {
      switch try Options.parse(Array(CommandLine.arguments.dropFirst())) {
      case .help:
        print(Options.help)
        return
      case .run(let parsed):
        options = parsed
      }
    } catch {
      Output.note("SensorTagReader: \(error)")
      exit(2)
    }
    do {
      try run(options)
    } catch {
      Output.note("SensorTagReader: \(error)")
      exit(1)
    }
  }

  /// Reads until the time is over, Ctrl-C, or a failure, then disconnects.
  private static func run(_ options: Options) throws {
    let output = try Output(csv: options.csv)
    let world = World(options.source, note: Output.note)
    let reader = AccelerometerReader(manager: world.manager)
    let end = Promise<Void>()

    let interrupts = Interrupts { end.success(()) }
    let samples = reader.start(period: .init(milliseconds: 100)) { event in
      switch event {
      case .connected: output.connected()
      case .period(let period): Output.note("sampling every \(period.milliseconds) ms")
      case .interrupted(let error): Output.note("\(error)")
      case .failed(let error): end.failure(error)
      case .sample(let sample):
        do {
          try output.show(sample)
        } catch {
          end.failure(error)
        }
      }
    }

    let outcome = Result {
      if let seconds = options.seconds {
        try end.future.timeout(.seconds(seconds)).recover { error in
          guard case FuturesError.timeout = error else { throw error }
        }.wait()
      } else {
        try end.future.wait()
      }
    }
    do {
      try reader.found().disconnect().wait(timeout: .seconds(12))
    } catch AccelerometerReader.Failure.notFound {
      // Nothing was connected yet.
    } catch {
      Output.note("the link may still be there: \(error)")
    }
    samples.cancel()
    interrupts.stop()
    if output.summary.samples > 0 { try output.print(output.summary.text) }
    try outcome.get()
  }
}
