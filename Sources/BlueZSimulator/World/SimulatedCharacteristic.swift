public import FoundationEssentials
import Futures
public import GATT
public import Profiles

/// A characteristic of a simulated peripheral: a value, and closures that may answer instead.
public final class SimulatedCharacteristic: Sendable {
  struct Shared {
    var value: Data
    var nextReadError: ATTError?
    var onRead: (@Sendable () throws -> Data)?
    var onWrite: (@Sendable (Data) throws -> Void)?
    var onSubscribe: (@Sendable (Bool) -> Void)?
  }

  /// The kind of characteristic.
  public let uuid: BluetoothUUID
  /// What centrals can do with it.
  public let properties: CharacteristicProperties
  let shared: Lock<Shared>

  /// Makes a characteristic with its first value, 0 to 512 octets.
  public init(uuid: BluetoothUUID, properties: CharacteristicProperties, value: Data = Data()) {
    self.uuid = uuid
    self.properties = properties
    shared = Lock(Shared(value: value))
  }

  /// Makes a characteristic from its profile, with the profile's initial value.
  public convenience init(profile: AnyCharacteristicProfile) throws(ProfileError) {
    self.init(
      uuid: profile.uuid, properties: profile.properties,
      value: try profile.initialData() ?? Data())
  }

  /// The octets that a read gives while no closure answers, and that a write sets.
  public var value: Data {
    get { shared.withLock { $0.value } }
    set { shared.withLock { $0.value = newValue } }
  }

  /// Answers reads; an `ATTError` that it throws is the peripheral's answer, any other error is 0x0E.
  public func onRead(_ answer: (@Sendable () throws -> Data)?) {
    shared.withLock { $0.onRead = answer }
  }

  /// Takes writes, after which the value is set; errors as with ``onRead(_:)``.
  public func onWrite(_ take: (@Sendable (Data) throws -> Void)?) {
    shared.withLock { $0.onWrite = take }
  }

  /// Hears when the first central subscribes and the last one leaves.
  public func onSubscribe(_ hear: (@Sendable (Bool) -> Void)?) {
    shared.withLock { $0.onSubscribe = hear }
  }

  /// Lets the next read fail.
  public func failNextRead(with error: ATTError) {
    shared.withLock { $0.nextReadError = error }
  }

  // MARK: What the radio asks

  func read() -> Result<Data, ATTError> {
    let (error, answer, value) = shared.withLock { shared in
      defer { shared.nextReadError = nil }
      return (shared.nextReadError, shared.onRead, shared.value)
    }
    guard properties.contains(.read) else { return .failure(.readNotPermitted) }
    if let error { return .failure(error) }
    guard let answer else { return .success(value) }
    return Result(catching: answer).mapError(Self.attError)
  }

  func write(_ data: Data) -> Result<Void, ATTError> {
    guard !properties.isDisjoint(with: [.write, .writeWithoutResponse]) else {
      return .failure(.writeNotPermitted)
    }
    guard data.count <= 512 else { return .failure(.invalidAttributeValueLength) }
    let take = shared.withLock { $0.onWrite }
    do {
      try take?(data)
    } catch {
      return .failure(Self.attError(error))
    }
    value = data
    return .success(())
  }

  func subscribed(_ isSubscribed: Bool) {
    shared.withLock { $0.onSubscribe }?(isSubscribed)
  }

  private static func attError(_ error: any Error) -> ATTError {
    error as? ATTError ?? .unlikelyError
  }
}
