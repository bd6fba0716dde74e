public import Futures
public import GATT
import Profiles

/// What a service includes, and what it has by UUID.
extension Service {
  /// The assigned name of its kind, such as `Heart Rate`, if it has one.
  public var name: String? { AssignedName.service(uuid)?.name }

  /// The handle of the service's declaration, 0x0001...0xFFFF; `nil` if the daemon does not tell.
  public var handle: UInt16? { AttributeHandle.number(in: node.path) }

  /// Whether the peripheral still has it; otherwise it and what it had fail with
  /// ``CentralError/invalidated``.
  public var isValid: Bool { peripheral.driver.isValid(node) }

  /// Makes services known that this one includes; they are then in ``includedServices``.
  ///
  /// Discovery only adds. Fails with ``CentralError/disconnected`` without a link and with
  /// ``CentralError/invalidated`` when the service has gone.
  /// - Parameters:
  ///   - services: the services of interest; `nil` for all.
  ///   - timeout: the deadline from this call.
  /// - Returns: completes when they are known.
  public func discoverIncludedServices(
    _ services: [BluetoothUUID]? = nil, timeout: Duration = .seconds(35)
  ) -> Future<Void> {
    peripheral.driver.discoverIncludedServices(services, of: node)
      .timeout(timeout, error: CentralError.discovery(self.peripheral, timeout))
  }

  /// The services that this one includes, of those that were discovered.
  public var includedServices: [Service] {
    peripheral.driver.validIncludedServices(of: node).map {
      peripheral.driver.facade(of: $0, peripheral: peripheral)
    }
  }

  /// The discovered characteristic with a UUID.
  ///
  /// Throws ``CentralError/attributeNotFound``, or ``CentralError/attributeAmbiguous`` when the
  /// service has several: look at ``characteristics(withUUID:)`` then.
  public func characteristic(withUUID uuid: BluetoothUUID) throws(CentralError) -> Characteristic {
    try only(
      characteristics(withUUID: uuid), uuid, "characteristic", of: "service \(self.uuid)",
      \.handle)
  }
}

/// The descriptors of a characteristic.
extension Characteristic {
  /// Makes all of the characteristic's descriptors known; they are then in ``descriptors``.
  ///
  /// Discovery only adds. Fails with ``CentralError/disconnected`` without a link and with
  /// ``CentralError/invalidated`` when the characteristic has gone.
  public func discoverAllDescriptors(timeout: Duration = .seconds(35)) -> Future<Void> {
    driver.discoverDescriptors(of: node)
      .timeout(timeout, error: CentralError.discovery(self.service.peripheral, timeout))
  }

  /// The descriptors that were discovered and that the characteristic still has, by handle.
  public var descriptors: [Descriptor] {
    driver.validDescriptors(of: node).map { driver.facade(of: $0, characteristic: self) }
  }

  /// The discovered descriptors with a UUID, by handle; `nil` if there is none.
  public func descriptors(withUUID uuid: BluetoothUUID) -> [Descriptor]? {
    let found = descriptors.filter { $0.uuid == uuid }
    return found.isEmpty ? nil : found
  }

  /// The discovered descriptor with a UUID.
  ///
  /// Throws ``CentralError/attributeNotFound``, or ``CentralError/attributeAmbiguous`` when the
  /// characteristic has several: look at ``descriptors(withUUID:)`` then.
  public func descriptor(withUUID uuid: BluetoothUUID) throws(CentralError) -> Descriptor {
    try only(
      descriptors(withUUID: uuid), uuid, "descriptor", of: "characteristic \(self.uuid)",
      \.handle)
  }
}

/// What a characteristic can do, in words that programs ask with.
extension Characteristic {
  /// Whether the characteristic has all of the properties.
  public func propertyEnabled(_ property: CharacteristicProperties) -> Bool {
    properties.isSuperset(of: property)
  }

  /// Whether it can be read.
  public var canRead: Bool { properties.contains(.read) }

  /// Whether it can be written in any way.
  public var canWrite: Bool {
    !properties.isDisjoint(with: [.write, .writeWithoutResponse, .reliableWrite])
  }

  /// Whether it can be subscribed to.
  public var canNotify: Bool { !properties.isDisjoint(with: [.notify, .indicate]) }
}
