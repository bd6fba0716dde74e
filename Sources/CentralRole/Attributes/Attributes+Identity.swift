/// Attributes are equal when they are the same object; there is one for each of a peripheral's.
extension Service: Hashable {
  /// Whether both are the same object.
  public static func == (left: Service, right: Service) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Characteristic: Hashable {
  /// Whether both are the same object.
  public static func == (left: Characteristic, right: Characteristic) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Descriptor: Hashable {
  /// Whether both are the same object.
  public static func == (left: Descriptor, right: Descriptor) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
