import BlueZ
import FoundationEssentials
public import Futures
import GATT
public import Profiles

/// Values by a profile, for types that have no layout of their own and for texts.
extension Characteristic {
  /// The last value as its profile's type; `nil` before the first value and when it does not fit.
  public func value<Value>(
    using profile: CharacteristicProfile<Value>, context: ProfileContext = ProfileContext()
  ) -> Value? {
    data.flatMap { try? profile.decode($0, context: context) }
  }

  /// Reads the value as its profile's type.
  ///
  /// Fails with ``CentralError/notSerializable`` when the octets do not fit, and as
  /// ``read(offset:timeout:)`` does.
  public func read<Value>(
    using profile: CharacteristicProfile<Value>, context: ProfileContext = ProfileContext(),
    timeout: Duration = .seconds(35)
  ) -> Future<Value> {
    let uuid = uuid
    return read(timeout: timeout).map { data in
      try CentralError.fitting(uuid) { try profile.decode(data, context: context) }
    }
  }

  /// Writes a value of its profile's type.
  ///
  /// Fails with ``CentralError/notSerializable`` when the value is out of its range; nothing is
  /// sent then. Otherwise as ``write(data:offset:timeout:type:)``.
  public func write<Value>(
    _ value: Value, using profile: CharacteristicProfile<Value>,
    context: ProfileContext = ProfileContext(), timeout: Duration = .seconds(35),
    type: WriteType? = nil
  ) -> Future<Void> {
    write(timeout, type) { try profile.encode(value, context: context) }
  }

  /// The notified values as their profile's type; octets that do not fit are failures of the
  /// stream, which goes on.
  public func receiveNotificationUpdates<Value>(
    using profile: CharacteristicProfile<Value>, context: ProfileContext = ProfileContext(),
    capacity: Int = 1024, resuming: Bool = false
  ) -> FutureStream<Value> {
    let uuid = uuid
    return receiveNotificationUpdates(capacity: capacity, resuming: resuming).map { data in
      try CentralError.fitting(uuid) { try profile.decode(data, context: context) }
    }
  }

  // MARK: Texts

  /// The last value's fields as names and texts in engineering units; `nil` before the first value
  /// and when it does not fit.
  public func strings(
    using profile: some NamedLayout, context: ProfileContext = ProfileContext()
  ) -> [(name: String, text: String)]? {
    data.flatMap { try? profile.strings(of: $0, context: context) }
  }

  /// Writes a value from a text for each of its fields.
  ///
  /// Fails with ``CentralError/notSerializable`` when a text is none of its field, as
  /// ``write(_:using:context:timeout:type:)`` does.
  public func write(
    strings: [String: String], using profile: some NamedLayout,
    context: ProfileContext = ProfileContext(), timeout: Duration = .seconds(35),
    type: WriteType? = nil
  ) -> Future<Void> {
    write(timeout, type) { try profile.data(from: strings, context: context) }
  }

  private func write(
    _ timeout: Duration, _ type: WriteType?, _ encode: () throws -> Data
  ) -> Future<Void> {
    do {
      return write(data: try encode(), timeout: timeout, type: type)
    } catch {
      return Future(
        error: CentralError.notSerializable(uuid, error), context: driver.session.context)
    }
  }
}
