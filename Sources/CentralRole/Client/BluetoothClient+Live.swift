public import BlueZ
import FoundationEssentials
import Futures
import GATT

extension BluetoothClient {
  /// The deadlines of a live client.
  public struct Configuration: Sendable, Hashable {
    /// How long Bluetooth may take to be ready, and then a link to be made; 10 s by default.
    public var connectTimeout: Duration
    /// How long a request may take; 10 s by default.
    public var requestTimeout: Duration

    /// Deadlines of a client's own.
    public init(connectTimeout: Duration = .seconds(10), requestTimeout: Duration = .seconds(10)) {
      self.connectTimeout = connectTimeout
      self.requestTimeout = requestTimeout
    }
  }

  /// A client that talks to BlueZ, real or simulated.
  ///
  /// Endpoints fail with ``CentralError``. Scans and subscriptions have no deadline.
  /// - Parameters:
  ///   - session: the conversation with the daemon; the simulator hands one out too.
  ///   - adapter: the kernel's name or the address of the adapter; with `nil` the first that is on.
  ///   - configuration: the deadlines.
  ///   - clock: measures the deadlines; a test passes one that it turns by hand.
  /// - Returns: the client, which keeps a ``CentralManager`` of its own.
  public static func live(
    _ session: Session = .system(), adapter: String? = nil,
    configuration: Configuration = Configuration(),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> BluetoothClient {
    let link = LiveLink(
      CentralManager(session: session, adapter: adapter), configuration, clock)
    return BluetoothClient(
      states: { link.manager.whenStateChanges().throwing() },
      scan: { services in link.scan(services) },
      connect: { try await link.connect($0) },
      disconnect: { try await link.disconnect($0) },
      discoverServices: { try await link.discoverServices($0, $1) },
      discoverCharacteristics: { try await link.discoverCharacteristics($0, $1, $2) },
      read: { try await link.read($0, $1) },
      write: { try await link.write($0, $1, $2, .withResponse) },
      writeWithoutResponse: { try await link.write($0, $1, $2, .withoutResponse) },
      subscribe: { try await link.subscribe($0, $1) },
      disconnectionEvents: {
        let events = link.manager.disconnectionEvents()
        return AsyncStream { continuation in
          let subscription = events.onSuccess { event in
            continuation.yield(
              LinkEnd(peripheral: Peripheral(event.peripheral), reason: event.reason))
          }
          events.onFinish { continuation.finish() }
          continuation.onTermination = { _ in subscription.cancel() }
        }
      })
  }
}

extension BluetoothClient.Peripheral {
  /// A peripheral as it is known at this moment.
  public init(_ peripheral: CentralRole.Peripheral) {
    self.init(
      id: peripheral.identifier, name: peripheral.name, rssi: peripheral.rssi,
      services: peripheral.advertisement.serviceUUIDs)
  }
}

extension FutureStream {
  /// The stream for a loop that ends with the first failure, and whose end leaves the stream.
  func throwing() -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream { continuation in
      let subscription = onComplete { result in
        switch result {
        case .success(let value): continuation.yield(value)
        case .failure(let error): continuation.finish(throwing: error)
        }
      }
      onFinish { continuation.finish() }
      continuation.onTermination = { _ in subscription.cancel() }
    }
  }
}
