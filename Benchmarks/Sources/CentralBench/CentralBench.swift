import BlueFutures
import FoundationEssentials
import Synchronization

/// Measures the central role against the measuring daemon.
///
/// Usage: CentralBench READS NOTIFICATIONS
@main
enum CentralBench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    let reads = arguments.first ?? 3000
    let notifications = arguments.dropFirst().first ?? 50_000
    let manager = CentralManager(session: .system())
    let bench = try await Attributes(manager)
    try await bench.measureReads(reads)
    try await bench.measureWrites(reads)
    try await bench.measureNotifications(notifications, .socket, "notify_socket")
    try await bench.measureNotifications(notifications, .signals, "notify_signals")
    Figure.print("rss_mb", Double(Usage.now.residentKilobytes) / 1024)
    _ = try await bench.peripheral.disconnect().value
  }
}

/// The attributes of the measuring daemon's one connected device.
struct Attributes {
  let peripheral: Peripheral
  let data: Characteristic
  let writable: Characteristic
  let control: Characteristic

  init(_ manager: CentralManager) async throws {
    let service = TISensorTag.AccelerometerService.uuid
    peripheral = try await manager.whenStateChanges()
      .withFilter { $0 == .poweredOn }
      .flatMap { _ in manager.startScanning(forServiceUUIDs: [service], timeout: .seconds(10)) }
      .first().value
    manager.stopScanning()
    let peripheral = peripheral
    let start = ContinuousClock.now
    let links = peripheral.connect()
    links.onFailure { error in Figure.note("\(error)") }
    try await links.first().value
    try await peripheral.discoverAllServices().value
    let found = try Self.require(peripheral.services(withUUID: service)?.first)
    try await found.discoverAllCharacteristics().value
    Figure.print("connect_ms", (ContinuousClock.now - start) / .milliseconds(1))
    data = try Self.require(found.characteristics.first { $0.properties.contains(.notify) })
    let others = found.characteristics.filter { !$0.properties.contains(.notify) }
    writable = try Self.require(others.first)
    control = try Self.require(others.dropFirst().first)
  }

  struct Missing: Error {}

  private static func require<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
  }
}

extension Attributes {
  func measureReads(_ count: Int) async throws {
    _ = try await chain(100) { [data] in data.read() }.value
    try await Figure.measure("read_us", count) {
      _ = try await chain(count) { [data] in data.read() }.value
    }
    try await Figure.measure("read_inline_us", count) {
      _ = try await chain(count, context: .inline) { [data] in data.read() }.value
    }
    try await Figure.measure("read_async_us", count) {
      for _ in 0..<count { _ = try await data.read().value }
    }
  }

  func measureWrites(_ count: Int) async throws {
    let value = Data([1, 2, 3])
    try await Figure.measure("write_us", count) {
      _ = try await chain(count) { [writable] in writable.write(data: value) }.value
    }
    try await Figure.measure("write_inline_us", count) {
      _ = try await chain(count, context: .inline) { [writable] in
        writable.write(data: value)
      }.value
    }
  }

  /// One request after another, each begun by the closure of the one before.
  private func chain<Value: Sendable>(
    _ count: Int, context: ExecutionContext? = nil,
    _ request: @escaping @Sendable () -> Future<Value>
  ) -> Future<Value> {
    guard count > 1 else { return request() }
    return request().flatMap(context: context) { _ in
      chain(count - 1, context: context, request)
    }
  }

  func measureNotifications(
    _ count: Int, _ route: NotificationRoute, _ name: String
  ) async throws {
    let received = Atomic(0)
    let done = Promise<Void>()
    let values = data.receiveNotificationUpdates(as: Counter.self, capacity: count)
    let subscription = values.onSuccess { _ in
      if received.add(1, ordering: .relaxed).newValue == count { done.success() }
    }
    try await data.startNotifying(route: route).value
    let before = Usage.now
    let start = ContinuousClock.now
    try await control.write(data: withUnsafeBytes(of: UInt32(count).littleEndian) { Data($0) })
      .value
    try await done.future.timeout(.seconds(60)).value
    let elapsed = ContinuousClock.now - start
    Figure.print("\(name)_per_s", Double(count) / (elapsed / .seconds(1)))
    Figure.print(
      "\(name)_cpu_us", (Usage.now.microseconds - before.microseconds) / Double(count))
    subscription.cancel()
    try await data.stopNotifying().value
  }
}

/// What the measuring daemon notifies: a counter and two octets.
struct Counter: ProfileValue {
  var number: UInt32
  var a: Int8
  var b: Int8

  static let profileLayout = Layout<Counter>(Counter.init(number:a:b:)) {
    Field("number", \.number, .uint32())
    Field("a", \.a, .int8())
    Field("b", \.b, .int8())
  }
}
