import DBus
public import Futures

/// The time of a world that is stepped by hand.
extension SimulatedBlueZ {
  /// The time since the world was made, virtual or real.
  public var now: Duration { loop.now }

  /// Does everything that is due now; a live world does it by itself.
  public func run() {
    manual?.run()
  }

  /// Lets the virtual clock go on, with everything that becomes due; a live world's clock goes by
  /// itself.
  public func advance(by duration: Duration) {
    manual?.advance(by: duration)
  }

  /// Lets the world go on until a future completes, and gives its value.
  ///
  /// Throws the future's error, or ``SimulatorError`` when nothing is left that could complete it
  /// within so much virtual time. In a live world this waits in real time.
  public func wait<Value: Sendable>(
    for future: Future<Value>, within limit: Duration = .seconds(120)
  ) throws -> Value {
    guard let manual else { return try future.wait(timeout: limit) }
    let end = manual.now + limit
    manual.run()
    while future.result == nil, let next = manual.nextTimer, next <= end {
      manual.advance(by: max(next - manual.now, .zero))
    }
    guard let result = future.result else { throw SimulatorError.notCompleted(limit) }
    return try result.get()
  }

  private var manual: ManualLoop? { loop as? ManualLoop }
}
