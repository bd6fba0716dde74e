/// Which element gives way when the buffer of a subscriber is full.
///
/// Either way it is counted in the subscriber's `droppedCount`.
public enum StreamOverflow: Sendable {
  /// The oldest that waits: for readings, of which the newest matter.
  case dropOldest
  /// The one that comes: for requests, of which the first are served.
  case dropNewest
}
