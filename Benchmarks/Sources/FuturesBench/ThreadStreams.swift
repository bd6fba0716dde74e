import Dispatch
import Futures
import Synchronization

/// A stream from a producing thread to a consumer elsewhere, beside AsyncStream.
///
/// The producer is paced, for both alike, so that nothing is dropped; what is missing in the end
/// is a wrong result.
enum ThreadStreams {
  static var rows: [Row] {
    [
      Row(toQueue, to: asyncStream, target: .ratio(0.3)),
      Row(toTask, to: asyncStream, target: .ratio(0.3)),
    ]
  }

  private static let count = 200_000
  private static let producer = DispatchQueue(label: "producer")
  private static let consumer = DispatchQueue(label: "consumer")

  /// Holds the producer back before the consumer's buffer is full.
  private final class Pace: Sendable {
    static let capacity = 4096
    private static let step = 256
    private let consumed = Tally()

    func advance() { consumed.add(1) }

    func beforeSending(_ number: Int) {
      guard number % Pace.step == 0 else { return }
      spin { number - consumed.total <= Pace.capacity - Pace.step }
    }
  }

  private static let toQueue = Workload("stream: thread to a serial queue", count: count) { count in
    let pace = Pace()
    let tally = Tally()
    let promise = StreamPromise<Int>(capacity: Pace.capacity, context: .queue(consumer))
    await withUnsafeContinuation { continuation in
      promise.stream.onSuccess { value in
        tally.add(value)
        pace.advance()
        if value == count - 1 { continuation.resume() }
      }
      producer.async {
        for i in 0..<count {
          pace.beforeSending(i)
          promise.success(i)
        }
      }
    }
    return tally.total
  }

  private static let toTask = Workload("stream: thread to `for try await`", count: count) { count in
    let pace = Pace()
    let promise = StreamPromise<Int>(capacity: Pace.capacity)
    var values = promise.stream.makeAsyncIterator()
    producer.async {
      for i in 0..<count {
        pace.beforeSending(i)
        promise.success(i)
      }
      promise.finish()
    }
    var sum = 0
    while let value = try await values.next() {
      sum &+= value
      pace.advance()
    }
    return sum
  }

  private static let asyncStream = Workload("AsyncStream: thread to `for await`", count: count) {
    count in
    let pace = Pace()
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingNewest(Pace.capacity))
    producer.async {
      for i in 0..<count {
        pace.beforeSending(i)
        continuation.yield(i)
      }
      continuation.finish()
    }
    var sum = 0
    for await value in stream {
      sum &+= value
      pace.advance()
    }
    return sum
  }
}
