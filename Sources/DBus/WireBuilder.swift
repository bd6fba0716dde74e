/// The octets of a message's header or body while it is made, in the byte order of this machine.
///
/// Offsets count from a multiple of eight, as those of headers and bodies do.
struct WireBuilder {
  private(set) var octets: [UInt8] = []

  init(capacity: Int) { octets.reserveCapacity(capacity) }

  mutating func align(_ alignment: Int) {
    let count = Wire.align(octets.count, alignment) - octets.count
    if count > 0 { octets.append(contentsOf: repeatElement(0, count: count)) }
  }

  /// A value of fixed size, behind the padding to that.
  mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable) {
    align(MemoryLayout.size(ofValue: value))
    withUnsafeBytes(of: value) { octets.append(contentsOf: $0) }
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) { octets.append(contentsOf: bytes) }

  /// A text with its length before and a zero behind it.
  mutating func append(text: String) {
    append(UInt32(truncatingIfNeeded: text.utf8.count))
    append(terminated: text)
  }

  mutating func append(signature: String) {
    octets.append(UInt8(truncatingIfNeeded: signature.utf8.count))
    append(terminated: signature)
  }

  private mutating func append(terminated text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    octets.append(0)
  }

  /// The length of an array and the padding to its elements; gives where they stand.
  mutating func openArray(_ alignment: Int) -> (length: Int, start: Int) {
    append(UInt32(0))
    let length = octets.count - 4
    align(alignment)
    return (length, octets.count)
  }

  mutating func closeArray(_ open: (length: Int, start: Int)) {
    let count = UInt32(truncatingIfNeeded: octets.count - open.start)
    octets.withUnsafeMutableBytes {
      $0.storeBytes(of: count, toByteOffset: open.length, as: UInt32.self)
    }
  }
}
