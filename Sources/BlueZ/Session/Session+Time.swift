import Futures

extension Session {
  /// The time of this session, from a beginning of no meaning: it never goes back, and in a
  /// simulated world it is the world's.
  ///
  /// What the package says about when something was heard is on this clock.
  public var now: Duration { loop.now }
}
