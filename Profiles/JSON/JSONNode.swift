import FoundationEssentials

/// A part of a JSON document with its path, for errors that name the place.
package struct JSONNode {
  package let value: ProfileJSON
  package let path: String

  package init(_ value: ProfileJSON, path: String = "") {
    self.value = value
    self.path = path
  }

  package func error(allowed: String) -> ProfileError {
    ProfileError.badJSON(value.kind, allowed: allowed, path: path)
  }

  /// A member that may be missing.
  package func optional(_ key: String) -> JSONNode? {
    value[key].map { JSONNode($0, path: place(of: key)) }
  }

  func place(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// All members in their order.
  package var members: [(key: String, node: JSONNode)] {
    get throws(ProfileError) {
      guard case .object(let members) = value else { throw error(allowed: "an object") }
      return members.map { ($0.key, JSONNode($0.value, path: place(of: $0.key))) }
    }
  }

  /// A member that must be there.
  package func node(_ key: String) throws(ProfileError) -> JSONNode {
    guard let node = optional(key) else { throw error(allowed: "an object with a member \(key)") }
    return node
  }

  /// Refuses members that nobody reads, which are spelling mistakes.
  package func checkMembers(_ known: [String]) throws(ProfileError) {
    for member in try members where !known.contains(member.key) {
      throw ProfileError.badJSON(
        "\"\(member.key)\"", allowed: "one of \(known.joined(separator: ", "))", path: path)
    }
  }

  /// Refuses a second member of which only one can have an effect.
  func checkOnlyOne(_ alternatives: [String]) throws(ProfileError) {
    let present = try members.map(\.key).filter(alternatives.contains)
    guard present.count > 1 else { return }
    throw ProfileError.badJSON(
      "\"\(present[1])\"", allowed: "possible beside \"\(present[0])\"", path: path)
  }

  /// Reports what of the form in this object cannot work.
  func check(_ mistake: FormMistake?) throws(ProfileError) {
    guard let mistake else { return }
    throw ProfileError.badJSON(
      mistake.value, allowed: mistake.allowed, path: place(of: mistake.place))
  }

  package var elements: [JSONNode] {
    get throws(ProfileError) {
      guard case .array(let elements) = value else { throw error(allowed: "an array") }
      return elements.enumerated().map { JSONNode($1, path: "\(path)[\($0)]") }
    }
  }

  package func map<Value>(
    _ read: (JSONNode) throws(ProfileError) -> Value
  ) throws(ProfileError) -> [Value] {
    var values: [Value] = []
    for element in try elements { values.append(try read(element)) }
    return values
  }

  package var text: String {
    get throws(ProfileError) {
      guard case .string(let text) = value else { throw error(allowed: "a text") }
      return text
    }
  }

  /// A text that is not empty.
  var name: String {
    get throws(ProfileError) {
      let name = try text
      guard !name.trimmed.isEmpty else { throw error(allowed: "a name") }
      return name
    }
  }

  package var truth: Bool {
    get throws(ProfileError) {
      guard case .bool(let value) = value else { throw error(allowed: "true or false") }
      return value
    }
  }

  package var number: ProfileDecimal {
    get throws(ProfileError) {
      guard case .number(let number) = value else { throw error(allowed: "a number") }
      return number
    }
  }

  package func whole<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(ProfileError) -> Number {
    try whole(in: Number.min...Number.max)
  }

  package func whole<Number: FixedWidthInteger>(
    in range: ClosedRange<Number>
  ) throws(ProfileError) -> Number {
    guard case .number(let number) = value, let whole = number.whole,
      let result = Number(exactly: whole), range.contains(result)
    else { throw error(allowed: "a whole number of \(range.lowerBound)...\(range.upperBound)") }
    return result
  }

  package var octets: [UInt8] {
    get throws(ProfileError) {
      guard let octets = Data(hexadecimal: try text) else {
        throw error(allowed: "pairs of hexadecimal digits")
      }
      return Array(octets)
    }
  }

  /// One of the cases of an enumeration by its name.
  package func choice<Value: CaseIterable>(
    _ type: Value.Type = Value.self
  ) throws(ProfileError) -> Value {
    let text = try text
    guard let value = Value.allCases.first(where: { "\($0)" == text }) else {
      let allowed = Value.allCases.map { "\($0)" }.joined(separator: ", ")
      throw error(allowed: "one of \(allowed)")
    }
    return value
  }
}
