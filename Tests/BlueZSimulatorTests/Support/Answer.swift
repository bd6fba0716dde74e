import DBus
import Futures

/// What became of a call: nothing yet, values, or an error.
final class Answer: Sendable {
  private let result = Lock<Result<[Value], DBusError>?>(nil)

  func complete(_ result: Result<[Value], DBusError>) {
    self.result.withLock { $0 = result }
  }

  var isPending: Bool { result.withLock { $0 } == nil }

  /// The values of a reply; nil while it is due, and of an error.
  var values: [Value]? {
    guard case .success(let values) = result.withLock({ $0 }) else { return nil }
    return values
  }

  /// The name and the text of an error.
  var error: String? {
    guard case .failure(let error) = result.withLock({ $0 }) else { return nil }
    return "\(error)"
  }
}
