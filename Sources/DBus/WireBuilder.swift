/// The octets of a message's header or body while it is made, in the byte order of this machine.
///
/// Offsets count from a multiple of eight, as those of headers and bodies do. The memory is its own,
/// because an array looks at each of many small steps whether it is shared.
struct WireBuilder: ~Copyable {
  private var start: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(byteCount: capacity, alignment: 8)
  }

  deinit { start.deallocate() }

  borrowing func withOctets<Result>(_ read: (UnsafeRawBufferPointer) -> Result) -> Result {
    read(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Makes room, and gives where it begins.
  private mutating func advance(by size: Int) -> UnsafeMutableRawPointer {
    if count + size > capacity { grow(to: count + size) }
    defer { count += size }
    return start + count
  }

  private mutating func grow(to size: Int) {
    capacity = max(size, 2 * capacity)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    larger.copyMemory(from: start, byteCount: count)
    start.deallocate()
    start = larger
  }

  mutating func align(_ alignment: Int) {
    let padding = Wire.align(count, alignment) - count
    advance(by: padding).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
  }

  /// A value of fixed size, behind the padding to that.
  mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ value: Number) {
    align(MemoryLayout<Number>.size)
    advance(by: MemoryLayout<Number>.size).storeBytes(of: value, as: Number.self)
  }

  mutating func append(_ octets: UnsafeRawBufferPointer) {
    guard let first = octets.baseAddress else { return }
    advance(by: octets.count).copyMemory(from: first, byteCount: octets.count)
  }

  /// A text with its length before and a zero behind it.
  mutating func append(text: String) {
    append(UInt32(truncatingIfNeeded: text.utf8.count))
    append(terminated: text)
  }

  mutating func append(signature: String) {
    append(UInt8(truncatingIfNeeded: signature.utf8.count))
    append(terminated: signature)
  }

  private mutating func append(terminated text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    append(UInt8(0))
  }

  /// The length of an array and the padding to its elements; gives where they stand.
  mutating func openArray(_ alignment: Int) -> (length: Int, start: Int) {
    append(UInt32(0))
    let length = count - 4
    align(alignment)
    return (length, count)
  }

  mutating func closeArray(_ open: (length: Int, start: Int)) {
    start.storeBytes(
      of: UInt32(truncatingIfNeeded: count - open.start), toByteOffset: open.length,
      as: UInt32.self)
  }
}
