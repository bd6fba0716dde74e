import Dispatch

/// A serial dispatch queue as an executor.
final class QueueExecutor: ContextExecutor {
  /// The queue must not own its mailbox, which owns the queue.
  private struct Reference: Sendable {
    weak var mailbox: Mailbox?
  }

  private static let key = DispatchSpecificKey<Reference>()
  private static let creation = Lock(())

  private let queue: DispatchQueue

  private init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  /// The queue's one mailbox, for as long as a context uses it.
  static func mailbox(of queue: DispatchQueue) -> Mailbox {
    creation.withLock { _ in
      if let mailbox = queue.getSpecific(key: key)?.mailbox { return mailbox }
      let mailbox = Mailbox(QueueExecutor(queue), hasClock: false)
      queue.setSpecific(key: key, value: Reference(mailbox: mailbox))
      return mailbox
    }
  }

  func execute(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  var isCurrent: Bool {
    DispatchQueue.getSpecific(key: QueueExecutor.key)?.mailbox?.executor === self
  }
}
