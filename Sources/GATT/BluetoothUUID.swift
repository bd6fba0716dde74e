public import FoundationEssentials

/// The identity of a service, characteristic or descriptor, in any of its three lengths.
///
/// A 16-bit or 32-bit UUID is short for a 128-bit one on the Bluetooth base UUID (Core
/// specification, Vol 3 Part B 2.5.1), and both compare and hash as equal: `180D` is
/// `0000180D-0000-1000-8000-00805F9B34FB`.
///
/// An integer literal of up to 32 bits is a short UUID, and a longer one is all 128 bits, so the
/// compiler checks what a string literal would only show at run time:
///
/// ```swift
/// let heartRate: BluetoothUUID = 0x180D
/// let accelerometer: BluetoothUUID = 0xF000AA10_0451_4000_B000_000000000000
/// ```
public struct BluetoothUUID: Hashable, Sendable {
  /// The shortest length in which a UUID can be written.
  public enum Form: Hashable, Sendable, CaseIterable {
    /// 16 bits on the Bluetooth base UUID.
    case short16
    /// 32 bits on the Bluetooth base UUID.
    case short32
    /// All 128 bits.
    case full
  }

  /// The Bluetooth base UUID, `00000000-0000-1000-8000-00805F9B34FB`.
  public static let base = BluetoothUUID(value: baseValue)

  static let baseValue: UInt128 = 0x0000_0000_0000_1000_8000_0080_5F9B_34FB

  /// All 128 bits as a number whose hexadecimal digits are those of the full form.
  public let value: UInt128

  /// Makes a UUID from all of its 128 bits.
  public init(value: UInt128) {
    self.value = value
  }

  /// Makes a UUID from its 16-bit form.
  public init(_ short: UInt16) {
    self.init(UInt32(short))
  }

  /// Makes a UUID from its 32-bit form.
  public init(_ short: UInt32) {
    value = Self.baseValue | UInt128(short) << 96
  }

  /// Makes a vendor's UUID by putting a short number where the Bluetooth base UUID has it.
  ///
  /// With the base `F0000000-0451-4000-B000-000000000000` the number `AA10` gives
  /// `F000AA10-0451-4000-B000-000000000000`.
  public init(_ short: UInt16, base: BluetoothUUID) {
    let mask = UInt128(UInt16.max) << 96
    value = base.value & ~mask | UInt128(short) << 96
  }

  /// Makes a UUID from Foundation's type.
  public init(_ uuid: UUID) {
    value = withUnsafeBytes(of: uuid.uuid) { $0.reduce(0) { $0 << 8 | UInt128($1) } }
  }

  /// The UUID as Foundation's type.
  public var uuid: UUID {
    var octets: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    withUnsafeMutableBytes(of: &octets) { $0.storeBytes(of: value.bigEndian, as: UInt128.self) }
    return UUID(uuid: octets)
  }

  /// The shortest length in which this UUID can be written.
  public var form: Form {
    guard value << 32 == Self.baseValue << 32 else { return .full }
    return value >> 112 == 0 ? .short16 : .short32
  }

  /// The 16-bit number, for UUIDs that have one.
  public var short16: UInt16? {
    form == .short16 ? UInt16(truncatingIfNeeded: value >> 96) : nil
  }
}

extension BluetoothUUID: ExpressibleByIntegerLiteral {
  /// Takes up to 32 bits as a short UUID and anything longer as all 128 bits.
  public init(integerLiteral literal: UInt128) {
    guard let short = UInt32(exactly: literal) else {
      self.init(value: literal)
      return
    }
    self.init(short)
  }
}

extension BluetoothUUID: Comparable {
  /// Orders by the digits of the full form.
  public static func < (left: BluetoothUUID, right: BluetoothUUID) -> Bool {
    left.value < right.value
  }
}
