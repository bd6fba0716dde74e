public import Futures
public import GATT

/// Attributes of a peripheral in one call, by UUID, by handle, and as they change.
extension Peripheral {
  /// Makes services, their characteristics and the descriptors of these known in one call.
  ///
  /// Discovery only adds. Succeeds also when the peripheral has none of them; fails with
  /// ``CentralError/disconnected`` without a link, and with ``CentralError/discoveryTimeout`` when
  /// the attributes are still changing at the deadline.
  /// - Parameters:
  ///   - services: the services of interest; `nil` for all.
  ///   - characteristics: the characteristics of interest in them; `nil` for all.
  ///   - timeout: the deadline from this call.
  /// - Returns: completes when they are in ``services`` and below.
  public func discoverAttributes(
    ofServices services: [BluetoothUUID]? = nil, characteristics: [BluetoothUUID]? = nil,
    timeout: Duration = .seconds(35)
  ) -> Future<Void> {
    driver.discoverAttributes(services, characteristics)
      .timeout(timeout, error: CentralError.discovery(self, timeout))
  }

  /// Discovers one characteristic and hands it out.
  ///
  /// Fails with ``CentralError/attributeNotFound`` when the peripheral does not have it, with
  /// ``CentralError/attributeAmbiguous`` when it has several, and as
  /// ``discoverAttributes(ofServices:characteristics:timeout:)`` does.
  public func discoverCharacteristic(
    _ uuid: BluetoothUUID, in service: BluetoothUUID, timeout: Duration = .seconds(35)
  ) -> Future<Characteristic> {
    discoverAttributes(ofServices: [service], characteristics: [uuid], timeout: timeout)
      .map { try self.characteristic(uuid, in: service) }
  }

  // MARK: By UUID

  /// The discovered service with a UUID.
  ///
  /// Throws ``CentralError/attributeNotFound``, or ``CentralError/attributeAmbiguous`` when the
  /// peripheral has several: look at ``services(withUUID:)`` then.
  public func service(withUUID uuid: BluetoothUUID) throws(CentralError) -> Service {
    try only(services(withUUID: uuid), uuid, "service", of: "\(address)", \.handle)
  }

  /// The discovered characteristic with a UUID in the service with a UUID.
  ///
  /// Throws as ``service(withUUID:)`` does, for either of the two.
  public func characteristic(
    _ uuid: BluetoothUUID, in service: BluetoothUUID
  ) throws(CentralError) -> Characteristic {
    try self.service(withUUID: service).characteristic(withUUID: uuid)
  }

  // MARK: By handle

  /// The discovered service at a handle.
  public func service(withHandle handle: UInt16) -> Service? {
    services.first { $0.handle == handle }
  }

  /// The discovered characteristic whose declaration is at a handle.
  public func characteristic(withHandle handle: UInt16) -> Characteristic? {
    services.lazy.flatMap(\.characteristics).first { $0.handle == handle }
  }

  /// The discovered descriptor at a handle.
  public func descriptor(withHandle handle: UInt16) -> Descriptor? {
    services.lazy.flatMap(\.characteristics).flatMap(\.descriptors).first { $0.handle == handle }
  }

  // MARK: What changes

  /// What the peripheral changes of its services while connected, as after a new firmware.
  ///
  /// Each change is one element, told when nothing more has come or gone for half a second.
  /// Subscriptions and requests of what went fail with ``CentralError/invalidated``; what came can
  /// be discovered. Calls give the same stream, which goes on over later links.
  public func servicesChanged() -> FutureStream<ServicesChange> { driver.servicesChanges }

  /// The longest packet of the present link in octets, 23 to 517; `nil` without a link and while
  /// the daemon does not tell (before 5.62 it does only with a socket).
  public var mtu: Int? { driver.shared.withLock { $0.attributes.mtu } }

  /// The MTU each time that it becomes known, the present one first.
  public func whenMTUChanges() -> FutureStream<Int> { driver.mtuChanges }

  // MARK: The queue

  /// How many reads of this peripheral wait for their start or their answer.
  public var pendingReadCount: Int { driver.shared.withLock { $0.queue.count(of: .read) } }

  /// How many writes of this peripheral wait for their start or their answer.
  public var pendingWriteCount: Int { driver.shared.withLock { $0.queue.count(of: .write) } }
}

/// The one attribute of a list, or the reason why there is none.
func only<Attribute>(
  _ found: [Attribute]?, _ uuid: BluetoothUUID, _ kind: String, of owner: String,
  _ handle: (Attribute) -> UInt16?
) throws(CentralError) -> Attribute {
  guard let found, let first = found.first else { throw .notFound(uuid, kind, of: owner) }
  guard found.count == 1 else {
    throw .ambiguous(uuid, kind, of: owner, handles: found.map(handle))
  }
  return first
}

extension CentralError {
  static func discovery(_ peripheral: Peripheral, _ limit: Duration) -> CentralError {
    CentralError(
      .discoveryTimeout,
      "the attributes of \(peripheral.address) were still changing at the deadline of \(limit)")
  }
}
