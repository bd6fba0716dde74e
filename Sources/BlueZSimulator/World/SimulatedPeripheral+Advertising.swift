public import FoundationEssentials
import Futures
public import GATT

/// What a peripheral advertises, and how that changes.
extension SimulatedPeripheral {
  /// What it sends now.
  public var advertisement: SimulatedAdvertisement {
    get { shared.withLock { $0.advertisement } }
    set { shared.withLock { $0.advertisement = newValue } }
  }

  /// The services that it advertises.
  public var advertisedServices: [BluetoothUUID] { advertisement.services }

  /// The signal strength at the adapter in dBm.
  public var rssi: Int {
    get { advertisement.rssi }
    set { shared.withLock { $0.advertisement.rssi = newValue } }
  }

  /// Advertised octets by company identifier.
  public var manufacturerData: [UInt16: Data] {
    get { advertisement.manufacturerData }
    set { shared.withLock { $0.advertisement.manufacturerData = newValue } }
  }

  /// The time between two advertisements, 100 ms at first; the shortest is 20 ms.
  public var advertisingInterval: Duration {
    get { shared.withLock { $0.advertisingInterval } }
    set { shared.withLock { $0.advertisingInterval = max(newValue, Duration.milliseconds(20)) } }
  }

  /// Changes the advertisement each time before it is sent, while somebody listens.
  ///
  /// - Parameter change: gets the advertisement as it was, the number of the new one, which
  ///   begins at 0, and the world's time.
  public func onAdvertise(
    _ change: (@Sendable (inout SimulatedAdvertisement, Int, Duration) -> Void)?
  ) {
    shared.withLock { $0.change = change }
  }

  /// Sends a sequence of manufacturer data, again and again.
  public func advertise(manufacturerData values: [[UInt16: Data]]) {
    onAdvertise { advertisement, number, _ in
      guard !values.isEmpty else { return }
      advertisement.manufacturerData = values[number % values.count]
    }
  }

  /// Moves it; out of range a link is lost a little later.
  public func move(to proximity: SimulatedProximity) {
    shared.withLock { shared in
      shared.isInRange = proximity.rssi != nil
      if let rssi = proximity.rssi { shared.advertisement.rssi = rssi }
    }
    guard proximity.rssi == nil, let world else { return }
    let link = link
    _ = world.loop.schedule(after: Delays.supervision) { [weak self] in
      guard let self, self.link == link, !shared.withLock({ $0.isInRange }) else { return }
      dropLink()
    }
  }

  /// The next advertisement; nil while there is none.
  func advertise(at time: Duration) -> SimulatedAdvertisement? {
    guard isAudible else { return nil }
    let (advertisement, number, change) = shared.withLock { shared in
      defer { shared.count += 1 }
      return (shared.advertisement, shared.count, shared.change)
    }
    guard let change else { return advertisement }
    var next = advertisement
    change(&next, number, time)
    self.advertisement = next
    return next
  }
}
