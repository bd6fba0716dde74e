import DBus
public import FoundationEssentials
public import Futures
public import GATT

/// A remote central, such as a phone, that connects to the program under test.
///
/// It finds what programs advertise at an adapter, and reads, writes and subscribes to what they
/// publish. Its futures fail with an `ATTError` when the program or the daemon refuses, and with
/// ``SimulatorError`` without a link.
public final class SimulatedCentral: Sendable {
  private struct Shared {
    weak var adapter: SimulatedAdapter?
    var subscriptions: [DeviceState.Subscription: @Sendable (Data) -> Void] = [:]
  }

  /// What the daemon takes it for: a device without services that does not advertise.
  let device: SimulatedPeripheral
  private let shared = Lock(Shared())

  /// Makes a central.
  public init(
    name: String? = nil, address: BluetoothAddress, addressType: AddressType = .random,
    mtu: Int = 517
  ) {
    device = SimulatedPeripheral(
      name: name, address: address, addressType: addressType, mtu: mtu)
    device.isAdvertising = false
    device.onLink { [weak self] isLinked in
      if !isLinked { self?.shared.withLock { $0.subscriptions = [:] } }
    }
  }

  /// Whether it has a link.
  public var isConnected: Bool { device.isConnected }

  /// Connects to an adapter at which a program advertises that it can be connected to.
  public func connect(to adapter: SimulatedAdapter) -> Future<Void> {
    shared.withLock { $0.adapter = adapter }
    device.shared.withLock { $0.world = adapter.home }
    return request(after: Delays.link) { [device] daemon, promise in
      let isAccepted = Lock(false)
      daemon.feed { state in
        let accepted = state.accept(device, at: adapter.path)
        isAccepted.withLock { $0 = accepted }
      }
      if isAccepted.withLock({ $0 }) {
        promise.success(())
      } else {
        promise.failure(SimulatorError.notAccepted(adapter.identifier))
      }
    }
  }

  /// Ends the link.
  public func disconnect() { device.dropLink() }

  /// How it pairs.
  public var pairing: SimulatedPairing {
    get { device.pairing }
    set { device.pairing = newValue }
  }

  /// Pairs with the adapter; the default agent there is asked, with `RequestAuthorization` when
  /// there is nothing to compare.
  ///
  /// Without an agent, or when it rejects, this fails and the link is lost.
  public func pair() -> Future<Void> {
    request { [device] daemon, promise in
      daemon.feed { state in
        state.pairIncoming(device) { isPaired in
          if isPaired { promise.success(()) } else { promise.failure(SimulatorError.notPaired) }
        }
      }
    }
  }

  /// Finds the services of all programs.
  public func discoverServices() -> Future<[SimulatedRemoteService]> {
    request { [device] daemon, promise in
      let services = daemon.shared.withLock { $0.state.services(for: device) }
      guard let services else { return fail(promise) }
      promise.success(services.map { SimulatedRemoteService($0.1, of: $0.0) })
    }
  }

  /// Reads a value.
  public func read(
    _ characteristic: SimulatedRemoteCharacteristic, offset: Int = 0
  ) -> Future<Data> {
    perform(.read, characteristic, offset: offset)
  }

  /// Writes a value; the program cannot tell whether an answer is wanted.
  public func write(
    _ data: Data, to characteristic: SimulatedRemoteCharacteristic, offset: Int = 0
  ) -> Future<Void> {
    perform(.write(data), characteristic, offset: offset).map { _ in }
  }

  /// Writes a value without asking for an answer: the future completes when it is sent, and nobody
  /// says whether it was taken.
  ///
  /// What is longer than the MTU less 3 octets fails with `invalidAttributeValueLength`.
  public func writeWithoutResponse(
    _ data: Data, to characteristic: SimulatedRemoteCharacteristic
  ) -> Future<Void> {
    guard data.count <= device.mtu - 3 else {
      let promise = Promise<Void>()
      promise.failure(ATTError.invalidAttributeValueLength)
      return promise.future
    }
    return perform(.command(data), characteristic).map { _ in }
  }

  /// Subscribes; values come on the world's loop, until ``unsubscribe(from:)`` or the link's end.
  public func subscribe(
    to characteristic: SimulatedRemoteCharacteristic, _ hear: @escaping @Sendable (Data) -> Void
  ) -> Future<Void> {
    let key = characteristic.key
    shared.withLock { $0.subscriptions[key] = hear }
    return perform(.subscribe(true), characteristic).map { _ in }
  }

  /// Ends a subscription.
  public func unsubscribe(from characteristic: SimulatedRemoteCharacteristic) -> Future<Void> {
    shared.withLock { $0.subscriptions[characteristic.key] = nil }
    return perform(.subscribe(false), characteristic).map { _ in }
  }

  func hear(_ value: Data, from key: DeviceState.Subscription) {
    shared.withLock { $0.subscriptions[key] }?(value)
  }

  private func perform(
    _ kind: CentralOperation.Kind, _ characteristic: SimulatedRemoteCharacteristic,
    offset: Int = 0
  ) -> Future<Data> {
    let operation = CentralOperation(
      kind: kind, client: characteristic.key.client, path: characteristic.key.path,
      offset: offset)
    return request { [device] daemon, promise in
      guard device.isConnected else { return fail(promise) }
      daemon.feed { state in
        state.perform(operation, by: device) { answer in
          switch answer {
          case .success(let value): promise.success(value)
          case .failure(let error): promise.failure(error)
          }
        }
      }
    }
  }

  /// Asks the daemon a little later, as over the air.
  private func request<Value: Sendable>(
    after delay: Duration = Delays.request,
    _ ask: @escaping @Sendable (SimulatedDaemon, Promise<Value>) -> Void
  ) -> Future<Value> {
    let promise = Promise<Value>()
    guard let world = shared.withLock({ $0.adapter })?.home else {
      promise.failure(SimulatorError.notConnected)
      return promise.future
    }
    device.shared.withLock { $0.central = self }
    _ = world.loop.schedule(after: delay) { [weak world] in
      guard let daemon = world?.daemon else { return fail(promise) }
      ask(daemon, promise)
    }
    return promise.future
  }
}

/// There is no link, or not even a daemon.
private func fail<Value>(_ promise: Promise<Value>) {
  promise.failure(SimulatorError.notConnected)
}
