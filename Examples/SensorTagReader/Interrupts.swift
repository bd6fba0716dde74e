import Dispatch
import Glibc

/// Calls back at the first Ctrl-C or SIGTERM; a second one ends the program at once.
///
/// The signals are blocked before anything listens, so that they wait and none is lost.
final class Interrupts {
  private let sources: [any DispatchSourceSignal]

  init(_ first: @escaping @Sendable () -> Void) {
    Self.setMask(SIG_BLOCK)
    sources = [SIGINT, SIGTERM].map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // From now on this thread takes them, and ends the program as they always do.
        Self.setMask(SIG_UNBLOCK)
        first()
      }
      source.resume()
      return source
    }
  }

  /// From now on the signals end the program.
  func stop() {
    for source in sources { source.cancel() }
    Self.setMask(SIG_UNBLOCK)
  }

  private static func setMask(_ how: Int32) {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    pthread_sigmask(how, &signals, nil)
  }
}
