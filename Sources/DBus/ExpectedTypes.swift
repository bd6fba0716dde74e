/// The types that may come next in a container that is being written.
struct ExpectedTypes: CustomStringConvertible {
  private let types: Signature
  private let isRepeated: Bool
  private var position: String.UTF8View.Index

  /// The elements of an array.
  static func repeated(_ type: Signature) -> ExpectedTypes {
    ExpectedTypes(types: type, isRepeated: true)
  }

  /// The content of a variant, structure or entry.
  static func once(_ types: Signature) -> ExpectedTypes {
    ExpectedTypes(types: types, isRepeated: false)
  }

  private init(types: Signature, isRepeated: Bool) {
    self.types = types
    self.isRepeated = isRepeated
    position = types.string.utf8.startIndex
  }

  /// Moves behind a type of one letter if it may come next.
  mutating func accept(_ code: UInt8) -> Bool {
    let octets = types.string.utf8
    guard position != octets.endIndex, octets[position] == code else { return false }
    move(to: octets.index(after: position), of: octets)
    return true
  }

  private mutating func move(to next: String.UTF8View.Index, of octets: String.UTF8View) {
    position = isRepeated && next == octets.endIndex ? octets.startIndex : next
  }

  /// Moves behind one complete type if it may come next.
  mutating func accept(_ type: Signature) -> Bool {
    let octets = types.string.utf8
    guard octets[position...].starts(with: type.string.utf8) else { return false }
    move(to: octets.index(position, offsetBy: type.string.utf8.count), of: octets)
    return true
  }

  /// True when the container may be closed.
  var isComplete: Bool {
    isRepeated || position == types.string.utf8.endIndex
  }

  var description: String {
    isRepeated ? "an array of '\(types)'" : "a container of '\(types)'"
  }
}
