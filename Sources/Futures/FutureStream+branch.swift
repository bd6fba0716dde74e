extension FutureStream {
  /// The same elements for one caller alone, who can cancel the stream and ends it for nobody else.
  package func branch() -> FutureStream<Value> {
    withFilter { _ in true }
  }
}
