import Dispatch
import Futures

/// Callbacks in a serial queue, beside the queue alone; many at once, up to the last.
enum QueueRows {
  static var rows: [Row] { [Row(callbacks, to: bare, target: .ratio(1.2))] }

  private static let queue = DispatchQueue(label: "callbacks")

  private static let callbacks = Workload("promise, one callback in a serial queue") { count in
    let context = ExecutionContext.queue(queue)
    let tally = Tally()
    await withUnsafeContinuation { continuation in
      for i in 0..<count {
        let promise = Promise<Int>(context: context)
        promise.future.onSuccess { value in
          tally.add(value)
          if value == count - 1 { continuation.resume() }
        }
        promise.success(i)
      }
    }
    return tally.total
  }

  private static let bare = Workload("queue.async") { count in
    let tally = Tally()
    await withUnsafeContinuation { continuation in
      for i in 0..<count {
        queue.async {
          tally.add(i)
          if i == count - 1 { continuation.resume() }
        }
      }
    }
    return tally.total
  }
}
