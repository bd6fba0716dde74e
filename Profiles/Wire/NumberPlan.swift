/// How a number of at most four octets is read without calling a closure.
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
