import BlueZ
import DBus
import Testing

@Suite struct AgentConversationTests {
  private let device: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_01"
  private let other: ObjectPath = "/org/bluez/hci0/dev_C4_BE_84_00_00_02"

  @Test func `a question is put, and its answer goes to the daemon`() throws {
    let passkey = try #require(Passkey("004711"))
    var conversation = AgentConversation()
    let (number, actions) = conversation.asked(.enterPasskey, about: device, of: 7)
    #expect(number == 1)
    #expect(actions == [.setDeadline(1), .put(1)])
    #expect(conversation.answered(1, .passkey(passkey)) == [.agree(1, [.uint32(4711)])])
    #expect(conversation.count == 0)
  }

  @Test func `a no, and an answer to another question, reject`() {
    var conversation = AgentConversation()
    _ = conversation.asked(.authorize, about: device, of: 7)
    #expect(conversation.answered(1, .reject) == [.reject(1, .refused)])
    _ = conversation.asked(.enterPIN, about: device, of: 7)
    #expect(conversation.answered(2, .accept) == [.reject(2, .unfitting)])
  }

  @Test func `a question that nobody answers is rejected at its deadline`() {
    var conversation = AgentConversation()
    _ = conversation.asked(.authorize, about: device, of: 7)
    #expect(conversation.deadlinePassed(1) == [.reject(1, .late)])
    #expect(conversation.answered(1, .accept) == [], "the answer is too late")
  }

  @Test func `what is only shown is acknowledged at once and replaced by the next`() throws {
    let passkey = try #require(Passkey("004711"))
    var conversation = AgentConversation()
    let first = conversation.asked(.display(passkey, entered: 0), about: device, of: 7)
    #expect(first.actions == [.acknowledge(1), .put(1)])
    let second = conversation.asked(.display(passkey, entered: 1), about: device, of: 7)
    #expect(second.actions == [.takeBack(1), .acknowledge(2), .put(2)])
    #expect(conversation.answered(2, .reject) == [.close(2)])
  }

  @Test func `the daemon's cancel takes everything back`() {
    var conversation = AgentConversation()
    _ = conversation.asked(.authorize, about: device, of: 7)
    _ = conversation.asked(.enterPIN, about: other, of: 8)
    #expect(conversation.cancelled() == [.takeBack(1), .takeBack(2)])
    #expect(conversation.cancelled() == [])
  }

  @Test func `the end of a pairing takes its questions back and no others`() {
    var conversation = AgentConversation()
    _ = conversation.asked(.authorize, about: device, of: 7)
    _ = conversation.asked(.enterPIN, about: other, of: 8)
    #expect(conversation.ended(7) == [.takeBack(1)])
    #expect(conversation.ended(7) == [])
    #expect(conversation.count == 1)
  }

  @Test func `what comes after the end goes nowhere`() {
    var conversation = AgentConversation()
    _ = conversation.asked(.authorize, about: device, of: 7)
    _ = conversation.answered(1, .accept)
    #expect(conversation.answered(1, .reject) == [])
    #expect(conversation.deadlinePassed(1) == [])
    #expect(conversation.answered(9, .accept) == [])
  }
}
