/// Attributes are equal when they are the same object; there is one for each of a peripheral's. They
/// print their name and whose they are.
extension Service: Hashable, CustomStringConvertible {
  /// Whether both are the same object.
  public static func == (left: Service, right: Service) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Such as `Battery (180F) of C4:BE:84:00:00:01`.
  public var description: String { "\(uuid.logName) of \(peripheral.address)" }
}

extension Characteristic: Hashable, CustomStringConvertible {
  /// Whether both are the same object.
  public static func == (left: Characteristic, right: Characteristic) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Such as `Battery Level (2A19) of C4:BE:84:00:00:01`.
  public var description: String { "\(uuid.logName) of \(service.peripheral.address)" }
}

extension Descriptor: Hashable, CustomStringConvertible {
  /// Whether both are the same object.
  public static func == (left: Descriptor, right: Descriptor) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  /// Such as `Characteristic User Description (2901) of C4:BE:84:00:00:01`.
  public var description: String {
    "\(uuid.logName) of \(characteristic.service.peripheral.address)"
  }
}
