extension FutureStream {
  /// The next element, or the one that is kept or current.
  ///
  /// Having it leaves the operation of the stream as it is, while a derived stream that nobody
  /// else uses leaves its source and finishes. Cancelling the future before leaves the stream as
  /// any subscriber does. Fails with `FuturesError.streamEnded` at the end.
  ///
  /// ```
  /// source  ────1──2──▶
  /// first() ────1
  /// ```
  public func first() -> Future<Value> {
    let seat = Seat()
    let promise = Promise<Value>(context: context, onCancel: { seat.leave() })
    let receiver = Receiver<Value>(of: self, at: .inline, capacity: 1, seat) { event in
      promise.complete(event.result ?? .failure(FuturesError.ended))
      seat.leave(quietly: true)
    }
    guard join(receiver) else { return promise.future }
    perform { self.admitForOne(receiver) }
    return promise.future
  }
}
