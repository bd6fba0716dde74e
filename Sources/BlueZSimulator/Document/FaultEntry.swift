import GATT
import Profiles

/// A script of a document that makes something go wrong.
struct FaultEntry: Sendable {
  private enum Trigger: Sendable {
    case call(SimulatedMethod, of: DeviceReference?, SimulatedCalls)
    case after(Duration)
    case every(Duration)
  }

  private let trigger: Trigger
  private let steps: [StepEntry]

  init(_ node: JSONNode, _ devices: [DeviceEntry]) throws(ProfileError) {
    if let delay = node.optional("after_ms") {
      try node.checkMembers(["after_ms", "steps"])
      trigger = .after(try delay.duration(.milliseconds(1)))
    } else if let interval = node.optional("every_ms") {
      try node.checkMembers(["every_ms", "steps"])
      trigger = .every(try interval.duration(.milliseconds(1)))
    } else {
      try node.checkMembers(["on", "interface", "of", "calls", "steps"])
      guard let method = node.optional("on") else {
        throw node.error(allowed: "an object with one of on, after_ms and every_ms")
      }
      let target = try node.optional("of").map { one throws(ProfileError) in
        try DeviceReference(one, devices)
      }
      trigger = .call(
        try SimulatedMethod(method, interface: node.optional("interface")), of: target,
        try node.optional("calls")?.calls ?? .every)
    }
    steps = try node.node("steps").map { one throws(ProfileError) in
      try StepEntry(one, devices)
    }
  }

  func set(in world: SimulatedBlueZ, _ peripherals: [SimulatedPeripheral]) {
    let steps = steps.map { $0.step(peripherals) }
    switch trigger {
    case .call(let method, let reference, let calls):
      let target = reference?.find(in: peripherals).map(SimulatedTarget.peripheral)
      world.faults.on(method, of: target ?? .everything, calls: calls, steps)
    case .after(let delay): world.faults.after(delay, steps)
    case .every(let interval): world.faults.every(interval, steps)
    }
  }
}

extension SimulatedMethod {
  /// A method that the daemon has, or every one.
  fileprivate init(_ node: JSONNode, interface: JSONNode?) throws(ProfileError) {
    let name = try node.text
    guard let interface else {
      let names = Set(Self.known.flatMap(\.methods)).sorted()
      guard name == "every" || names.contains(name) else {
        throw node.error(allowed: "every or one of \(names.joined(separator: ", "))")
      }
      self = name == "every" ? .every : SimulatedMethod(name)
      return
    }
    guard name != "every" else { throw node.error(allowed: "a method of one interface") }
    let wanted = try interface.text
    guard let methods = Self.known.first(where: { $0.interface == wanted })?.methods else {
      let names = Self.known.map(\.interface).sorted().joined(separator: ", ")
      throw interface.error(allowed: "one of \(names)")
    }
    guard methods.contains(name) else {
      throw node.error(allowed: "one of \(methods.sorted().joined(separator: ", "))")
    }
    self.init(name, interface: wanted)
  }
}

/// What a device of a document is known by.
typealias DeviceEntry = (name: String?, address: BluetoothAddress?)

extension AdapterEntry {
  var devices: [DeviceEntry] {
    peripherals.map { ($0.name, $0.address) } + centrals.map { ($0.name, $0.address) }
  }
}

/// A peripheral or central of the same document, by its name or address.
struct DeviceReference: Sendable {
  private let text: String

  init(_ node: JSONNode, _ devices: [DeviceEntry]) throws(ProfileError) {
    text = try node.text
    let isKnown = devices.contains { [text, address = BluetoothAddress(text)] entry in
      entry.name == text || address != nil && entry.address == address
    }
    guard isKnown else {
      throw node.error(allowed: "the name or address of a device in the document")
    }
  }

  func find(in peripherals: [SimulatedPeripheral]) -> SimulatedPeripheral? {
    peripherals.first { $0.name == text || $0.address == BluetoothAddress(text) }
  }
}

/// A step of a script.
enum StepEntry: Sendable {
  case plain(SimulatedStep)
  case dropLink(DeviceReference)

  private static let words: [(String, SimulatedStep)] = [
    ("serve", .serve), ("answer", .answer), ("answerNever", .answerNever),
    ("dropLink", .dropLink()), ("removeObject", .removeObject()), ("killDaemon", .killDaemon),
    ("startDaemon", .startDaemon()),
    ("startDaemonRenumbered", .startDaemon(renumbersAttributes: true)),
    ("unplug", .unplug()), ("plugIn", .plugIn()), ("powerOn", .setPower(true)),
    ("powerOff", .setPower(false)), ("fillSockets", .fillSockets),
    ("drainSockets", .drainSockets),
  ]

  /// Takes a word, or an object with one member.
  init(_ node: JSONNode, _ devices: [DeviceEntry]) throws(ProfileError) {
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
    case "dropLink": self = .dropLink(try DeviceReference(value, devices))
    case "emit": self = .plain(.emit(try SimulatedSignal(value)))
    case "emitForeign": self = .plain(.emitForeign(try SimulatedSignal(value)))
    case "removeObject": self = .plain(.removeObject(try value.text))
    default:
      throw ProfileError.badJSON(
        "\"\(key)\"", allowed: "one of wait_ms, fail, dropLink, removeObject, emit, emitForeign",
        path: node.path)
    }
  }

  private static func failure(_ node: JSONNode) throws(ProfileError) -> SimulatedStep {
    guard case .object = node.value else { return .fail("Failed", try node.text) }
    try node.checkMembers(["name", "text"])
    return .fail(try node.node("name").errorName, try node.node("text").text)
  }

  func step(_ peripherals: [SimulatedPeripheral]) -> SimulatedStep {
    switch self {
    case .plain(let step): step
    case .dropLink(let reference): .dropLink(reference.find(in: peripherals))
    }
  }
}

extension JSONNode {
  /// Which calls: `"every"`, a number, `{"from": 3}` or `{"each": 3}`.
  fileprivate var calls: SimulatedCalls {
    get throws(ProfileError) {
      switch value {
      case .string("every"): return .every
      case .object:
        try checkMembers(["from", "each"])
        if let from = optional("from") { return .from(try from.place) }
        return .each(try node("each").place)
      default: return .number(try place)
      }
    }
  }

  private var place: Int {
    get throws(ProfileError) {
      let number: UInt32 = try whole()
      guard number > 0 else { throw error(allowed: "a whole number of 1...\(UInt32.max)") }
      return Int(number)
    }
  }

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
