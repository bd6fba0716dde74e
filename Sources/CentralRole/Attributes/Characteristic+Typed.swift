import BlueZ
import FoundationEssentials
public import Futures
public import GATT
public import Profiles

/// Values instead of octets, by the layouts of profiles.
extension Characteristic {
  /// The assigned name of its kind, such as `Heart Rate Measurement`, if it has one.
  public var name: String? { AssignedName.characteristic(uuid)?.name }

  /// The last value as a type; `nil` before the first value and when it does not fit.
  public func value<Value: ProfileValue>() -> Value? {
    data.flatMap { try? Value(profileData: $0) }
  }

  /// Reads the value as a type.
  ///
  /// Fails with ``CentralError/notSerializable`` when the octets do not fit, and as
  /// ``read(offset:timeout:)`` does.
  public func read<Value: ProfileValue>(
    as type: Value.Type, timeout: Duration = .seconds(35)
  ) -> Future<Value> {
    let uuid = uuid
    return read(timeout: timeout).map { data in
      try CentralError.fitting(uuid) { try Value(profileData: data) }
    }
  }

  /// Writes a typed value.
  ///
  /// Fails with ``CentralError/notSerializable`` when the value is out of its range; nothing is
  /// sent then. Otherwise as ``write(data:offset:timeout:type:)``.
  public func write(
    _ value: some ProfileValue, timeout: Duration = .seconds(35),
    type: WriteType? = nil
  ) -> Future<Void> {
    do {
      return write(data: try value.profileData(), timeout: timeout, type: type)
    } catch {
      return Future(
        error: CentralError.notSerializable(uuid, error), context: driver.session.context)
    }
  }

  /// The notified values as a type; octets that do not fit are failures of the stream, which
  /// goes on.
  @inlinable
  public func receiveNotificationUpdates<Value: ProfileValue>(
    as type: Value.Type, capacity: Int = 1024, resuming: Bool = false
  ) -> FutureStream<Value> {
    let uuid = uuid
    return receiveNotificationUpdates(capacity: capacity, resuming: resuming).map { data in
      try CentralError.fitting(uuid) { try Value(profileData: data) }
    }
  }
}

extension CentralError {
  /// What a layout makes of the octets of an attribute, or the error that says that they do not fit.
  @inlinable
  static func fitting<Value>(_ uuid: BluetoothUUID, _ decode: () throws -> Value) throws -> Value {
    do {
      return try decode()
    } catch {
      throw notSerializable(uuid, error)
    }
  }

  @usableFromInline
  static func notSerializable(_ uuid: BluetoothUUID, _ cause: any Error) -> CentralError {
    CentralError(
      .notSerializable, "the value of \(uuid) does not fit its type", attribute: uuid, cause: cause)
  }
}
