public import FoundationEssentials
public import Futures
public import GATT
public import Profiles

/// A characteristic of a simulated peripheral: a value, and closures that may answer instead.
///
/// Closures run on the world's loop and may be set at any time from any thread; of those for
/// reads, and of those for writes, the one that was set last counts.
public final class SimulatedCharacteristic: Sendable {
  struct Shared {
    var onSubscribe: (@Sendable (Bool) -> Void)?
    var schedule: NotificationSchedule?
    weak var peripheral: SimulatedPeripheral?
  }

  /// The kind of characteristic.
  public let uuid: BluetoothUUID
  /// What centrals can do with it.
  public let properties: CharacteristicProperties
  /// What the peripheral demands of the link before it answers.
  public let permissions: AttributePermissions
  /// The descriptors in the order of their handles, without those that the daemon needs itself.
  public let descriptors: [SimulatedDescriptor]
  let server: AttributeServer
  let shared = Lock(Shared())

  /// Makes a characteristic with its first value, 0 to 512 octets; a longer one is read in part.
  ///
  /// - Parameters:
  ///   - uuid: the kind of characteristic.
  ///   - properties: what centrals can do with it.
  ///   - permissions: what that demands of the link, such as `.encryptRead`.
  ///   - value: the first value.
  ///   - descriptors: descriptors beside those that the daemon needs itself.
  public init(
    uuid: BluetoothUUID, properties: CharacteristicProperties,
    permissions: AttributePermissions = [], value: Data = Data(),
    descriptors: [SimulatedDescriptor] = []
  ) {
    self.uuid = uuid
    let isExtended = !properties.isDisjoint(with: [.reliableWrite, .writableAuxiliaries])
    self.properties = isExtended ? properties.union(.extendedProperties) : properties
    self.permissions = permissions
    self.descriptors = descriptors
    server = AttributeServer(
      canRead: properties.contains(.read),
      canWrite: !properties.isDisjoint(with: [.write, .writeWithoutResponse, .reliableWrite]),
      permissions: permissions, value: value)
  }

  /// Makes a characteristic from its profile, with the profile's initial value and permissions.
  public convenience init(
    profile: AnyCharacteristicProfile, descriptors: [SimulatedDescriptor] = []
  ) throws(ProfileError) {
    self.init(
      uuid: profile.uuid, properties: profile.properties, permissions: profile.permissions,
      value: try profile.initialData() ?? Data(), descriptors: descriptors)
  }

  /// The octets that a read gives while no closure answers, and that a write sets.
  public var value: Data {
    get { server.shared.withLock { $0.value } }
    set { server.shared.withLock { $0.value = newValue } }
  }

  /// Answers reads; an `ATTError` that it throws is the peripheral's answer, any other error is 0x0E.
  public func onRead(_ answer: (@Sendable () throws -> Data)?) {
    server.shared.withLock { $0.reader = answer.map { .now($0) } }
  }

  /// Takes writes, after which the value is set; errors as with ``onRead(_:)``.
  public func onWrite(_ take: (@Sendable (Data) throws -> Void)?) {
    server.shared.withLock { $0.writer = take.map { .now($0) } }
  }

  /// Answers reads later; errors as with ``onRead(_:)``, and 30 s without an answer end the link.
  public func onReadRequest(
    _ answer: (@Sendable (SimulatedReadRequest) -> Future<Data>)?
  ) {
    server.shared.withLock { $0.reader = answer.map { .later($0) } }
  }

  /// Takes writes and answers them later, as with ``onReadRequest(_:)``.
  public func onWriteRequest(
    _ take: (@Sendable (SimulatedWriteRequest) -> Future<Void>)?
  ) {
    server.shared.withLock { $0.writer = take.map { .later($0) } }
  }

  /// Hears when the first central subscribes and the last one leaves.
  public func onSubscribe(_ hear: (@Sendable (Bool) -> Void)?) {
    shared.withLock { $0.onSubscribe = hear }
  }

  /// Lets the next reads fail.
  public func failNextRead(with error: ATTError, times: Int = 1) {
    server.shared.withLock { $0.nextReadErrors += Array(repeating: error, count: max(times, 0)) }
  }

  /// Lets the next writes fail.
  public func failNextWrite(with error: ATTError, times: Int = 1) {
    server.shared.withLock { $0.nextWriteErrors += Array(repeating: error, count: max(times, 0)) }
  }

  /// Notifies a value to whoever is subscribed; what is longer than the MTU less 3 is cut off.
  public func notify(_ data: Data) {
    shared.withLock { $0.peripheral }?.notify(data, from: self)
  }
}
