import BlueZ
import DBus
public import FoundationEssentials
public import Futures
public import GATT

/// A peripheral that a manager knows: what it advertises, its link, its attributes.
///
/// There is one object for each device as long as the program refers to it, across lost links
/// and restarts of the daemon. All methods may be called from any thread and return at once.
public final class Peripheral: Sendable {
  let driver: PeripheralDriver

  init(_ driver: PeripheralDriver) { self.driver = driver }

  var path: ObjectPath { driver.path }

  /// The device address that the daemon knows the peripheral by.
  public var address: BluetoothAddress { driver.address }

  /// Whether ``address`` is a public or a random one.
  public var addressType: AddressType { driver.addressType }

  /// A stable identifier made from the address and its type, the same on every machine.
  ///
  /// Peripherals that change a private address change their identifier with it, unless bonded.
  public var identifier: UUID { PeripheralIdentifier.make(address, addressType) }

  /// The name that the peripheral gave itself, `nil` if it has not told one.
  public var name: String? {
    Advertisement.name(driver.properties) ?? driver.advertisement.localName
  }

  /// The last signal strength that was received, in dBm, −127...20; `nil` if none is known.
  ///
  /// It is not measured while connected, and stays readable after a scan.
  ///
  /// ``Advertisement/lastHeard(_:)`` of ``AdvertisementFields/rssi`` is its time.
  public var rssi: Int? { advertisement.rssi }

  /// What the peripheral has advertised, with the times at which it was heard.
  public var advertisement: Advertisement { driver.advertisement }

  /// Whether requests can be made now.
  public var isConnected: Bool { driver.shared.withLock { $0.machine.epoch != nil } }

  // MARK: The link

  /// Connects, and tells of each link that is made and lost from now on.
  ///
  /// The stream delivers `()` each time that a link is there with its services resolved: for
  /// this call and for each ``reconnect(withDelay:)``; to newcomers at once while connected. It
  /// delivers a failure when an attempt fails or a link ends, and goes on:
  /// ``CentralError/disconnected`` when the link was lost, ``CentralError/resetting`` when the
  /// daemon or the adapter went away, ``CentralError/forcedDisconnect`` after ``disconnect()``, ``CentralError/connectionTimeout`` with the phase that took too
  /// long, ``CentralError/connectionFailed`` when the daemon refused,
  /// ``CentralError/bondLost`` when the peripheral has lost the key of its bond, which no policy tries
  /// again. Calls on one peripheral
  /// give the same stream, and a call during an attempt joins it. Transient refusals of the
  /// radio are tried again within the deadline; a peripheral that the daemon has forgotten is
  /// looked for within the deadline. Cancelling the last subscription of the stream
  /// disconnects; its `first()` does not.
  ///
  /// An adapter makes one link at a time, so attempts wait for each other, in the order of their
  /// calls. Devices that speak classic Bluetooth too are called by Low Energy where the daemon lets
  /// us say so; otherwise ``CentralError/wrongBearer`` tells of it. A full controller is asked again
  /// for some seconds, then ``CentralError/connectionLimit`` is told.
  /// - Parameters:
  ///   - timeout: the deadline for the link, 60 s by default, from the moment that the adapter is
  ///     free for it.
  ///   - resolutionTimeout: the deadline for the services after the link, 35 s by default.
  ///   - policy: whether lost links and failed attempts are followed by others; each failure is told
  ///     all the same. The last call of ``connect(timeout:resolutionTimeout:reconnecting:keepsScanning:capacity:)`` sets it.
  ///   - keepsScanning: whether scans of this program go on while the link is made; they pause by
  ///     default, because many controllers do not do both well.
  ///   - capacity: how many events are kept for a subscriber that is slow; the first call sets it.
  /// - Returns: the peripheral's stream of links.
  public func connect(
    timeout: Duration = .seconds(60), resolutionTimeout: Duration = .seconds(35),
    reconnecting policy: ReconnectPolicy = .never, keepsScanning: Bool = false,
    capacity: Int = 16
  ) -> FutureStream<Void> {
    driver.connect(
      ConnectOptions(
        linkTimeout: timeout, resolutionTimeout: resolutionTimeout, policy: policy,
        keepsScanning: keepsScanning), capacity: capacity)
  }

  /// Makes the link again, with the deadlines of the last ``connect(timeout:resolutionTimeout:reconnecting:keepsScanning:capacity:)``.
  ///
  /// The outcome arrives on its stream. Does nothing while connected or connecting.
  /// - Parameter delay: how long to wait first.
  public func reconnect(withDelay delay: Duration = .zero) {
    driver.reconnect(after: delay)
  }

  /// Ends the link or the attempt; the stream of ``connect(timeout:resolutionTimeout:reconnecting:keepsScanning:capacity:)``
  /// delivers ``CentralError/forcedDisconnect``.
  ///
  /// Completes when the link is gone, within 10 s.
  @discardableResult public func disconnect() -> Future<Void> {
    driver.disconnect()
  }

  // MARK: Attributes

  /// Makes all of the peripheral's services known; they are then in ``services``.
  ///
  /// Fails with ``CentralError/disconnected`` without a link. The daemon has the attributes of a
  /// connected peripheral already, so this completes at once.
  public func discoverAllServices(timeout: Duration = .seconds(35)) -> Future<Void> {
    driver.discoverServices(nil)
      .timeout(timeout, error: CentralError.discovery(self, timeout))
  }

  /// Makes some of the peripheral's services known; discovery only adds.
  ///
  /// Succeeds also when the peripheral has none of them: look at ``services(withUUID:)``. Fails
  /// with ``CentralError/disconnected`` without a link.
  public func discoverServices(
    _ services: [BluetoothUUID]?, timeout: Duration = .seconds(35)
  ) -> Future<Void> {
    driver.discoverServices(services)
      .timeout(timeout, error: CentralError.discovery(self, timeout))
  }

  /// The services that were discovered and that the peripheral still has, by handle.
  public var services: [Service] {
    driver.validServices().map { driver.facade(of: $0, peripheral: self) }
  }

  /// The discovered services with a UUID, by handle; `nil` if there is none.
  public func services(withUUID uuid: BluetoothUUID) -> [Service]? {
    let found = services.filter { $0.uuid == uuid }
    return found.isEmpty ? nil : found
  }
}

extension Peripheral: Equatable, CustomStringConvertible {
  /// Peripherals are equal when they are the same object.
  public static func == (left: Peripheral, right: Peripheral) -> Bool { left === right }

  /// The name, if there is one, and the address.
  ///
  /// Anybody on the air can choose a name, so what would act on a terminal is left out here, and of
  /// a long name the end.
  public var description: String {
    let shown = (name ?? "").unicodeScalars.prefix(64).filter { $0.properties.isPrintable }
    return shown.isEmpty ? "\(address)" : "\(String(String.UnicodeScalarView(shown))) (\(address))"
  }
}

extension Unicode.Scalar.Properties {
  /// Neither a control nor a format character, such as an escape or a change of direction.
  fileprivate var isPrintable: Bool {
    switch generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    default: true
    }
  }
}
