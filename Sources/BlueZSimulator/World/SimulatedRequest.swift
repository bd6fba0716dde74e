public import FoundationEssentials
public import GATT

/// A read that a simulated peripheral is asked for.
public struct SimulatedReadRequest: Hashable, Sendable {
  /// The central that reads: the address of the adapter.
  public let central: BluetoothAddress
  /// The MTU of the link.
  public let mtu: Int
}

/// A write that a simulated peripheral is asked for.
public struct SimulatedWriteRequest: Hashable, Sendable {
  /// How the value came over the air.
  public enum Kind: Hashable, Sendable {
    /// Without an answer.
    case command
    /// With an answer.
    case request
    /// In prepared parts, which are executed together.
    case long
    /// In prepared parts that were read back before they are executed.
    case reliable
  }

  /// The central that writes: the address of the adapter.
  public let central: BluetoothAddress
  /// The MTU of the link.
  public let mtu: Int
  /// How the value came.
  public let kind: Kind
  /// Where the octets were written to.
  public let offset: Int
  /// The whole value as it will be.
  public internal(set) var value: Data
}
