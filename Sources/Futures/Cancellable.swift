/// Something that can be cancelled once; further calls do nothing.
public protocol Cancellable: Sendable {
  /// Stops it.
  ///
  /// Safe on every thread, at every time, and as often as wanted.
  func cancel()
}

/// A party that is registered at a future or a stream and may leave it.
@usableFromInline
package protocol Party: AnyObject, Sendable {
  func leave()
  var droppedCount: Int { get }
}

/// One registered callback.
///
/// Nobody has to keep it: the source keeps its callbacks.
///
/// Cancelling it takes the callback away. When the last party of a future or stream leaves, the
/// operation behind it stops, if it is one that stops when nobody wants it.
public struct Subscription: Cancellable {
  /// `nil` if there was nothing left to wait for.
  private let party: (any Party)?

  @usableFromInline
  package init(_ party: any Party) {
    self.party = party
  }

  @usableFromInline
  init() {
    party = nil
  }

  /// Takes the callback away; it is not called after this returns, unless it is being called now.
  public func cancel() {
    party?.leave()
  }

  /// How many elements of a stream this subscriber lost because its buffer was full.
  public var droppedCount: Int {
    party?.droppedCount ?? 0
  }
}
