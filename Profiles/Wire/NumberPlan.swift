/// How a number of at most four octets, or three of a form, is read without calling a closure.
///
/// Where scale and offset have a common denominator, a quantity is a quotient of two exact
/// numbers and so the `Double` nearest to the true one.
@usableFromInline
struct NumberPlan: Sendable {
  @usableFromInline let size: Int
  @usableFromInline let isSigned: Bool
  @usableFromInline let order: OctetOrder
  @usableFromInline let steps: Steps

  /// Makes a plan, `nil` for forms that need more care.
  init?(_ form: IntegerForm, _ steps: Steps = Steps(.one, offset: 0)) {
    guard [1, 2, 4].contains(form.size) else { return nil }
    size = form.size
    isSigned = form.isSigned
    order = form.order
    self.steps = steps
  }

  @inlinable @inline(__always)
  func double(_ reader: inout OctetReader) throws(ProfileError) -> Double {
    steps.value(of: try count(&reader))
  }

  @inlinable @inline(__always)
  func integer(_ reader: inout OctetReader) throws(ProfileError) -> Int {
    Int(try count(&reader))
  }

  @inlinable @inline(__always)
  func count(_ reader: inout OctetReader) throws(ProfileError) -> Int64 {
    switch size {
    case 1:
      let raw = try reader.integer(UInt8.self)
      return isSigned ? Int64(Int8(bitPattern: raw)) : Int64(raw)
    case 2:
      let raw = try reader.integer(UInt16.self, order: order)
      return isSigned ? Int64(Int16(bitPattern: raw)) : Int64(raw)
    default:
      let raw = try reader.integer(UInt32.self, order: order)
      return isSigned ? Int64(Int32(bitPattern: raw)) : Int64(raw)
    }
  }
}

extension NumberPlan {
  /// Three numbers with one look at size and order; `nil` if there are not enough octets.
  @usableFromInline
  func vector(_ reader: inout OctetReader) -> Vector3? {
    switch (size, isSigned) {
    case (1, false): vector(of: UInt8.self, &reader)
    case (1, true): vector(of: Int8.self, &reader)
    case (2, false): vector(of: UInt16.self, &reader)
    case (2, true): vector(of: Int16.self, &reader)
    case (_, false): vector(of: UInt32.self, &reader)
    case (_, true): vector(of: Int32.self, &reader)
    }
  }

  @inline(__always)
  private func vector<Raw: FixedWidthInteger & BitwiseCopyable>(
    of type: Raw.Type, _ reader: inout OctetReader
  ) -> Vector3? {
    let width = MemoryLayout<Raw>.size
    guard 3 * width <= reader.available else { return nil }
    let (octets, start, order) = (reader.octets, reader.place, order)
    func component(_ index: Int) -> Double {
      let raw = octets.loadUnaligned(fromByteOffset: start + index * width, as: Raw.self)
      return steps.value(
        of: Double(order == .little ? Raw(littleEndian: raw) : Raw(bigEndian: raw)))
    }
    reader.place = start + 3 * width
    return Vector3(x: component(0), y: component(1), z: component(2))
  }
}
