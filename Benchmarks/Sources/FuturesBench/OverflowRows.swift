import CInstruments
import Dispatch
import Futures

/// A stream whose consumer blocks while values come.
enum OverflowRows {
  static var heap: [HeapRow] {
    [
      HeapRow(
        name: "most held for a blocked consumer of capacity 10", limit: 16_384,
        measure: { try most($0) }, count: 100_000)
    ]
  }

  private static let consumer = DispatchQueue(label: "blocked consumer")

  private static func most(_ count: Int) throws -> HeapRow.Reading {
    let capacity = 10
    let isBlocked = DispatchSemaphore(value: 0)
    let gate = DispatchSemaphore(value: 0)
    let isDone = DispatchSemaphore(value: 0)
    let received = Tally()
    let promise = StreamPromise<Int>(capacity: capacity, context: .queue(consumer))
    let subscription = promise.stream.onSuccess { value in
      received.add(1)
      if value == 0 {
        isBlocked.signal()
        gate.wait()
      }
      if value == count - 1 { isDone.signal() }
    }
    promise.success(0)
    isBlocked.wait()
    allocations_begin()
    for i in 1..<count { promise.success(i) }
    let peak = allocations_end().peak
    gate.signal()
    isDone.wait()
    let dropped = subscription.droppedCount
    guard dropped + received.total == count, received.total <= capacity + 1 else {
      throw WrongResult(workload: "blocked consumer, \(dropped) dropped, \(received.total) not")
    }
    return HeapRow.Reading(octets: peak, note: "\(dropped) of \(count) dropped")
  }
}
