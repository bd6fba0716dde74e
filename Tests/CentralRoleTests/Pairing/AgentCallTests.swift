import BlueZ
import DBus
import GATT
import Testing

@Suite struct AgentCallTests {
  private static let device: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01"
  private static let passkey = Passkey(4711 as UInt32)

  private static let kinds: [PairingQuestion.Kind] =
    [
      .enterPasskey, .enterPIN, .authorize, .authorizeService(0x180F), .displayPIN("0000"),
    ] + (passkey.map { [.confirm($0), .display($0, entered: 3)] } ?? [])

  @Test(arguments: kinds.map { AgentCall.question(device, $0) } + [.cancel, .release])
  func `a call is read as it is written`(call: AgentCall) {
    let (member, body) = call.call
    #expect(AgentCall(member, body) == call)
  }

  @Test func `other methods and other arguments are none`() {
    let device = Value.objectPath(Self.device)
    for (member, body) in [
      ("Dance", [device]), ("RequestConfirmation", [device]), ("RequestPasskey", []),
      ("RequestConfirmation", [device, .uint32(1_000_000)]), ("Cancel", [device]),
      ("RequestConfirmation", [device, .string("123456")]), ("RequestPasskey", [device, device]),
      ("AuthorizeService", [device, .string("battery")]), ("DisplayPasskey", [device, .uint32(1)]),
    ] {
      #expect(AgentCall(member, body) == nil, "\(member) \(body)")
    }
  }

  @Test func `an answer fits its question or rejects`() throws {
    let passkey = try #require(Self.passkey)
    #expect(PairingAnswer.accept.reply(to: .confirm(passkey)) == [])
    #expect(PairingAnswer.accept.reply(to: .authorize) == [])
    #expect(PairingAnswer.accept.reply(to: .authorizeService(0x180F)) == [])
    #expect(PairingAnswer.passkey(passkey).reply(to: .enterPasskey) == [.uint32(4711)])
    #expect(PairingAnswer.pin("0000").reply(to: .enterPIN) == [.string("0000")])
    #expect(PairingAnswer.pin("").reply(to: .enterPIN) == nil)
    #expect(PairingAnswer.pin("12345678901234567").reply(to: .enterPIN) == nil)
    #expect(PairingAnswer.accept.reply(to: .enterPasskey) == nil)
    #expect(PairingAnswer.passkey(passkey).reply(to: .confirm(passkey)) == nil)
    for kind in Self.kinds { #expect(PairingAnswer.reject.reply(to: kind) == nil) }
  }

  @Test func `a passkey has six digits`() {
    #expect(Passkey(0 as UInt32)?.description == "000000")
    #expect(Passkey(4711 as UInt32)?.description == "004711")
    #expect(Passkey(999_999 as UInt32)?.description == "999999")
    #expect(Passkey(1_000_000 as UInt32) == nil)
    #expect(Passkey("004711")?.number == 4711)
    #expect(Passkey(" 004711\n")?.number == 4711)
    for text in ["4711", "0047110", "00 711", "00471a", "", "-04711", "０04711"] {
      #expect(Passkey(text) == nil, "\(text)")
    }
  }

  @Test func `a question is a sentence for a person`() throws {
    let passkey = try #require(Self.passkey)
    let address = BluetoothAddress(0xC4, 0xBE, 0x84, 0, 0, 1)
    let texts = [
      PairingQuestion.Kind.confirm(passkey), .enterPasskey, .enterPIN, .authorize,
      .authorizeService(0x180F), .display(passkey, entered: 0), .display(passkey, entered: 2),
      .displayPIN("0000"),
    ].map { "\(PairingQuestion($0, address: address, name: nil))" }
    #expect(
      texts == [
        "does C4:BE:84:00:00:01 show 004711?", "which passkey does C4:BE:84:00:00:01 show?",
        "which PIN does C4:BE:84:00:00:01 want?", "may C4:BE:84:00:00:01 pair?",
        "may C4:BE:84:00:00:01 use 180F?", "type 004711 at C4:BE:84:00:00:01",
        "type 004711 at C4:BE:84:00:00:01, 2 of 6 digits are typed",
        "type 0000 at C4:BE:84:00:00:01",
      ])
  }
}
