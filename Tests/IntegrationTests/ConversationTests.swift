import TestSupport
import Testing

/// The simulator says what a real daemon said in the same conversation.
///
/// Where it does not, the difference is listed with its reason; another one fails, and so does a
/// listed one that is no more.
@Suite struct ConversationTests {
  @Test(arguments: Conversation.allCases)
  func `the simulator says what the daemon said`(conversation: Conversation) throws {
    let fresh = try conversation.record(on: SimulatedRecordingGround())
    let stored = try Recording(conversation.rawValue, of: "5.66").text()
    let differences = Difference.list(stored: stored, fresh: fresh)
    let known = KnownDifferences.of(conversation)
    #expect(differences.sorted() == known.flatMap(\.lines).sorted())
  }
}
