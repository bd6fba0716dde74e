import Glibc
import Synchronization

/// The signals that came to the tool, in their order.
///
/// A handler may do next to nothing, so it writes them into a pipe.
final class Signals: Sendable {
  /// A signal, and whether the terminal gave it to the whole group of processes.
  struct Received {
    let number: Int32
    let isFromTerminal: Bool
  }

  static let handled = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD]

  /// Where the handler writes; there is one for the process.
  private static let destination = Atomic<Int32>(-1)

  private let reading: Int32

  /// Handles signals from now on.
  init() throws {
    let pipe = try Pipe()
    reading = pipe.keepReading()
    Self.destination.store(pipe.keepWriting(), ordering: .releasing)
    for number in Self.handled {
      var action = sigaction()
      action.__sigaction_handler.sa_sigaction = { number, info, _ in
        // A positive code means that the kernel sent it: for the terminal, or of a child.
        let isFromTerminal: Int32 = (info?.pointee.si_code ?? 0) > 0 ? 0x100 : 0
        var message = number | isFromTerminal
        let before = errno
        _ = write(Signals.destination.load(ordering: .acquiring), &message, 4)
        errno = before
      }
      action.sa_flags = SA_SIGINFO | SA_RESTART
      sigaction(number, &action, nil)
    }
  }

  deinit {
    for number in Self.handled { signal(number, SIG_DFL) }
    let writing = Self.destination.exchange(-1, ordering: .acquiringAndReleasing)
    close(writing)
    close(reading)
  }

  /// Waits for the next signal.
  func next() throws -> Received {
    var message: Int32 = 0
    while read(reading, &message, 4) != 4 {
      guard errno == EINTR else {
        throw Failure("failed", "signals: \(String(cString: strerror(errno)))")
      }
    }
    return Received(number: message & 0xFF, isFromTerminal: message & 0x100 != 0)
  }

  /// Waits until somebody wants the tool to end, and checks whenever a child ends.
  func wait(check: () throws -> Void) throws {
    while try next().number == SIGCHLD { try check() }
  }
}
