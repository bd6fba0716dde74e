package import DBus
import FoundationEssentials
import GATT

/// A call of the daemon on an agent, and the answer to one, as messages.
package enum AgentCall: Hashable, Sendable {
  /// The daemon lets the agent go, as it does when it ends.
  case release
  /// The open question is taken back, or what is shown need not be shown any more.
  case cancel
  case question(ObjectPath, PairingQuestion.Kind)

  /// The call that a message makes; `nil` for another method or arguments of other types.
  package init?(_ message: Message) {
    guard let member = message.member, let body = try? message.body() else { return nil }
    self.init(member, body)
  }

  package init?(_ member: String, _ body: [Value]) {
    switch (member, body.count) {
    case ("Release", 0): self = .release
    case ("Cancel", 0): self = .cancel
    default:
      guard let path = body.first?.asObjectPath, let kind = Self.kind(member, body.dropFirst())
      else { return nil }
      self = .question(path, kind)
    }
  }

  private static func kind(
    _ member: String, _ arguments: ArraySlice<Value>
  ) -> PairingQuestion.Kind? {
    let first = arguments.first
    switch (member, arguments.count) {
    case ("RequestConfirmation", 1):
      return first?.asUInt32.flatMap(Passkey.init).map { .confirm($0) }
    case ("RequestPasskey", 0): return .enterPasskey
    case ("RequestPinCode", 0): return .enterPIN
    case ("RequestAuthorization", 0): return .authorize
    case ("AuthorizeService", 1):
      return first?.asString.flatMap { BluetoothUUID($0) }.map { .authorizeService($0) }
    case ("DisplayPasskey", 2):
      guard let passkey = first?.asUInt32.flatMap(Passkey.init),
        let entered = arguments.last?.asUInt16
      else { return nil }
      return .display(passkey, entered: Int(entered))
    case ("DisplayPinCode", 1): return first?.asString.map { .displayPIN($0) }
    default: return nil
    }
  }

  /// The method and its arguments.
  package var call: (member: String, body: [Value]) {
    switch self {
    case .release: ("Release", [])
    case .cancel: ("Cancel", [])
    case .question(let path, let kind): Self.call(path, kind)
    }
  }

  private static func call(
    _ path: ObjectPath, _ kind: PairingQuestion.Kind
  ) -> (member: String, body: [Value]) {
    let device = Value.objectPath(path)
    return switch kind {
    case .confirm(let passkey): ("RequestConfirmation", [device, .uint32(passkey.number)])
    case .enterPasskey: ("RequestPasskey", [device])
    case .enterPIN: ("RequestPinCode", [device])
    case .authorize: ("RequestAuthorization", [device])
    case .authorizeService(let uuid):
      ("AuthorizeService", [device, .string(uuid.fullLowercased)])
    case .display(let passkey, let entered):
      (
        "DisplayPasskey",
        [device, .uint32(passkey.number), .uint16(UInt16(clamping: entered))]
      )
    case .displayPIN(let pin): ("DisplayPinCode", [device, .string(pin)])
    }
  }
}

extension PairingAnswer {
  /// What is replied to the daemon; `nil` rejects, also for an answer to another question.
  package func reply(to kind: PairingQuestion.Kind) -> [Value]? {
    switch (kind, self) {
    case (.confirm, .accept), (.authorize, .accept), (.authorizeService, .accept): []
    case (.enterPasskey, .passkey(let passkey)): [.uint32(passkey.number)]
    // Core specification, Vol 3 Part C 3.2.3: 1 to 16 octets.
    case (.enterPIN, .pin(let pin)) where (1...16).contains(pin.utf8.count): [.string(pin)]
    default: nil
    }
  }
}
