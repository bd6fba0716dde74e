/// Results over time: values and failures, and at last, perhaps, an end.
///
/// A failure is an element and not the end. Streams are multicast: each subscriber gets every
/// element that comes after it, in order, in its context, through a buffer of its own that drops
/// the oldest elements when it is full. What comes before the first subscriber is kept for it, at
/// least 16 elements. An operation lasts as long as its stream has subscribers: when the last one
/// leaves, the operation stops, and a derived stream leaves its source and finishes.
public final class FutureStream<Value: Sendable>: AnyFutureStream, @unchecked Sendable {
  /// How many elements a subscriber's buffer holds unless it says otherwise.
  public static var defaultCapacity: Int { 1024 }
}
