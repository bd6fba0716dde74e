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

  init(_ node: JSONNode, _ names: DocumentNames) throws(ProfileError) {
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
        try DeviceReference(one, names)
      }
      trigger = .call(
        try SimulatedMethod(method, interface: node.optional("interface")), of: target,
        try node.optional("calls")?.calls ?? .every)
    }
    steps = try node.node("steps").map { one throws(ProfileError) in
      try StepEntry(one, names)
    }
  }

  /// Sets it for what the document has put into a world.
  func set(in world: SimulatedBlueZ, _ adapters: [SimulatedAdapter]) {
    let peripherals = adapters.flatMap { $0.peripherals + $0.centrals.map(\.device) }
    let steps = steps.map { $0.step(peripherals, adapters) }
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
}
