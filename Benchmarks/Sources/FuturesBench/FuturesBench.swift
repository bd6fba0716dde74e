import FoundationEssentials
import Glibc

/// Measures promises, futures and streams beside the least that they could cost.
///
/// Usage: FuturesBench [ROUNDS] [--smoke] [--json FILE]
///
/// Fails if a result is wrong or a callback is lost, but not because a target is missed.
@main
enum FuturesBench {
  private static var rows: [Row] {
    PromiseRows.rows + ChainRows.rows + CollectRows.rows + AwaitRows.rows + PingPong.rows
      + QueueRows.rows + TimeoutRows.rows + LoopRows.rows + StreamRows.rows + ThreadStreams.rows
  }

  static func main() async {
    do {
      Watchdog.install()
      try await measure(Options(Array(CommandLine.arguments.dropFirst())))
    } catch {
      note("\(error)")
      exit(1)
    }
  }

  private static func measure(_ options: Options) async throws {
    let measurement = try await Measurement(
      rows, rounds: options.rounds, smoke: options.isSmoke,
      progress: { note("Round \($0) of \(options.rounds)") })
    var figures = try await measurement.figures()
    for row in PromiseRows.allocations + ChainRows.allocations {
      figures.append(try await row.figure())
    }
    for row in TimeoutRows.heap + LoopRows.heap + OverflowRows.heap {
      figures.append(try await row.figure(smoke: options.isSmoke))
    }
    Table(figures: figures, rounds: options.rounds).print()
    guard let file = options.json else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(figures).write(to: URL(filePath: file))
  }

  /// A line for people, apart from the figures.
  private static func note(_ text: String) {
    let line = Array("\(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
