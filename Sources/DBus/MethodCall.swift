import Synchronization

/// A call to an exported object.
///
/// It is answered once, from any thread; later answers do nothing.
///
/// A call that is let go of without an answer is refused, so that no caller waits for nothing.
package final class MethodCall: Sendable {
  package let message: Message
  private let answer: @Sendable (Message) -> Void
  private let isAnswered = Atomic(false)

  init(_ message: Message, answer: @escaping @Sendable (Message) -> Void) {
    self.message = message
    self.answer = answer
  }

  deinit {
    replyError(
      ErrorName.noReply, "\(subject) gave no answer; the program that serves it dropped the call.")
  }

  private var subject: String {
    "\(message.member ?? "The method") of \(message.path?.string ?? "the object")"
  }

  /// Sends a message made by `message.reply(…)`; false if the call was answered before.
  @discardableResult
  package func reply(_ reply: @autoclosure () -> Message) -> Bool {
    guard !isAnswered.exchange(true, ordering: .acquiringAndReleasing) else { return false }
    guard message.expectsReply else { return true }
    let reply = reply()
    if let fault = reply.fault {
      answer(
        message.errorReply(
          name: ErrorName.failed, text: "\(subject) has an answer that cannot be sent: \(fault)"))
    } else {
      answer(reply)
    }
    return true
  }

  /// Answers with values.
  @discardableResult
  package func reply(_ body: [Value] = []) -> Bool { reply(message.reply(body)) }

  /// Answers with an error.
  @discardableResult
  package func replyError(_ name: String, _ text: String) -> Bool {
    reply(message.errorReply(name: name, text: text))
  }

  /// Answers that the object has no such method.
  @discardableResult
  package func replyUnknownMethod() -> Bool {
    let interface = message.interface.map { " of \($0)" } ?? ""
    return replyError(
      ErrorName.unknownMethod,
      "\(message.path?.string ?? "The object") has no method \(message.member ?? "")\(interface) "
        + "with the signature '\(message.signature)'.")
  }
}
