import Dispatch
import Futures

@testable import DBus

/// Collects what callbacks tell, and lets a test wait for it.
final class Inbox<Element: Sendable>: Sendable {
  private let elements = Lock<[Element]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  var all: [Element] { elements.withLock { $0 } }

  func put(_ element: Element) {
    elements.withLock { $0.append(element) }
    arrivals.signal()
  }

  /// The next element in order; nil after a minute, which no test reaches unless something is broken.
  func next() -> Element? {
    guard arrivals.wait(timeout: .now() + 60) == .success else { return nil }
    return elements.withLock { $0.removeFirst() }
  }

  /// The next element that fits; those before it are dropped.
  func next(where fits: (Element) -> Bool) -> Element? {
    while let element = next() {
      if fits(element) { return element }
    }
    return nil
  }
}

typealias Replies = Inbox<Result<Message, DBusError>>

extension Result<Message, DBusError> {
  var body: [Value]? { try? get().body() }

  var error: DBusError? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}

extension Connection.Event {
  var isOpened: Bool {
    if case .opened = self { return true }
    return false
  }

  var isLost: Bool {
    if case .lost = self { return true }
    return false
  }

  /// `name: old -> new`, or nil for other events.
  var ownerChange: String? {
    guard case .nameOwnerChanged(let name, let old, let new) = self else { return nil }
    return "\(name): \(old ?? "nobody") -> \(new ?? "nobody")"
  }
}
