public import FoundationEssentials
public import Futures
public import GATT

/// A descriptor of a characteristic: a name, a unit, a valid range, or a setting.
///
/// Requests stand in the same queue as those of characteristics, in the order of their calls. The
/// client characteristic configuration (2902) belongs to the daemon: it can be read, and is
/// written by ``Characteristic/startNotifying(route:)``.
public final class Descriptor: Sendable {
  let node: DescriptorNode
  /// The characteristic that has the descriptor.
  public let characteristic: Characteristic

  init(_ node: DescriptorNode, _ characteristic: Characteristic) {
    self.node = node
    self.characteristic = characteristic
  }

  var driver: PeripheralDriver { characteristic.driver }

  /// The kind of descriptor.
  public var uuid: BluetoothUUID { node.uuid }

  /// The attribute's handle, 0x0001...0xFFFF; `nil` if the daemon does not tell.
  public var handle: UInt16? { AttributeHandle.number(in: node.path) }

  /// Whether the peripheral still has it; otherwise requests fail with
  /// ``CentralError/invalidated``.
  public var isValid: Bool { driver.isValid(node) }

  /// The octets that were last read or written; `nil` before.
  public var data: Data? { node.data.withLock { $0 } }

  /// Reads the value, 0 to 512 octets.
  ///
  /// Fails as ``Characteristic/read(offset:timeout:)`` does; whether a descriptor can be read is
  /// known only by its peripheral, which answers with ``CentralError/att``.
  /// - Parameters:
  ///   - offset: where to begin, 0...512; past the end the peripheral refuses.
  ///   - timeout: the deadline from this call.
  /// - Returns: the octets from the offset on.
  public func read(offset: Int = 0, timeout: Duration = .seconds(35)) -> Future<Data> {
    driver.read(node, offset: offset, timeout: timeout)
  }

  /// Writes 0 to 512 octets, with a response; long values are sent in parts.
  ///
  /// Fails before anything is sent with ``CentralError/useStartNotifying`` for the client
  /// characteristic configuration, and with ``CentralError/valueTooLong`` or
  /// ``CentralError/offsetOutOfRange``; otherwise as ``Characteristic/read(offset:timeout:)`` with
  /// ``CentralError/writeTimeout``.
  /// - Parameters:
  ///   - data: the octets.
  ///   - offset: where they belong in the value, 0...512.
  ///   - timeout: the deadline from this call.
  /// - Returns: completes when the peripheral has answered.
  public func write(
    data: Data, offset: Int = 0, timeout: Duration = .seconds(35)
  ) -> Future<Void> {
    driver.write(data, to: node, offset: offset, timeout: timeout)
  }
}
