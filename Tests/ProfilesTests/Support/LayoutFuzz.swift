import FoundationEssentials
import Profiles

/// What is held of every layout of the catalogue for any octets.
///
/// The fuzz target and the tests share it; an input is the number of a layout in two octets, one
/// octet that chooses a context, and the value.
enum LayoutFuzz {
  struct Target: Sendable {
    let name: String
    let layout: DynamicLayout
    /// The octets by way of the Swift type, where there is one.
    let canonical: (@Sendable (Data, ProfileContext) throws(ProfileError) -> Data)?
  }

  /// Every layout of the catalogue.
  static let targets: [Target] = {
    let catalogue = ProfileManager.catalogue
    let values = catalogue.entries.flatMap { entry in
      entry.service.characteristics.map { profile in
        Target(name: "\(entry.service.name), \(profile.name)", layout: profile.layout) {
          data, context throws(ProfileError) in
          try profile.canonicalData(of: data, context: context)
        }
      }
    }
    let payloads = (catalogue.descriptors + catalogue.frames).map { payload in
      Target(name: payload.name, layout: payload.layout, canonical: nil)
    }
    return values + payloads
  }()

  /// Runs an input; a text tells what does not hold.
  static func run(_ input: [UInt8]) -> String? {
    guard input.count >= 3 else { return nil }
    let number = Int(input[0]) | Int(input[1]) << 8
    let target = targets[number % targets.count]
    let value = Data(input.dropFirst(3))
    let context = context(for: target.layout, input[2], value)
    return check(target, value, context).map { problem in
      "\(target.name), octets \(Array(value)), context \(context.values): \(problem)"
    }
  }

  /// Values for the keys that a layout asks for, chosen by the bits of an octet.
  static func context(for layout: DynamicLayout, _ choice: UInt8, _ value: Data) -> ProfileContext {
    var context = ProfileContext()
    for (index, key) in layout.contextKeys.enumerated() {
      let texts: [ProfileDatum] = ["1.0", "1.5", "CC2541", "CC2650", "uint8x10", "8", "x"]
      switch (Int(choice) >> (index % 4 * 2)) & 3 {
      case 0: continue
      case 1: context[key] = texts[(Int(choice) + index) % texts.count]
      case 2: context[key] = .integer(Int128(value.last ?? 2))
      default:
        context[key] = .octets(Data((0..<16).map { value.suffix(16).dropFirst($0).first ?? 7 }))
      }
    }
    return context
  }

  /// Runs a value; a text tells what does not hold.
  static func check(_ target: Target, _ value: Data, _ context: ProfileContext) -> String? {
    let layout = target.layout
    let record: ProfileRecord
    do throws(ProfileError) {
      record = try layout.decode(value, context: context)
    } catch {
      guard let canonical = target.canonical else { return nil }
      guard let octets = try? canonical(value, context) else { return nil }
      return "the type reads it and writes \(Array(octets)), the data says \(error)"
    }
    guard record.weight <= 4096 + 256 * value.count else {
      return "the record takes \(record.weight) octets"
    }
    let texts = layout.strings(of: record, context: context).map { ($0.name, $0.text) }
    _ = try? layout.record(from: Dictionary(texts) { $1 }, context: context)
    // A value that was read outside of its range is not written.
    guard let octets = try? layout.encode(record, context: context) else { return nil }
    return checkWritten(target, record, octets, context)
      ?? target.canonical.flatMap { canonical in
        guard let other = try? canonical(value, context), other != octets else { return nil }
        // Codes that share a name are one code in a record.
        let (left, right) = (read(layout, other, context), read(layout, octets, context))
        return left == right ? nil : "the type writes \(Array(other)), the data \(Array(octets))"
      }
  }

  private static func checkWritten(
    _ target: Target, _ record: ProfileRecord, _ octets: Data, _ context: ProfileContext
  ) -> String? {
    let layout = target.layout
    let again: ProfileRecord
    do throws(ProfileError) {
      again = try layout.decode(octets, context: context)
    } catch {
      return "what was written, \(Array(octets)), is not read: \(error)"
    }
    // A formula's rounding may move its result once.
    if !layout.isComputed(context), again.json != record.json {
      return "\(record) was written as \(Array(octets)) and read as \(again)"
    }
    guard let back = try? ProfileRecord(json: record.json),
      let fromJSON = try? layout.encode(back, context: context)
    else { return "the JSON \(record.json) is not written" }
    // JSON has one zero and one NaN, and codes that share a name are one code.
    guard fromJSON == octets || read(layout, fromJSON, context) == record.json.description
    else { return "the JSON \(record.json) is written as \(Array(fromJSON))" }
    return nil
  }

  private static func read(
    _ layout: DynamicLayout, _ octets: Data, _ context: ProfileContext
  ) -> String? {
    (try? layout.decode(octets, context: context))?.json.description
  }
}

extension DynamicLayout {
  fileprivate func isComputed(_ context: ProfileContext) -> Bool {
    if case .computed = selected(context).body { true } else { false }
  }
}

extension ProfileRecord {
  /// About how many octets the record takes.
  var weight: Int {
    entries.reduce(0) { sum, entry in
      sum + MemoryLayout<ProfileEntry>.stride + entry.key.utf8.count + entry.value.weight
    }
  }
}

extension ProfileDatum {
  fileprivate var weight: Int {
    switch self {
    case .text(let text), .special(let text): text.utf8.count
    case .octets(let octets): octets.count
    case .list(let elements):
      elements.reduce(0) { $0 + MemoryLayout<ProfileDatum>.stride + $1.weight }
    case .record(let record): record.weight
    case .quantity(let value, _): MemoryLayout<ProfileDatum>.stride + value.weight
    case .integer, .unsigned, .decimal, .real, .bool: 0
    }
  }
}
