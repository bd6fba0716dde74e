public import FoundationEssentials

extension BluetoothUUID {
  /// Reads 2, 4 or 16 octets in the order of the air interface, least significant first.
  ///
  /// Any other count is `nil`.
  public init?(littleEndian octets: some Collection<UInt8>) {
    let value = octets.reversed().reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
    switch octets.count {
    case 2, 4: self.init(UInt32(truncatingIfNeeded: value))
    case 16: self.init(value: value)
    default: return nil
    }
  }

  /// The shortest form as 2, 4 or 16 octets, least significant first.
  ///
  /// Attribute protocol packets have no 32-bit form (Core specification, Vol 3 Part F 3.2.1);
  /// use ``fullLittleEndian`` there.
  public var littleEndian: Data {
    switch form {
    case .short16: Data(fullLittleEndian.suffix(4).prefix(2))
    case .short32: Data(fullLittleEndian.suffix(4))
    case .full: fullLittleEndian
    }
  }

  /// All 16 octets, least significant first.
  public var fullLittleEndian: Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }
}
