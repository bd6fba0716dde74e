import Dispatch
import Glibc

/// Calls back at the first Ctrl-C or SIGTERM; a second one ends the program at once.
final class Interrupts {
  private let sources: [any DispatchSourceSignal]

  init(_ first: @escaping @Sendable () -> Void) {
    sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        signal(number, SIG_DFL)
        first()
      }
      source.resume()
      // Only now, so that no signal falls between the default and the source.
      signal(number, SIG_IGN)
      return source
    }
  }

  /// From now on the signals end the program.
  func stop() {
    for source in sources { source.cancel() }
    signal(SIGINT, SIG_DFL)
    signal(SIGTERM, SIG_DFL)
  }
}
