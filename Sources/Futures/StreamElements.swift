/// Which elements of a stream somebody looks at.
@usableFromInline
package struct StreamElements: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  @inlinable package static var values: StreamElements { StreamElements(rawValue: 1) }
  @inlinable package static var failures: StreamElements { StreamElements(rawValue: 2) }
  @inlinable package static var all: StreamElements { [.values, .failures] }
}

extension StreamEvent {
  /// What it is; nothing for the end, which everybody is told.
  @inlinable
  package var elements: StreamElements {
    switch self {
    case .value: .values
    case .failure: .failures
    case .finished: []
    }
  }
}
