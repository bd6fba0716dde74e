import FoundationEssentials
import GATT
import Profiles

/// What a central of a document does, one thing after the other.
enum CentralStep: Sendable {
  case connect
  case discover
  case pair
  case disconnect
  case wait(Duration)
  case read(CharacteristicReference, offset: Int)
  case write(CharacteristicReference, Data, offset: Int)
  case writeWithoutResponse(CharacteristicReference, Data)
  /// Without a duration it lasts as long as the link, or until it is ended.
  case subscribe(CharacteristicReference, Duration?)
  case unsubscribe(CharacteristicReference)

  private static let words: [(String, CentralStep)] = [
    ("connect", .connect), ("discover", .discover), ("pair", .pair), ("disconnect", .disconnect),
  ]
  private static let keys = [
    "wait_ms", "read", "write", "writeWithoutResponse", "subscribe", "unsubscribe",
  ]

  /// Takes a word, or an object with one member.
  init(_ node: JSONNode) throws(ProfileError) {
    if case .string(let word) = node.value {
      guard let known = Self.words.first(where: { $0.0 == word }) else {
        let words = Self.words.map(\.0).joined(separator: ", ")
        throw node.error(
          allowed: "one of \(words), nor an object with \(Self.keys.joined(separator: ", "))")
      }
      self = known.1
      return
    }
    let members = try node.members
    guard members.count == 1, let (key, value) = members.first else {
      throw node.error(allowed: "a word, or an object with one member")
    }
    switch key {
    case "wait_ms": self = .wait(try value.duration(.milliseconds(1)))
    case "read":
      let reference = try CharacteristicReference(value, beside: ["offset"])
      self = .read(reference, offset: try value.offset)
    case "write":
      let reference = try CharacteristicReference(value, beside: ["value", "offset"])
      self = .write(
        reference, try value.node("value").octets(reference.profile, limit: 512),
        offset: try value.offset)
    case "writeWithoutResponse":
      let reference = try CharacteristicReference(value, beside: ["value"])
      self = .writeWithoutResponse(
        reference, try value.node("value").octets(reference.profile, limit: 512))
    case "subscribe":
      let reference = try CharacteristicReference(value, beside: ["for_ms"])
      self = .subscribe(reference, try value.optional("for_ms")?.duration(.milliseconds(1)))
    case "unsubscribe": self = .unsubscribe(try CharacteristicReference(value, beside: []))
    default:
      throw ProfileError.badJSON(
        "\"\(key)\"", allowed: "one of \(Self.keys.joined(separator: ", "))", path: node.path)
    }
  }
}

/// A characteristic of the program under test, by its kind.
struct CharacteristicReference: Sendable, CustomStringConvertible {
  let uuid: BluetoothUUID
  /// Where it is, if several services have one of the kind.
  let service: BluetoothUUID?

  /// Takes the UUID or the name, or an object with it and with what else belongs to the step.
  init(_ node: JSONNode, beside members: [String]) throws(ProfileError) {
    guard case .object = node.value else {
      // A step that needs a value says so.
      if members.contains("value") { _ = try node.node("value") }
      uuid = try node.characteristic
      service = nil
      return
    }
    try node.checkMembers(["uuid", "service"] + members)
    uuid = try node.node("uuid").characteristic
    service = try node.optional("service")?.service
  }

  var description: String { "\(uuid)" }

  /// What the catalogue knows of its octets.
  var profile: AnyCharacteristicProfile? {
    ProfileManager.catalogue.characteristic(uuid, service: service)
  }

  func find(in services: [SimulatedRemoteService]) -> SimulatedRemoteCharacteristic? {
    services.lazy.filter { service == nil || $0.uuid == service }
      .compactMap { $0.characteristic(uuid) }.first
  }

  /// Octets as digits, and what they mean if that is known.
  func text(of value: Data) -> String {
    // Octets that do not fit their profile are told as they are.
    guard let record = try? profile?.decode(value) else { return value.digits }
    return "\(value.digits) \(record.json)"
  }
}

extension JSONNode {
  /// Where a long value goes on, 0 by default.
  fileprivate var offset: Int {
    get throws(ProfileError) { try optional("offset")?.whole(in: 0...512) ?? 0 }
  }
}

extension Data {
  fileprivate var digits: String {
    map { octet in (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true) }.joined()
  }
}
