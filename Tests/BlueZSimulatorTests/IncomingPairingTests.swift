import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

/// Remote centrals that pair with the adapter.
@Suite struct IncomingPairingTests {
  private func world(
    agent: String?, _ answer: @escaping @Sendable (MethodCall) -> Void = { $0.reply() }
  ) throws -> PublishedService {
    let world = try PublishedService.connected(
      tree: PublishedService.tree(flags: ["encrypt-read"])
    ) { call in
      call.reply(call.message.member == "ReadValue" ? [.bytes(Data([60]))] : [])
    }
    if let agent {
      world.program.export("/agent", answer)
      let registered = world.program.call(
        "/org/bluez", .agentManager, "RegisterAgent", [.objectPath("/agent"), .string(agent)])
      world.bluez.run()
      try #require(registered.values == [])
    }
    return world
  }

  @Test func `the agent authorizes a pairing that compares nothing`() throws {
    let world = try world(agent: "NoInputNoOutput")
    let rate = try world.found(0x2A37)
    #expect(throws: ATTError.insufficientEncryption) {
      try world.bluez.wait(for: world.central.read(rate))
    }
    try world.bluez.wait(for: world.central.pair())
    #expect(world.program.calls.last == "RequestAuthorization dev_D0_00_00_00_00_01")
    #expect(try world.bluez.wait(for: world.central.read(rate)) == Data([60]))
    world.central.disconnect()
    world.bluez.run()
    try world.bluez.wait(for: world.central.connect(to: world.adapter))
    #expect(try world.bluez.wait(for: world.central.read(rate)) == Data([60]))
  }

  @Test(arguments: [
    (SimulatedPairing.Capability.displayYesNo, "RequestConfirmation dev_D0_00_00_00_00_01 123456"),
    (.displayOnly, "RequestPasskey dev_D0_00_00_00_00_01"),
    (.keyboardOnly, "DisplayPasskey dev_D0_00_00_00_00_01 123456 0"),
  ])
  func `a number is compared, typed here or shown here`(
    capability: SimulatedPairing.Capability, question: String
  ) throws {
    let world = try world(agent: "KeyboardDisplay") { call in
      call.reply(call.message.member == "RequestPasskey" ? [.uint32(123_456)] : [])
    }
    world.central.pairing = SimulatedPairing(capability: capability)
    try world.bluez.wait(for: world.central.pair())
    #expect(world.program.calls.last == question)
  }

  @Test func `without an agent or against its will nobody pairs`() throws {
    let refusing = try world(agent: "NoInputNoOutput") {
      $0.replyError("org.bluez.Error.Rejected", "No")
    }
    for world in [try world(agent: nil), refusing] {
      let error = #expect(throws: SimulatorError.self) {
        try world.bluez.wait(for: world.central.pair())
      }
      #expect(
        error?.description
          == "the central was not paired; the transcript shows whether an agent was asked")
      world.bluez.advance(by: .milliseconds(10))
      #expect(!world.central.isConnected)
    }
  }
}
