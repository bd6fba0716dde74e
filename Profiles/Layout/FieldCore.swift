/// What a field consists of, behind one reference: a copy of all its parts for each sample costs
/// more than the decoding itself.
@usableFromInline
final class FieldCore<Root, Value>: Sendable {
  @usableFromInline let schema: FieldSchema
  @usableFromInline let wire: Wire<Value>

  private let get: @Sendable (Root) -> Value

  init(_ schema: FieldSchema, _ wire: Wire<Value>, get: @escaping @Sendable (Root) -> Value) {
    self.schema = schema
    self.wire = wire
    self.get = get
  }

  @inlinable
  func decode(_ reader: inout OctetReader) throws(ProfileError) -> Value {
    do throws(ProfileError) {
      return try wire.read(&reader)
    } catch {
      throw schema.explained(error)
    }
  }

  func mark(_ root: Root, _ word: inout FlagWord) throws(ProfileError) {
    guard let mark = wire.mark else { return }
    do throws(ProfileError) {
      try mark(get(root), &word)
    } catch {
      throw schema.explained(error)
    }
  }

  func encode(_ root: Root, _ writer: inout OctetWriter) throws(ProfileError) {
    do throws(ProfileError) {
      try wire.encode(get(root), &writer)
    } catch {
      throw schema.explained(error)
    }
  }

  func entries(of root: Root) -> [ProfileEntry] {
    schema.entries(wire.datum(get(root)))
  }

  func value(
    in record: ProfileRecord, _ context: ProfileContext
  ) throws(ProfileError) -> Value {
    let datum = try schema.datum(in: record, context)
    do throws(ProfileError) {
      return try wire.value(datum)
    } catch {
      throw schema.explained(error)
    }
  }
}

/// What decoding touches of a field that someone else keeps alive.
///
/// Plain numbers are read without counting a reference, which takes longer than the reading.
@usableFromInline
struct FieldReader<Root, Value>: Sendable {
  @usableFromInline let plan: NumberPlan?
  @usableFromInline let uncounted: Unmanaged<FieldCore<Root, Value>>

  init(_ core: FieldCore<Root, Value>) {
    uncounted = .passUnretained(core)
    let isPlain = Value.self == Double.self || Value.self == Int.self || Value.self == Vector3.self
    plan = isPlain ? core.wire.plan : nil
  }

  @inlinable @inline(__always)
  func decode(_ reader: inout OctetReader) throws(ProfileError) -> Value {
    guard let plan else { return try uncounted.takeUnretainedValue().decode(&reader) }
    do throws(ProfileError) {
      // Where this is specialised, the compiler decides the comparisons of types.
      if Value.self == Double.self {
        return unsafeBitCast(try plan.double(&reader), to: Value.self)
      }
      if Value.self == Int.self {
        return unsafeBitCast(try plan.integer(&reader), to: Value.self)
      }
    } catch {
      throw uncounted.takeUnretainedValue().schema.explained(error)
    }
    if Value.self == Vector3.self, let vector = plan.vector(&reader) {
      return unsafeBitCast(vector, to: Value.self)
    }
    return try uncounted.takeUnretainedValue().decode(&reader)
  }
}
