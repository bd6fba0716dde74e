extension Wire {
  /// The same octets as another type; both directions must lose nothing.
  public func mapped<Other>(
    _ to: @escaping @Sendable (Value) throws(ProfileError) -> Other,
    _ from: @escaping @Sendable (Other) -> Value
  ) -> Wire<Other> {
    let (decode, encode, datum, value) = (decode, encode, datum, value)
    var marks: Wire<Other>.Mark?
    if let mark {
      marks = { other, word throws(ProfileError) in try mark(from(other), &word) }
    }
    return Wire<Other>(
      form: form,
      decode: { reader throws(ProfileError) in try to(try decode(&reader)) },
      encode: { other, writer throws(ProfileError) in try encode(from(other), &writer) },
      datum: { datum(from($0)) },
      value: { shown throws(ProfileError) in try to(try value(shown)) },
      mark: marks)
  }

  /// The same form between octets that carry nothing: ignored when read, zero when written.
  public func padded(before: Int = 0, after: Int = 0) -> Wire {
    padded(
      before: [UInt8](repeating: 0, count: max(0, before)),
      after: [UInt8](repeating: 0, count: max(0, after)))
  }

  /// The same form between octets that carry nothing: ignored when read, written as given.
  ///
  /// With `mayEnd` a sender may leave out the octets after the form.
  public func padded(before: [UInt8] = [], after: [UInt8], mayEnd: Bool = false) -> Wire {
    let (decode, encode) = (decode, encode)
    let padding = Padding(before: before, after: after, mayEnd: mayEnd)
    return Wire(
      form: .padded(padding, form),
      decode: { reader throws(ProfileError) in
        try reader.skip(before.count)
        let value = try decode(&reader)
        try padding.leave(&reader)
        return value
      },
      encode: { value, writer throws(ProfileError) in
        writer.append(before)
        try encode(value, &writer)
        writer.append(after)
      },
      datum: datum, value: value, mark: mark)
  }
}

extension Wire where Value: Comparable & Sendable {
  /// The same form with limits; writing refuses what is outside, and reading too unless told
  /// otherwise.
  public func within(_ range: ClosedRange<Value>, outside: RangePolicy = .reject) -> Wire {
    let ends = [range.lowerBound, range.upperBound].map { datum($0)?.limit }
    guard let low = ends[0], let high = ends[1] else { return self }
    return limited(.range(low, high), outside) { range.contains($0) }
  }

  /// The same form with a few allowed values.
  public func among(_ values: [Value], outside: RangePolicy = .reject) -> Wire {
    limited(.values(values.compactMap { datum($0)?.limit }), outside) { values.contains($0) }
  }

  private func limited(
    _ allowed: ValueLimits.Allowed, _ outside: RangePolicy,
    _ contains: @escaping @Sendable (Value) -> Bool
  ) -> Wire {
    let (form, decode, encode, datum, mark) = (form, decode, encode, datum, mark)
    let limits = ValueLimits(allowed, outside: outside)
    let error: @Sendable (Value, Int?) -> ProfileError = { value, offset in
      // Tools are shown what would be sent, which is rounded.
      let given = (value as? Double).map(ProfileDatum.real) ?? datum(value)
      return form.outside(limits, given ?? .text(""), offset: offset)
    }
    let check: @Sendable (Value) throws(ProfileError) -> Void = { value throws(ProfileError) in
      guard contains(value) else { throw error(value, nil) }
    }
    var marks: Mark?
    if let mark {
      marks = { value, word throws(ProfileError) in
        try check(value)
        try mark(value, &word)
      }
    }
    return Wire(
      form: .limited(limits, form),
      decode: { reader throws(ProfileError) in
        let start = reader.offset
        let value = try decode(&reader)
        guard outside == .keep || contains(value) else { throw error(value, start) }
        return value
      },
      encode: { value, writer throws(ProfileError) in
        try check(value)
        try encode(value, &writer)
      },
      datum: datum, value: value, mark: marks)
  }
}

extension ProfileDatum {
  /// The number as a limit; an infinity is a number beyond all that can be sent.
  fileprivate var limit: ProfileDecimal? {
    if let number { return number }
    guard case .real(let value) = self, value.isInfinite else { return nil }
    return ProfileDecimal(significand: value < 0 ? -1 : 1, exponent: 400)
  }
}

extension ProfileDatum? {
  /// The value, or the error that it is missing.
  func required() throws(ProfileError) -> ProfileDatum {
    guard let self else { throw .missing("") }
    return self
  }
}
