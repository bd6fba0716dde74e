public import FoundationEssentials

/// Says who gave a device its address.
///
/// The raw values are the ones of BlueZ's `AddressType` property.
public enum AddressType: String, Hashable, Sendable, CaseIterable {
  /// An address from a manufacturer's block, which never changes.
  case `public`
  /// An address that the device chose; its top bits say how long it lasts.
  case random
}

/// The 48-bit address of a Bluetooth device.
public struct BluetoothAddress: Hashable, Sendable {
  /// How long a random address lasts (Core specification, Vol 6 Part B 1.3.2).
  public enum RandomKind: Hashable, Sendable, CaseIterable {
    /// Stays at least until the device restarts (top bits 11).
    case `static`
    /// Changes, and those who hold the device's identity key can recognise it (top bits 01).
    case resolvable
    /// Changes, and nobody can recognise it (top bits 00).
    case nonResolvable
    /// Reserved for future use (top bits 10).
    case reserved
  }

  /// The address as a number of 48 bits.
  public let value: UInt64

  /// Makes an address from a number, `nil` over 48 bits.
  public init?(value: UInt64) {
    guard value >> 48 == 0 else { return nil }
    self.value = value
  }

  /// Makes an address from its six octets in the order in which they are printed.
  public init(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8, _ f: UInt8) {
    value = [a, b, c, d, e, f].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads six octets in the order in which they are printed; another count is `nil`.
  public init?(octets: some Collection<UInt8>) {
    guard octets.count == 6 else { return nil }
    value = octets.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads six octets in the order of the air interface; another count is `nil`.
  public init?(littleEndian octets: some Collection<UInt8>) {
    self.init(octets: Array(octets.reversed()))
  }

  /// The six octets in the order in which they are printed.
  public var octets: Data {
    withUnsafeBytes(of: value.bigEndian) { Data($0.suffix(6)) }
  }

  /// The six octets in the order of the air interface.
  public var littleEndian: Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0.prefix(6)) }
  }

  /// What the top bits say, which has a meaning only for addresses of ``AddressType/random``.
  public var randomKind: RandomKind {
    switch value >> 46 {
    case 0b00: .nonResolvable
    case 0b01: .resolvable
    case 0b11: .static
    default: .reserved
    }
  }
}

extension BluetoothAddress: LosslessStringConvertible {
  /// Reads `AA:BB:CC:DD:EE:FF` in either case; anything else is `nil`.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 6 else { return nil }
    let octets = parts.compactMap { $0.utf8.count == 2 ? UInt8(hexDigits: $0) : nil }
    self.init(octets: octets)
  }

  /// The address as `AA:BB:CC:DD:EE:FF`.
  public var description: String {
    octets.map { hex($0, width: 2) }.joined(separator: ":")
  }
}

extension BluetoothAddress: Comparable {
  /// Orders as the printed forms do.
  public static func < (left: BluetoothAddress, right: BluetoothAddress) -> Bool {
    left.value < right.value
  }
}
