import Dispatch

/// A dispatch queue as an executor.
final class QueueExecutor: ContextExecutor {
  /// The queue must not own its mailbox, which owns the queue.
  private struct Reference: Sendable {
    weak var mailbox: Mailbox?
  }

  private static let key = DispatchSpecificKey<Reference>()
  /// Under it a global queue has the mailbox of a queue of our own.
  private static let globalKey = DispatchSpecificKey<Reference>()
  private static let creation = Lock(())

  private let queue: DispatchQueue

  private init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  /// The queue's one mailbox, for as long as a context uses it.
  static func mailbox(of queue: DispatchQueue) -> Mailbox {
    creation.withLock { _ in
      guard queue.label.hasPrefix("com.apple.root.") else { return ownMailbox(of: queue) }
      if let mailbox = queue.getSpecific(key: globalKey)?.mailbox { return mailbox }
      // All queues run on the global ones, so that being on one of those would say nothing.
      let serial = DispatchQueue(label: "Futures.\(queue.label)", target: queue)
      let mailbox = ownMailbox(of: serial)
      queue.setSpecific(key: globalKey, value: Reference(mailbox: mailbox))
      return mailbox
    }
  }

  private static func ownMailbox(of queue: DispatchQueue) -> Mailbox {
    if let mailbox = queue.getSpecific(key: key)?.mailbox { return mailbox }
    let mailbox = Mailbox(QueueExecutor(queue), hasClock: false)
    queue.setSpecific(key: key, value: Reference(mailbox: mailbox))
    return mailbox
  }

  func execute(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  var isCurrent: Bool {
    DispatchQueue.getSpecific(key: QueueExecutor.key)?.mailbox?.executor === self
  }
}
