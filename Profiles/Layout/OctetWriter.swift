public import FoundationEssentials

/// Collects the octets that wire forms write.
public struct OctetWriter: ~Copyable {
  /// What was written so far.
  public private(set) var data: Data

  /// What is known from elsewhere.
  public let context: ProfileContext

  /// The sized record that is being written, if there is one.
  private var record: SizedRecord?

  /// A record whose size is not known yet, and with it the checksums that cover the size.
  private struct SizedRecord {
    let start: Int
    var checksums: [Int] = []
  }

  init(capacity: Int, context: ProfileContext = ProfileContext()) {
    // A layout may demand more octets than anyone will write.
    data = Data(capacity: min(max(capacity, 0), 512))
    self.context = context
  }

  /// Appends one number.
  public mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(
    _ number: Number, order: OctetOrder = .little
  ) {
    withUnsafeBytes(of: order == .little ? number.littleEndian : number.bigEndian) {
      data.append(contentsOf: $0)
    }
  }

  /// Appends octets as they are.
  public mutating func append(_ octets: Data) {
    data.append(octets)
  }

  /// Appends octets as they are.
  public mutating func append(_ octets: [UInt8]) {
    data.append(contentsOf: octets)
  }

  /// Appends the bits of a number of 1 to 16 octets.
  mutating func append(_ bits: UInt128, _ form: IntegerForm) {
    for index in 0..<form.size {
      let place = form.order == .little ? index : form.size - 1 - index
      data.append(UInt8(truncatingIfNeeded: bits >> UInt128(8 * place)))
    }
  }

  /// Appends the checksum of all octets since the value or the sized record began.
  mutating func appendChecksum() {
    if record != nil {
      record?.checksums.append(data.count)
      append(UInt16(0))
    } else {
      append(endToEndChecksum(data))
    }
  }

  /// Writes a part with its size before it.
  mutating func sized(
    _ prefix: SizePrefix, _ write: (inout OctetWriter) throws(ProfileError) -> Void
  ) throws(ProfileError) {
    let outer = record
    let start = data.count
    record = SizedRecord(start: start)
    append(UInt128(0), prefix.integer)
    try write(&self)
    let own = prefix.integer.size
    let size = data.count - start - (prefix.includesItself ? 0 : own)
    guard prefix.integer.bounds.contains(Int128(size)) else {
      throw .outOfRange(
        "a record of \(size) octets", allowed: "0...\(prefix.integer.bounds.upperBound) octets")
    }
    replace(UInt64(size), size: own, order: prefix.integer.order, at: start)
    for place in record?.checksums ?? [] {
      let octets = data.dropFirst(start).prefix(place - start)
      replace(UInt64(endToEndChecksum(octets)), size: 2, order: .little, at: place)
    }
    record = outer
  }

  private mutating func replace(_ number: UInt64, size: Int, order: OctetOrder, at place: Int) {
    for index in 0..<size {
      let shift = 8 * (order == .little ? index : size - 1 - index)
      data[data.startIndex + place + index] = UInt8(truncatingIfNeeded: number >> UInt64(shift))
    }
  }
}
