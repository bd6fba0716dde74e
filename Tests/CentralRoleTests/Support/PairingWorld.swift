import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Futures
import GATT
import Testing

@testable import CentralRole

/// A peripheral whose value wants a key, near a manager whose log is kept.
struct PairingWorld {
  let bluez = SimulatedBlueZ()
  let tag: SimulatedPeripheral
  let adapter: SimulatedAdapter
  let session: Session
  let manager: CentralManager
  let log: LineLog

  static let service = BluetoothUUID(0x180D as UInt16)

  init(
    _ pairing: SimulatedPairing = .justWorks,
    permissions: AttributePermissions = .encryptAuthenticatedRead
  ) {
    let secret = SimulatedCharacteristic(
      uuid: 0x2A39, properties: [.read, .write], permissions: permissions, value: Data([42]))
    tag = SimulatedPeripheral(
      name: "Lock", address: SimulatedBlueZ.peripheralAddress(1),
      advertisedServices: [Self.service],
      services: [SimulatedService(uuid: Self.service, characteristics: [secret])])
    tag.pairing = pairing
    adapter = bluez.addAdapter()
    adapter.add(tag)
    let log = LineLog()
    self.log = log
    session = bluez.session(logLevel: .info) { log.add("\($0): \($1)") }
    manager = CentralManager(session: session)
    bluez.advance(by: .seconds(1))
  }

  func found() throws -> Peripheral {
    let peripheral = try bluez.wait(for: manager.startScanning().first(), within: .seconds(5))
    manager.stopScanning()
    bluez.run()
    log.clear()
    bluez.clearTranscript()
    return peripheral
  }

  func connect(_ peripheral: Peripheral) throws -> Characteristic {
    peripheral.connect().forEach { _ in }
    bluez.advance(by: .seconds(1))
    _ = peripheral.discoverAllServices()
    let service = try #require(peripheral.services.first)
    _ = service.discoverAllCharacteristics()
    return try #require(service.characteristics.first)
  }

  /// The methods that were called, with their first arguments left out.
  var called: [String] {
    bluez.transcript.filter { $0.hasPrefix("call ") }.compactMap { line in
      line.split(separator: " ").first { $0.first?.isUppercase == true }.map(String.init)
    }
  }
}

/// Lines in the order in which they were written.
final class LineLog: Sendable {
  private let kept = Lock<[String]>([])

  func add(_ line: String) { kept.withLock { $0.append(line) } }
  func clear() { kept.withLock { $0 = [] } }
  var lines: [String] { kept.withLock { $0 } }
}

/// A person who is asked by an agent, and answers when the test says so.
final class Person: Sendable {
  private struct Shared {
    var questions: [PairingQuestion] = []
    var promises: [Promise<PairingAnswer>] = []
    var cancelled = 0
  }

  private let shared = Lock(Shared())

  func agent(
    _ capability: PairingAgent.Capability, answerTimeout: Duration = .seconds(55)
  ) -> PairingAgent {
    PairingAgent(capability, answerTimeout: answerTimeout) { [self] question in
      let promise = Promise<PairingAnswer>(onCancel: { [weak self] in
        self?.shared.withLock { $0.cancelled += 1 }
      })
      shared.withLock { shared in
        shared.questions.append(question)
        shared.promises.append(promise)
      }
      return promise.future
    }
  }

  var kinds: [PairingQuestion.Kind] { shared.withLock { $0.questions.map(\.kind) } }
  var texts: [String] { shared.withLock { $0.questions.map(\.description) } }
  /// Questions that were taken back.
  var cancelled: Int { shared.withLock { $0.cancelled } }

  func say(_ answer: PairingAnswer) {
    shared.withLock { $0.promises }.last?.success(answer)
  }
}

extension PairingAgent {
  /// Says the same to everything.
  static func saying(_ answer: PairingAnswer, _ capability: Capability) -> PairingAgent {
    PairingAgent(capability) { _ in Future(value: answer) }
  }
}
