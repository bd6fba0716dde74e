import DBus
import Futures

/// What went over the daemon's bus.
extension SimulatedBlueZ {
  /// What went over the daemon's bus so far, one line a call, reply or signal.
  ///
  /// The newest ones are kept, as many as ``transcriptLimit`` says.
  public var transcript: [String] { log.lines }

  /// How many lines of the transcript are kept at most, 10,000 at first; the oldest tenth goes when
  /// it is full.
  ///
  /// A busy world that nobody reads the transcript of is faster with a small one. Less than 1 is
  /// taken as 1.
  public var transcriptLimit: Int {
    get { log.limit }
    set { log.limit = newValue }
  }

  /// The same as one text, each line after the time of the world's clock in milliseconds.
  public var timedTranscript: String {
    log.timedLines.map { time, line in
      "\(time / .milliseconds(1)) \(line)\n"
    }.joined()
  }

  /// Lets the transcript begin again, so that a test compares what follows.
  public func clearTranscript() { log.clear() }

  /// Hears each line of the transcript as it is written, on the world's loop.
  public func onTranscript(_ hear: (@Sendable (String) -> Void)?) { log.onLine(hear) }

  /// Hears what the centrals of a ``WorldDocument`` do, read and are notified of, one line each.
  ///
  /// The lines are those of the transcript, such as `central Phone: read 2A19: 5A {"level": 90}`, and
  /// come on the world's loop.
  public func onCentral(_ hear: (@Sendable (String) -> Void)?) {
    shared.withLock { $0.onCentral = hear }
  }

  /// The calls that programs made so far, with their times and how many were open at once.
  ///
  /// The newest 9,000 calls at least are kept.
  public var calls: [SimulatedCall] { callLog.calls }

  /// What the world's own message bus allows.
  ///
  /// Programs that exceed it get `LimitsExceeded`, as on a system with a strict configuration.
  /// It holds for what they do from now on.
  public var busLimits: SimulatedBusLimits {
    get { SimulatedBusLimits(bus.limits) }
    set { bus.limits = newValue.limits }
  }
}
