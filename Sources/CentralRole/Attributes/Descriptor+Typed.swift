import BlueZ
import FoundationEssentials
public import Futures
import GATT
public import Profiles

/// Values instead of octets; the layouts of the standard descriptors are in `Descriptors`.
extension Descriptor {
  /// The assigned name of its kind, such as `Characteristic Presentation Format`, if it has one.
  public var name: String? { AssignedName.descriptor(uuid)?.name }

  /// The last value as a type; `nil` before the first read and when it does not fit.
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
  /// sent then. Otherwise as ``write(data:offset:timeout:)``.
  public func write(
    _ value: some ProfileValue, timeout: Duration = .seconds(35)
  ) -> Future<Void> {
    do {
      return write(data: try value.profileData(), timeout: timeout)
    } catch {
      return Future(
        error: CentralError.notSerializable(uuid, error), context: driver.session.context)
    }
  }
}
