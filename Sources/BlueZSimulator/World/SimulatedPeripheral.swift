public import FoundationEssentials
import Futures
public import GATT

/// A peripheral around a simulated adapter: what it advertises, and what it has once connected.
///
/// Everything may be called from any thread; what it brings about happens on the world's clock.
public final class SimulatedPeripheral: Sendable {
  struct Shared {
    var isAdvertising = true
    /// How many silences are not over.
    var silences = 0
    var rssi: Int
    var manufacturerData: [UInt16: Data]
    var failingConnects: [String] = []
    var isConnected = false
    /// Counts links, so that the end of an old one does not end a new one.
    var link = 0
    weak var world: SimulatedBlueZ?
    var onLink: (@Sendable (Bool) -> Void)?
  }

  /// The advertised name.
  public let name: String?
  /// The device address.
  public let address: BluetoothAddress
  /// Whether the address is public or random.
  public let addressType: AddressType
  /// The services that it advertises.
  public let advertisedServices: [BluetoothUUID]
  /// The services that it has, in the order of their handles.
  public let services: [SimulatedService]
  let shared: Lock<Shared>

  /// Makes a peripheral that advertises from the moment it is added to an adapter.
  ///
  /// - Parameters:
  ///   - name: the advertised name, if any.
  ///   - address: the device address.
  ///   - addressType: public or random.
  ///   - rssi: the signal strength at the adapter, in dBm.
  ///   - advertisedServices: the services that it advertises.
  ///   - manufacturerData: octets by company identifier.
  ///   - services: the services that it has.
  public init(
    name: String?, address: BluetoothAddress, addressType: AddressType = .random,
    rssi: Int = -60, advertisedServices: [BluetoothUUID] = [],
    manufacturerData: [UInt16: Data] = [:], services: [SimulatedService] = []
  ) {
    self.name = name
    self.address = address
    self.addressType = addressType
    self.advertisedServices = advertisedServices
    self.services = services
    shared = Lock(Shared(rssi: rssi, manufacturerData: manufacturerData))
  }

  /// Whether it advertises while not connected.
  public var isAdvertising: Bool {
    get { shared.withLock { $0.isAdvertising } }
    set { shared.withLock { $0.isAdvertising = newValue } }
  }

  /// The signal strength at the adapter in dBm.
  public var rssi: Int {
    get { shared.withLock { $0.rssi } }
    set { shared.withLock { $0.rssi = newValue } }
  }

  /// Advertised octets by company identifier.
  public var manufacturerData: [UInt16: Data] {
    get { shared.withLock { $0.manufacturerData } }
    set { shared.withLock { $0.manufacturerData = newValue } }
  }

  /// Whether the adapter has a link to it.
  public var isConnected: Bool { shared.withLock { $0.isConnected } }

  /// The world that it was put into.
  var world: SimulatedBlueZ? { shared.withLock { $0.world } }

  /// Whether it can be heard now.
  var isAudible: Bool {
    shared.withLock { $0.isAdvertising && $0.silences == 0 && !$0.isConnected }
  }

  /// Ends the link from the peripheral's side.
  public func dropLink() {
    world?.dropLink(of: self)
  }

  /// Stops advertising for a while; it must have been added to an adapter.
  public func goSilent(for duration: Duration) {
    guard let world else { return }
    shared.withLock { $0.silences += 1 }
    _ = world.loop.schedule(after: duration) { self.shared.withLock { $0.silences -= 1 } }
  }

  /// Lets the next attempts to connect fail with a reason such as `le-connection-abort-by-local`.
  public func failNextConnects(_ count: Int = 1, reason: String) {
    shared.withLock { $0.failingConnects += Array(repeating: reason, count: count) }
  }

  /// Notifies a value, 0 to 512 octets, to whoever is subscribed.
  public func notify(_ data: Data, from characteristic: SimulatedCharacteristic) {
    world?.notify(data, from: characteristic, of: self)
  }

  /// Hears of each link that is made and lost.
  public func onLink(_ hear: (@Sendable (Bool) -> Void)?) {
    shared.withLock { $0.onLink = hear }
  }

  // MARK: What the radio does

  func takeConnectFailure() -> String? {
    shared.withLock { $0.failingConnects.isEmpty ? nil : $0.failingConnects.removeFirst() }
  }

  var link: Int { shared.withLock { $0.link } }

  /// Ends a link that no daemon cares for any more, unless it ended before.
  func lose(link: Int) {
    if self.link == link { linkChanged(false) }
  }

  func linkChanged(_ isConnected: Bool) {
    let hear = shared.withLock { shared in
      defer {
        shared.isConnected = isConnected
        if isConnected { shared.link += 1 }
      }
      return shared.isConnected == isConnected ? nil : shared.onLink
    }
    hear?(isConnected)
  }
}
