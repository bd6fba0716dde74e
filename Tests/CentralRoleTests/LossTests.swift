import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import Testing

@testable import CentralRole

/// What may go away while a connection is made, in every phase of making it.
@Suite struct LossTests {
  enum Phase: CaseIterable, Sendable {
    case quieting, linking, accepted, resolving, restoring, connected
  }

  enum Loss: CaseIterable, Sendable { case daemon, device, power, adapter }

  let world = ScriptedWorld()

  /// Brings a peripheral into a phase and says who listens to its links.
  private func enter(_ phase: Phase) throws -> (Peripheral, StreamLog<Void>) {
    let peripheral = try phase == .restoring ? world.connected() : world.peripheral()
    switch phase {
    case .quieting:
      world.manager.startScanning().forEach { _ in }
      world.run()
      world.daemon.script("StopDiscovery", .never)
    case .linking: world.daemon.script("Connect", .never)
    case .accepted: world.daemon.script("Connect", .done)
    case .resolving:
      world.daemon.script("Connect", .first({ $0.link(true, resolved: false) }, then: .done))
    case .restoring:
      let data = try world.characteristic(Objects.data, of: peripheral)
      data.receiveNotificationUpdates(resuming: true).forEach { _ in }
      _ = data.startNotifying()
      world.run()
      world.daemon.script("StartNotify", .never)
      world.daemon.link(false)
      world.run()
    case .connected: break
    }
    let log = StreamLog(peripheral.connect())
    world.run()
    return (peripheral, log)
  }

  private func inflict(_ loss: Loss) {
    switch loss {
    case .daemon: world.daemon.stop()
    case .device: world.daemon.remove(Objects.device)
    case .power: world.daemon.change(Objects.adapter, .adapter, ["Powered": .bool(false)])
    case .adapter: world.daemon.remove(Objects.adapter)
    }
    world.run()
  }

  private func undo(_ loss: Loss) {
    world.daemon.always("StartNotify", nil)
    switch loss {
    case .daemon:
      world.daemon.reset()
      world.daemon.start()
    case .device:
      world.daemon.add(Objects.device, .device, Objects.deviceProperties)
      world.daemon.add(Objects.service, .service, Objects.serviceProperties(Objects.serviceUUID))
    case .power: world.daemon.change(Objects.adapter, .adapter, ["Powered": .bool(true)])
    case .adapter:
      world.daemon.add(Objects.adapter, .adapter, Objects.adapterProperties)
      world.daemon.add(Objects.device, .device, Objects.deviceProperties)
      world.daemon.add(Objects.service, .service, Objects.serviceProperties(Objects.serviceUUID))
    }
    world.advance(.seconds(1))
  }

  @Test(arguments: Phase.allCases, Loss.allCases)
  func `a loss in any phase is told once at most, and the next attempt works`(
    phase: Phase, loss: Loss
  ) throws {
    let (peripheral, log) = try enter(phase)
    let before = log.values.count
    #expect(before == (phase == .connected ? 1 : 0))
    inflict(loss)
    world.advance(.seconds(1))
    #expect(log.codes.count <= 1)
    #expect(!peripheral.isConnected)
    if phase == .connected {
      #expect(log.codes == [loss == .device || loss == .adapter ? .disconnected : .resetting])
    }
    undo(loss)
    world.advance(.seconds(1))
    peripheral.reconnect()
    world.advance(.seconds(120))
    #expect(peripheral.isConnected)
    #expect(try world.peripheral() === peripheral)
    #expect(log.values.count == before + 1)
    #expect(log.codes.count <= 1)
  }

  @Test(arguments: [Loss.daemon, .power])
  func `an attempt fails at once when the radio goes`(loss: Loss) throws {
    let (_, log) = try enter(.linking)
    inflict(loss)
    #expect(log.codes == [.resetting])
  }

