import FoundationEssentials
import GATT
import Profiles

/// Something that stands in a document once, or that changes with time.
struct Changing<Value: Sendable>: Sendable {
  /// How often it changes; nil if it does not.
  let interval: Duration?
  /// The value after so many changes.
  let value: @Sendable (_ changes: Int) -> Value

  init(_ value: Value) {
    interval = nil
    self.value = { _ in value }
  }

  init(every interval: Duration, _ value: @escaping @Sendable (Int) -> Value) {
    self.interval = interval
    self.value = value
  }

  /// The value at a time of the world, for the n-th member of a crowd.
  func value(at time: Duration, _ member: Int) -> Value {
    value(member &+ (interval.map { Int(time / $0) } ?? 0))
  }
}

extension Changing<Int> {
  private static let range = -127...20

  /// A signal strength in dBm, or two between which it goes to and fro.
  init(rssi node: JSONNode) throws(ProfileError) {
    guard case .object = node.value else {
      self.init(try node.rssi(Self.range))
      return
    }
    try node.checkMembers(["from", "to", "every_ms"])
    let (from, to) = try (node.node("from").rssi(Self.range), node.node("to").rssi(Self.range))
    let (low, high) = (min(from, to), max(from, to))
    let way = max(high - low, 1)
    self.init(every: try node.node("every_ms").duration(.milliseconds(1))) { changes in
      // There and back again: the step before the turn is as far as the one behind it.
      let step = changes % (2 * way)
      return min(low + (step < way ? step : 2 * way - step), high)
    }
  }
}

extension Changing<Data> {
  /// Octets, or octets that change: a list of them, or a counter.
  init(
    octets node: JSONNode, profile: (any NamedLayout)?, limit: Int = 512
  ) throws(ProfileError) {
    let interval = node.optional("every_ms")
    guard let interval else {
      self.init(try node.octets(profile, limit: limit))
      return
    }
    try node.checkMembers(["every_ms", "values", "counter"])
    let duration = try interval.duration(.milliseconds(1))
    if let counter = node.optional("counter") {
      guard node.optional("values") == nil else {
        throw node.error(allowed: "an object with either values or a counter")
      }
      let size: Int = try counter.whole()
      guard (1...8).contains(size) else { throw counter.error(allowed: "1...8 octets") }
      self.init(every: duration) { changes in
        Data((0..<size).map { UInt8(truncatingIfNeeded: changes >> (8 * $0)) })
      }
    } else {
      let list = try node.node("values")
      let values = try list.map { one throws(ProfileError) in
        try one.octets(profile, limit: limit)
      }
      guard !values.isEmpty else { throw list.error(allowed: "a list of one value at least") }
      self.init(every: duration) { changes in values[changes % values.count] }
    }
  }
}

extension JSONNode {
  fileprivate func rssi(_ range: ClosedRange<Int>) throws(ProfileError) -> Int {
    if case .string(let word) = value {
      let words: [String: SimulatedProximity] = [
        "immediate": .immediate, "near": .near, "far": .far,
      ]
      guard let rssi = words[word]?.rssi else {
        throw error(allowed: "one of immediate, near, far")
      }
      return rssi
    }
    let number: Int = try whole()
    guard range.contains(number) else {
      throw error(allowed: "a signal strength of \(range.lowerBound)...\(range.upperBound) dBm")
    }
    return number
  }

  /// Octets as digits, `"0FA0"`, or as one of `{"hex": …}`, `{"text": …}` and `{"fields": {…}}`.
  func octets(_ profile: (any NamedLayout)?, limit: Int) throws(ProfileError) -> Data {
    let octets = try octets(profile)
    guard octets.count <= limit else {
      throw ProfileError.badJSON("\(octets.count) octets", allowed: "0...\(limit)", path: path)
    }
    return octets
  }

  private func octets(_ profile: (any NamedLayout)?) throws(ProfileError) -> Data {
    guard case .object(let members) = value else { return Data(try octets) }
    guard members.count == 1, let key = members.first?.key, let node = optional(key) else {
      throw error(allowed: "digits, or an object with one of hex, text and fields")
    }
    switch key {
    case "hex": return Data(try node.octets)
    case "text": return Data(try node.text.utf8)
    case "fields":
      guard let profile else { throw node.error(allowed: "possible without a profile; use hex") }
      do throws(ProfileError) {
        return try profile.encode(try ProfileRecord(json: node.value))
      } catch {
        throw ProfileError.badJSON(
          node.value.description, allowed: "octets: \(error)", path: node.path)
      }
    default: throw error(allowed: "digits, or an object with one of hex, text and fields")
    }
  }
}
