import FoundationEssentials
import TestSupport
import Testing

extension RealBlueZTests {
  /// The recordings that the other tests compare the simulator with are what this daemon does.
  @Suite struct RecordingTests {
    init() throws { try RealGround.ensureDaemon() }

    private let ground = RealBusGround()

    @Test(arguments: Conversation.allCases)
    func `the conversation is the stored one`(conversation: Conversation) throws {
      try compare(conversation.rawValue, try conversation.record(on: ground))
    }

    @Test func `the introspection data is the stored one`() throws {
      var text = try Introspection.record(on: ground)
      text += try Introspection.recordBattery(on: ground)
      try RealGround.restartDaemon(with: ["--experimental"])
      text += try Introspection.recordExperimentalAdapter(on: ground)
      try RealGround.restartDaemon()
      try compare("introspection", text)
    }

    private func compare(_ name: String, _ fresh: String) throws {
      let line = try Data(contentsOf: URL(filePath: "/run/job/version"))
      let version = String(decoding: line, as: UTF8.self).filter { !$0.isNewline }
      let recording = Recording(name, of: version)
      try recording.offer(fresh)
      let differences = Difference.list(stored: try recording.text(), fresh: fresh)
      #expect(
        differences.isEmpty,
        "bluetoothd \(version) differs from Tests/Recordings; its README says how to renew them")
    }
  }
}