  @Test func `the texts of lost links name their reasons`() throws {
    let (peripheral, log) = try enter(.connected)
    inflict(.power)
    undo(.power)
    world.daemon.link(false)
    world.run()
    peripheral.reconnect()
    world.run()
    inflict(.device)
    undo(.device)
    peripheral.reconnect()
    world.run()
    inflict(.daemon)
    #expect(
      log.failures == [
        "disconnected from C4:BE:84:00:00:01: the adapter was switched off or removed; "
          + "the manager's state tells when to connect again",
        "disconnected from C4:BE:84:00:00:01: the daemon removed the device; "
          + "reconnect() connects again",
        "disconnected from C4:BE:84:00:00:01: the Bluetooth daemon went away; "
          + "the manager's state tells when to connect again",
      ])
  }

  @Test func `discovery pauses while connecting and goes on afterwards`() throws {
    world.manager.startScanning().forEach { _ in }
    world.run()
    world.daemon.forgetCalls()
    world.daemon.always(
      "Connect", .after(.seconds(1), .first({ $0.link(true) }, then: .done)))
    let log = StreamLog(try world.peripheral().connect())
    world.advance(.seconds(2))
    #expect(log.values.count == 1)
    #expect(
      world.daemon.calls.map { $0.split(separator: " ")[0] } == [
        "StopDiscovery", "SetDiscoveryFilter", "Connect", "SetDiscoveryFilter", "StartDiscovery",
      ])
  }

  @Test func `discovery goes on after an attempt that failed`() throws {
    world.manager.startScanning().forEach { _ in }
    world.run()
    world.daemon.always("Connect", .never)
    let log = StreamLog(try world.peripheral().connect(timeout: .seconds(5)))
    world.advance(.seconds(6))
    #expect(log.codes == [.connectionTimeout])
    #expect(world.daemon.count("StartDiscovery") == 2)
  }

  @Test func `a peripheral that the daemon forgot is looked for within the deadline`() throws {
    let peripheral = try world.peripheral()
    world.daemon.remove(Objects.device)
    world.run()
    let log = StreamLog(peripheral.connect(timeout: .seconds(10)))
    world.run()
    #expect(world.daemon.count("StartDiscovery") == 1)
    #expect(world.daemon.count("Connect") == 0)
    undo(.device)
    #expect(log.values.count == 1)
    #expect(world.daemon.count("StopDiscovery") == 1)
    #expect(try world.peripheral() === peripheral)
  }

  @Test func `a peripheral that is not found again fails at the deadline and is quiet`() throws {
    let peripheral = try world.peripheral()
    world.daemon.remove(Objects.device)
    world.run()
    let log = StreamLog(peripheral.connect(timeout: .seconds(10)))
    world.advance(.seconds(10))
    #expect(log.codes == [.connectionTimeout])
    #expect(world.daemon.count("StopDiscovery") == 1)
    #expect(world.loop.pendingTimerCount == 0)
  }

  @Test func `a search goes on although the program keeps only the stream`() throws {
    let stream: FutureStream<Void>
    do {
      let peripheral = try world.peripheral()
      world.daemon.remove(Objects.device)
      world.run()
      stream = peripheral.connect(timeout: .seconds(10))
    }
    let log = StreamLog(stream)
    world.advance(.seconds(10))
    #expect(log.codes == [.connectionTimeout])
  }

  @Test func `a delayed retry after a deadline waits for its delay`() throws {
    let peripheral = try world.peripheral()
    world.daemon.script("Connect", .never)
    peripheral.connect(timeout: .seconds(5)).onFailure { _ in
      peripheral.reconnect(withDelay: .seconds(3))
    }
    world.advance(.seconds(6))
    #expect(world.daemon.count("Connect") == 1)
    world.advance(.seconds(2))
    #expect(world.daemon.count("Connect") == 2)
    #expect(peripheral.isConnected)
  }
}

/// Requests and subscriptions when the daemon dies before it answers.
@Suite struct DaemonLossTests {
  let world = ScriptedWorld()
  private let text =
    "disconnected from C4:BE:84:00:00:01: the Bluetooth daemon went away; "
    + "the manager's state tells when to connect again"

  @Test func `the daemon's end is the reason of every request that it left open`() throws {
    let peripheral = try world.connected()
    let data = try world.characteristic(Objects.data, of: peripheral)
    let control = try world.characteristic(Objects.control, of: peripheral)
    world.daemon.always("ReadValue", .never)
    world.daemon.always("StartNotify", .never)
    let read = data.read()
    let write = control.write(data: Data([1]))
    let start = data.startNotifying()
    world.run()
    world.daemon.stop()
    world.advance(.seconds(1))
    #expect(read.failure?.description == text)
    #expect(write.failure?.description == text)
    #expect(start.failure?.description == text)
  }

  @Test func `the end of the message bus ends everything and all comes back`() throws {
    let peripheral = try world.connected()
    let links = StreamLog(peripheral.connect())
    let states = StreamLog(world.manager.whenStateChanges())
    world.run()
    world.bus.disconnectAll()
    world.run()
    #expect(links.codes == [.resetting])
    #expect(states.values == [.poweredOn, .resetting])
    world.daemon.stop()
    world.daemon.reset()
    world.daemon.start()
    world.advance(.seconds(12))
    #expect(states.values == [.poweredOn, .resetting, .poweredOn])
    peripheral.reconnect()
    world.run()
    #expect(links.values.count == 2)
  }

  @Test func `one peripheral's end leaves the other's values alone`() throws {
    let world = SimulatedWorld()
    let (second, value) = SimulatedWorld.peripheral(2)
    world.adapter.add(second)
    world.manager.startScanning().forEach { _ in }
    world.bluez.advance(by: .seconds(1))
    var logs: [StreamLog<Data>] = []
    for peripheral in world.manager.peripherals {
      peripheral.connect().forEach { _ in }
      world.bluez.advance(by: .seconds(1))
      let characteristic = try world.characteristic(of: peripheral)
      logs.append(StreamLog(characteristic.receiveNotificationUpdates()))
      _ = characteristic.startNotifying()
    }
    world.bluez.advance(by: .seconds(1))
    world.tag.dropLink()
    world.bluez.run()
    second.notify(Data([1]), from: value)
    world.bluez.run()
    #expect(logs.map(\.values) == [[], [Data([1])]])
    #expect(logs.map(\.failures.count) == [1, 0])
  }
}
