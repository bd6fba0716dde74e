import FoundationEssentials
import GATT
import Profiles
import Testing

/// One of the byte-level vectors, whose conventions are told in the file itself.
struct ProfileVector: Decodable, Sendable, CustomTestStringConvertible {
  struct Expected: Decodable, Sendable {
    var fields: [String: JSONValue]?
    var error: String?
  }

  enum Direction: String, Decodable, Sendable {
    case decode, encode
    case reject = "encode-reject"
  }

  var id: String
  var service: String
  var characteristic: String
  var uuid: String
  var direction: Direction
  var hex: String
  var expected: Expected
  var context: [String: JSONValue]?
  var roundtrip: Bool?
  var tolerance: Double?

  var testDescription: String { id }

  /// The named values that the vector expects.
  var record: ProfileRecord {
    ProfileRecord((expected.fields ?? [:]).map { ProfileEntry($0.key, $0.value.datum) })
  }

  var profileContext: ProfileContext {
    ProfileContext((context ?? [:]).mapValues(\.datum))
  }
}

extension ProfileVector {
  /// All vectors of the file beside the tests.
  static let all: [ProfileVector] = {
    struct File: Decodable {
      var vectors: [ProfileVector]
    }
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    do {
      let data = try Data(contentsOf: URL(filePath: "/\(folder)/Vectors/profile-vectors.json"))
      return try JSONDecoder().decode(File.self, from: data).vectors
    } catch {
      Issue.record(error)
      return []
    }
  }()
}

/// A value of a vector; numbers keep all their digits.
enum JSONValue: Decodable, Sendable {
  case null
  case bool(Bool)
  case number(Decimal)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Decimal.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The value as tools give it to a profile.
  var datum: ProfileDatum {
    switch self {
    case .null: .special("null")
    case .bool(let value): .bool(value)
    case .number(let value):
      Int64("\(value)").map { .integer(Int128($0)) }
        ?? ProfileDecimal("\(value)").map(ProfileDatum.decimal) ?? .special("\(value)")
    case .text(let value): .text(value)
    case .list(let values): .list(values.map(\.datum))
    case .object(let values):
      .record(ProfileRecord(values.map { ProfileEntry($0.key, $0.value.datum) }))
    }
  }

  /// Whether a decoded value is this one, within an absolute or else a relative tolerance.
  func agrees(with datum: ProfileDatum?, tolerance: Double?) -> Bool {
    switch (self, datum) {
    case (.bool(let value), .bool(let other)):
      return value == other
    case (.text(let value), .octets?):
      return Data(hexadecimalDigits: value) == datum?.octets
    case (.text(let value), .text(let other)), (.text(let value), .special(let other)):
      return value == other
    case (.list(let values), .list(let others)):
      return values.count == others.count
        && zip(values, others).allSatisfy { $0.agrees(with: $1, tolerance: tolerance) }
    case (.object(let values), .record(let record)):
      return values.agree(with: record, tolerance: tolerance)
    case (.number(let value), .integer?), (.number(let value), .decimal?),
      (.number(let value), .real?), (.number(let value), .unsigned?):
      guard let wanted = Double("\(value)"), let given = datum?.doubleValue else { return false }
      return abs(wanted - given) <= tolerance ?? (abs(wanted) * 1e-6)
    default:
      return false
    }
  }
}

extension [String: JSONValue] {
  /// Whether a record has the same keys with the same values.
  func agree(with record: ProfileRecord, tolerance: Double?) -> Bool {
    record.entries.count == count
      && record.entries.allSatisfy { entry in
        self[entry.key]?.agrees(with: entry.value, tolerance: tolerance) == true
      }
  }
}

extension Data {
  fileprivate init(hexadecimalDigits text: String) {
    self = octets(text)
  }
}
