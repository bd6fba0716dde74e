import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Glibc
import Testing

@testable import CentralRole

@Suite struct RSSITests {
  /// A kernel's management socket that answers as a script says.
  private final class Kernel: Sendable {
    private let mine = Lock<FileDescriptor?>(nil)
    private let opened = Lock(0)
    private let watch = Lock<(any Cancellable)?>(nil)

    var openCount: Int { opened.withLock { $0 } }

    func port(
      _ loop: any EventLoop, _ answer: @escaping @Sendable (ManagementMessage) -> [Data]
    ) -> ManagementPort {
      ManagementPort { [self] () throws(ManagementObstacle) in
        opened.withLock { $0 += 1 }
        var ends: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends)
        let end = FileDescriptor(owning: ends[0])
        mine.withLock { $0 = end }
        let watch = loop.watch(end.raw) { [weak self] _ in
          var buffer = [UInt8](repeating: 0, count: 64)
          let count = recv(end.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
          guard count > 0, let message = ManagementMessage(Data(buffer.prefix(count))) else {
            self?.watch.withLock { $0 }?.cancel()
            return
          }
          for packet in answer(message) {
            packet.withUnsafeBytes {
              _ = send(end.raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
          }
        }
        self.watch.withLock { $0 = watch }
        return FileDescriptor(owning: ends[1])
      }
    }
  }

  private static let address = BluetoothAddress(0xC4, 0xBE, 0x84, 0, 0, 1)

  private static func answer(_ rssi: Int8, power: Int8 = 4) -> Data {
    ManagementMessage.connectionInformation(
      controller: 0, address: address, .random,
      .init(rssi: rssi, transmitPower: power, maximumTransmitPower: 127)
    ).octets
  }

  private func use(_ port: ManagementPort, _ world: SimulatedWorld) {
    world.manager.driver.shared.withLock { $0.management = port }
  }

  @Test func `over a link the kernel measures it`() throws {
    let world = SimulatedWorld()
    let kernel = Kernel()
    let asked = Lock<[ManagementMessage]>([])
    use(
      kernel.port(world.bluez.loop) { message in
        asked.withLock { $0.append(message) }
        // Events of the controller come on the same socket.
        return [Data([0x12, 0, 0, 0, 1, 0, 7]), Self.answer(-61)]
      }, world)
    let peripheral = try world.connected().service.peripheral
    let first = peripheral.readRSSI()
    let second = peripheral.readRSSI()
    world.bluez.run()
    #expect(first.success == RSSIReading(rssi: -61, source: .link, transmitPower: 4))
    #expect(second.success?.description == "-61 dBm (link)")
    #expect(
      asked.withLock { $0 } == [
        .connectionInformationRequest(controller: 0, address: Self.address, .random)
      ])
    #expect(kernel.openCount == 1, "calls at the same time share one question")
    _ = try world.bluez.wait(for: peripheral.readRSSI())
    #expect(kernel.openCount == 2)
  }

  @Test func `without a link it is the last advertisement's, with its age`() throws {
    let world = SimulatedWorld()
    let peripheral = try world.found()
    world.manager.stopScanning()
    world.bluez.advance(by: .seconds(7))
    let reading = try world.bluez.wait(for: peripheral.readRSSI())
    #expect(reading.source == .advertisement)
    #expect(reading.rssi == peripheral.rssi)
    #expect(reading.age >= .seconds(7) && reading.age < .seconds(8))
    let old = peripheral.readRSSI(maximumAge: .seconds(5))
    world.bluez.run()
    #expect(old.failure?.code == .rssiUnavailable)
    #expect(
      old.failure?.description == "how strong C4:BE:84:00:00:01 is received is not known: "
        + "its last advertisement is \(reading.age) old; scan for it, or connect")
  }

  @Test func `where the kernel does not tell, the advertisement's is next, and the log says why`()
    throws
  {
    let world = PairingWorld()
    let peripheral = try world.found()
    world.manager.driver.shared.withLock {
      $0.management = ManagementPort { () throws(ManagementObstacle) in throw .notAllowed }
    }
    _ = try world.connect(peripheral)
    let reading = try world.bluez.wait(for: peripheral.readRSSI())
    #expect(reading.source == .advertisement)
    #expect(
      world.log.lines.last == "warning: C4:BE:84:00:00:01: no signal strength of the link: "
        + "\(ManagementObstacle.notAllowed)")
  }

  @Test(arguments: [
    (ManagementObstacle.noBluetooth, [Data](), false),
    (.notAllowed, [ManagementMessage.refusal(controller: 0, .permissionDenied).octets], true),
    (.unknownLevel, [answer(127)], true), (.silent, [], true),
  ])
  func `where nobody tells, the error says why`(
    obstacle: ManagementObstacle, answers: [Data], opens: Bool
  ) throws {
    let world = SimulatedWorld()
    let kernel = Kernel()
    use(
      opens
        ? kernel.port(world.bluez.loop) { _ in answers }
        : ManagementPort { () throws(ManagementObstacle) in throw obstacle }, world)
    let peripheral = try world.connected().service.peripheral
    peripheral.driver.shared.withLock { $0.lastRSSI = nil }
    let reading = peripheral.readRSSI()
    world.bluez.advance(by: .seconds(2))
    #expect(reading.failure?.code == .rssiUnavailable)
    #expect(
      reading.failure?.description == "how strong C4:BE:84:00:00:01 is received over its link "
        + "is not known: \(obstacle); and no advertisement of it was heard")
  }

  @Test func `polling delivers failures too and ends with its last subscriber`() throws {
    let world = SimulatedWorld()
    let kernel = Kernel()
    let count = Lock<Int8>(0)
    use(
      kernel.port(world.bluez.loop) { _ in
        let number = count.withLock { count in
          count += 1
          return count
        }
        return number == 2
          ? [ManagementMessage.refusal(controller: 0, ManagementStatus(0x0A)).octets]
          : [Self.answer(-60 - number)]
      }, world)
    let peripheral = try world.connected().service.peripheral
    peripheral.driver.shared.withLock { $0.lastRSSI = nil }
    let readings = StreamLog(peripheral.startPollingRSSI(every: .seconds(5)))
    let same = StreamLog(peripheral.startPollingRSSI(every: .seconds(1)))
    world.bluez.advance(by: .seconds(11))
    #expect(readings.values.map(\.rssi) == [-61, -63])
    #expect(readings.codes == [.rssiUnavailable])
    #expect(same.count == 3)
    readings.leave()
    same.leave()
    world.bluez.advance(by: .seconds(60))
    #expect(kernel.openCount == 3)
    let again = StreamLog(peripheral.startPollingRSSI(every: .seconds(5)))
    world.bluez.advance(by: .seconds(1))
    #expect(again.values.map(\.rssi) == [-64])
    peripheral.stopPollingRSSI()
    world.bluez.advance(by: .seconds(60))
    #expect(again.isFinished)
    #expect(kernel.openCount == 4)
  }
}
