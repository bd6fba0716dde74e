import Profiles

/// A step of a script.
enum StepEntry: Sendable {
  case plain(SimulatedStep)
  case dropLink(DeviceReference)
  case unplug(AdapterReference)
  /// Without an adapter it is the last that was unplugged.
  case plugIn(AdapterReference?, index: UInt8?)
  case setPower(Bool, AdapterReference)

  private static let words: [(String, SimulatedStep)] = [
    ("serve", .serve), ("answer", .answer), ("answerNever", .answerNever),
    ("dropLink", .dropLink()), ("removeObject", .removeObject()), ("killDaemon", .killDaemon),
    ("startDaemon", .startDaemon()),
    ("startDaemonRenumbered", .startDaemon(renumbersAttributes: true)),
    ("unplug", .unplug()), ("plugIn", .plugIn()), ("powerOn", .setPower(true)),
    ("powerOff", .setPower(false)), ("fillSockets", .fillSockets),
    ("drainSockets", .drainSockets),
  ]

  private static let keys = [
    "wait_ms", "fail", "dropLink", "removeObject", "emit", "emitForeign", "unplug", "plugIn",
    "powerOn", "powerOff",
  ]

  /// Takes a word, or an object with one member.
  init(_ node: JSONNode, _ names: DocumentNames) throws(ProfileError) {
    if case .string(let word) = node.value {
      guard let known = Self.words.first(where: { $0.0 == word }) else {
        let words = Self.words.map(\.0).joined(separator: ", ")
        throw node.error(allowed: "one of \(words)")
      }
      self = .plain(known.1)
      return
    }
    let members = try node.members
    guard members.count == 1, let (key, value) = members.first else {
      throw node.error(allowed: "a word, or an object with one member")
    }
    switch key {
    case "wait_ms": self = .plain(.wait(try value.duration(.milliseconds(1))))
    case "fail": self = .plain(try Self.failure(value))
    case "dropLink": self = .dropLink(try DeviceReference(value, names))
    case "emit": self = .plain(.emit(try SimulatedSignal(value)))
    case "emitForeign": self = .plain(.emitForeign(try SimulatedSignal(value)))
    case "removeObject": self = .plain(.removeObject(try value.objectPath))
    case "unplug": self = .unplug(try AdapterReference(value, names))
    case "plugIn": self = try Self.plugIn(value, names)
    case "powerOn": self = .setPower(true, try AdapterReference(value, names))
    case "powerOff": self = .setPower(false, try AdapterReference(value, names))
    default:
      throw ProfileError.badJSON(
        "\"\(key)\"", allowed: "one of \(Self.keys.joined(separator: ", "))", path: node.path)
    }
  }

  private static func failure(_ node: JSONNode) throws(ProfileError) -> SimulatedStep {
    guard case .object = node.value else { return .fail("Failed", try node.text) }
    try node.checkMembers(["name", "text"])
    return .fail(try node.node("name").errorName, try node.node("text").text)
  }

  /// Takes an adapter, or an object with it and with another number for it.
  private static func plugIn(
    _ node: JSONNode, _ names: DocumentNames
  ) throws(ProfileError) -> StepEntry {
    guard case .object = node.value else {
      return .plugIn(try AdapterReference(node, names), index: nil)
    }
    try node.checkMembers(["adapter", "index"])
    let adapter = try node.optional("adapter").map { one throws(ProfileError) in
      try AdapterReference(one, names)
    }
    return .plugIn(adapter, index: try node.optional("index")?.whole())
  }

  func step(
    _ peripherals: [SimulatedPeripheral], _ adapters: [SimulatedAdapter]
  ) -> SimulatedStep {
    switch self {
    case .plain(let step): step
    case .dropLink(let reference): .dropLink(reference.find(in: peripherals))
    case .unplug(let reference): .unplug(reference.find(in: adapters))
    case .plugIn(let reference, let index):
      .plugIn(reference?.find(in: adapters), index: index)
    case .setPower(let isPowered, let reference):
      .setPower(isPowered, reference.find(in: adapters))
    }
  }
}

extension JSONNode {
  /// A name of D-Bus, or what stands behind `org.bluez.Error.` in one.
  fileprivate var errorName: String {
    get throws(ProfileError) {
      let text = try text
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      let areFine = parts.allSatisfy { part in
        part.first.map { !$0.isNumber } == true
          && part.utf8.allSatisfy { octet in
            octet == UInt8(ascii: "_") || Character(Unicode.Scalar(octet)).isLetter && octet < 128
              || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
          }
      }
      guard areFine, text.utf8.count <= 200 else {
        throw error(allowed: "the name of an error, such as NotPermitted")
      }
      return text
    }
  }
}
