import BlueFutures
import FoundationEssentials
import Testing

/// The peripheral of `scripts/real-bluez/workbench.py`, with one thing of each kind.
enum Bench {
  static let service: BluetoothUUID = 0xFF10
  static let value: BluetoothUUID = 0xFF11
  static let numbers: BluetoothUUID = 0xFF12
  static let count: BluetoothUUID = 0xFF13
  static let secret: BluetoothUUID = 0xFF14
  static let commands: BluetoothUUID = 0xFF15
  static let ticks: BluetoothUUID = 0xFF16
  static let echo: BluetoothUUID = 0xFF17
  static let burst: BluetoothUUID = 0xFF18
  static let addedService: BluetoothUUID = 0xFF20
  static let replacement: BluetoothUUID = 0xFF30
  static let twin: BluetoothUUID = 0xFF40
  static let description: BluetoothUUID = 0x2901

  static let addService = Data([1])
  static let replaceService = Data([2])
  static let forgetBonds = Data([3])

  /// The peripheral advertises while there is such a file.
  static let `switch` = URL(filePath: "/run/workbench")

  static let address = BluetoothAddress("C4:BE:84:00:00:02")
  /// The other peripheral on the air.
  static let tagAddress = BluetoothAddress("C4:BE:84:00:00:01")
  static let passkey = Passkey(123_456)
}

/// A program of its own in front of the daemon: one session, one manager.
final class BenchUser: Sendable {
  let session: Session
  let manager: CentralManager
  private let limit: Duration = .seconds(60)

  init(_ session: Session) throws {
    self.session = session
    manager = CentralManager(session: session)
    let on = manager.whenStateChanges().withFilter { $0 == .poweredOn }.first()
    _ = try on.wait(timeout: limit)
  }

  func wait<Value: Sendable>(_ future: Future<Value>) throws -> Value {
    try future.wait(timeout: limit)
  }

  /// The peripheral, by its address alone.
  func bench() throws -> Peripheral {
    try manager.peripheral(at: try #require(Bench.address), type: .random)
  }

  /// Waits until the peripheral advertises (again): BlueZ 5.66 may crash on one that does not.
  func hear() throws {
    let scan = manager.startScanning(forServiceUUIDs: [Bench.service])
    _ = try wait(scan.withFilter { $0.address == Bench.address }.first())
    manager.stopScanning()
  }

  /// The peripheral with a link and all its attributes; emulated radios drop some links at once.
  func connected() throws -> Peripheral {
    try hear()
    let bench = try bench()
    _ = try wait(bench.connect(reconnecting: .growing(limit: 5)).first())
    _ = try wait(bench.discoverAttributes())
    return bench
  }

  func characteristic(_ uuid: BluetoothUUID, of bench: Peripheral) throws -> Characteristic {
    try bench.characteristic(uuid, in: Bench.service)
  }

  func leave(_ bench: Peripheral) throws { _ = try wait(bench.disconnect()) }

  /// Leaves nothing behind that other tests would meet, also after a failure.
  func end() {
    manager.stopScanning()
    // It ends the link as well. Where it fails, the next test tells.
    if let bench = manager.peripherals.first(where: { $0.address == Bench.address }) {
      _ = try? wait(bench.removeDevice())
    }
    try? FileManager.default.removeItem(at: Bench.switch)
  }
}
