public import FoundationEssentials
public import Futures
public import GATT

/// A descriptor of a simulated characteristic.
///
/// The daemon makes those that it needs itself: the client configuration (2902) of a
/// characteristic that notifies or indicates, and the extended properties (2900).
public final class SimulatedDescriptor: Sendable {
  /// The kind of descriptor.
  public let uuid: BluetoothUUID
  let server: AttributeServer

  /// Makes a descriptor with its first value, 0 to 512 octets.
  ///
  /// - Parameters:
  ///   - uuid: the kind of descriptor.
  ///   - permissions: whether it can be read and written, and what that demands of the link.
  ///   - value: the first value.
  public init(
    uuid: BluetoothUUID, permissions: AttributePermissions = .readable, value: Data = Data()
  ) {
    self.uuid = uuid
    server = AttributeServer(
      canRead: !permissions.isDisjoint(with: .anyRead),
      canWrite: !permissions.isDisjoint(with: .anyWrite), permissions: permissions, value: value)
  }

  /// Makes a characteristic user description (2901).
  public static func userDescription(_ text: String) -> SimulatedDescriptor {
    SimulatedDescriptor(uuid: 0x2901, value: Data(text.utf8))
  }

  /// The octets that a read gives while no closure answers, and that a write sets.
  public var value: Data {
    get { server.shared.withLock { $0.value } }
    set { server.shared.withLock { $0.value = newValue } }
  }

  /// Answers reads; an `ATTError` that it throws is the answer, any other error is 0x0E.
  public func onRead(_ answer: (@Sendable () throws -> Data)?) {
    server.shared.withLock { $0.reader = answer.map { .now($0) } }
  }

  /// Takes writes, after which the value is set; errors as with ``onRead(_:)``.
  public func onWrite(_ take: (@Sendable (Data) throws -> Void)?) {
    server.shared.withLock { $0.writer = take.map { .now($0) } }
  }

  /// Answers reads later; 30 s without an answer end the link.
  public func onReadRequest(
    _ answer: (@Sendable (SimulatedReadRequest) -> Future<Data>)?
  ) {
    server.shared.withLock { $0.reader = answer.map { .later($0) } }
  }

  /// Takes writes and answers them later; 30 s without an answer end the link.
  public func onWriteRequest(
    _ take: (@Sendable (SimulatedWriteRequest) -> Future<Void>)?
  ) {
    server.shared.withLock { $0.writer = take.map { .later($0) } }
  }
}

extension AttributePermissions {
  static let anyRead: AttributePermissions = [
    .readable, .encryptRead, .encryptAuthenticatedRead, .secureRead,
  ]
  static let anyWrite: AttributePermissions = [
    .writeable, .encryptWrite, .encryptAuthenticatedWrite, .secureWrite,
  ]
}
