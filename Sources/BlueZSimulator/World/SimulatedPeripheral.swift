public import FoundationEssentials
import Futures
public import GATT

/// A peripheral around a simulated adapter: what it advertises, and what it has once connected.
///
/// Everything may be called from any thread; what it brings about happens on the world's clock.
public final class SimulatedPeripheral: Sendable {
  struct Shared {
    var isAdvertising = true
    var isInRange = true
    /// How many silences are not over.
    var silences = 0
    var advertisement: SimulatedAdvertisement
    var advertisingInterval = Delays.advertisement
    /// How many advertisements were sent.
    var count = 0
    var change: (@Sendable (inout SimulatedAdvertisement, Int, Duration) -> Void)?
    var failingConnects: [String] = []
    var longWriteError: ATTError?
    var mtu: Int
    var services: [SimulatedService]
    var isConnected = false
    /// Counts links, so that the end of an old one does not end a new one.
    var link = 0
    weak var world: SimulatedBlueZ?
    var onLink: (@Sendable (Bool) -> Void)?
    var security = PeripheralSecurity()
    /// Whose device it is, if it is no peripheral.
    weak var central: SimulatedCentral?
    /// What its world's transcript is to say of it.
    var problems: [String] = []
  }

  /// The name, which it also advertises at first.
  public let name: String?
  /// The device address.
  public let address: BluetoothAddress
  /// Whether the address is public or random.
  public let addressType: AddressType
  /// The address as the daemon prints it.
  let addressText: String
  /// The last part of its device's path.
  let pathName: String
  let shared: Lock<Shared>

  /// Makes a peripheral that advertises from the moment it is added to an adapter.
  ///
  /// - Parameters:
  ///   - name: the name, if any; it ends before a NUL, as everywhere on the air.
  ///   - address: the device address.
  ///   - addressType: public or random.
  ///   - rssi: the signal strength at the adapter, in dBm.
  ///   - advertisedServices: the services that it advertises.
  ///   - manufacturerData: octets by company identifier.
  ///   - mtu: the longest packet that it takes, 23 to 517 octets.
  ///   - services: the services that it has.
  public init(
    name: String?, address: BluetoothAddress, addressType: AddressType = .random,
    rssi: Int = -60, advertisedServices: [BluetoothUUID] = [],
    manufacturerData: [UInt16: Data] = [:], mtu: Int = 517, services: [SimulatedService] = []
  ) {
    self.name = name.map { String($0.prefix { $0 != "\0" }) }
    self.address = address
    self.addressType = addressType
    addressText = "\(address)"
    pathName = "dev_" + addressText.replacing(":", with: "_")
    let advertisement = SimulatedAdvertisement(
      localName: self.name, rssi: rssi, services: advertisedServices,
      manufacturerData: manufacturerData)
    shared = Lock(
      Shared(advertisement: advertisement, mtu: min(max(mtu, 23), 517), services: services))
    own(services)
  }

  /// Whether it advertises while not connected.
  public var isAdvertising: Bool {
    get { shared.withLock { $0.isAdvertising } }
    set { shared.withLock { $0.isAdvertising = newValue } }
  }

  /// The longest packet that it takes.
  public var mtu: Int { shared.withLock { $0.mtu } }

  /// Whether the adapter has a link to it.
  public var isConnected: Bool { shared.withLock { $0.isConnected } }

  /// The world that it was put into.
  var world: SimulatedBlueZ? { shared.withLock { $0.world } }

  /// Whether it can be heard now.
  var isAudible: Bool {
    shared.withLock { $0.isAdvertising && $0.isInRange && $0.silences == 0 && !$0.isConnected }
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

  /// Lets the peripheral refuse writes in prepared parts, as many small devices do with 0x06.
  public var longWriteError: ATTError? {
    get { shared.withLock { $0.longWriteError } }
    set { shared.withLock { $0.longWriteError = newValue } }
  }

  /// Notifies a value to whoever is subscribed; what is longer than the MTU less 3 is cut off.
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
