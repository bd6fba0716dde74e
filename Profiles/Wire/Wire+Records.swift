extension Wire where Value: Sendable {
  /// A nested layout that shows as one value with named values in it.
  public static func record(_ layout: Layout<Value>) -> Wire {
    nested(layout, .nested)
  }

  /// A nested layout whose fields show as if they stood in the layout around it.
  ///
  /// It may have a flags word of its own, which makes it the form for bit fields in the middle of
  /// a value; without one its fields use that of the layout around it. Under a condition it is
  /// the form for several fields that share a flag.
  public static func inline(_ layout: Layout<Value>) -> Wire {
    nested(layout, .inline)
  }

  private static func nested(_ layout: Layout<Value>, _ style: RecordStyle) -> Wire {
    Wire(
      form: .record(layout.dynamic, style),
      decode: { reader throws(ProfileError) in
        do throws(ProfileError) {
          return try layout.decodeBody(&reader)
        } catch {
          throw style == .nested ? error.under(".") : error
        }
      },
      encode: { value, writer throws(ProfileError) in
        do throws(ProfileError) {
          try layout.encodeBody(value, &writer)
        } catch {
          throw style == .nested ? error.under(".") : error
        }
      },
      datum: { .record(layout.record(of: $0)) },
      value: { datum throws(ProfileError) in
        guard case .record(let record) = try datum.required() else {
          throw .badValue(datum?.printed ?? "", allowed: "a group of named values")
        }
        return try layout.value(from: record, ProfileContext())
      },
      mark: style == .inline ? layout.core.mark : nil)
  }

  /// A form in a stretch of octets whose size is sent before it.
  ///
  /// The size is computed when writing. A checksum in the stretch covers it from its size on.
  public static func sized(_ prefix: SizePrefix = SizePrefix(), _ wire: Wire) -> Wire {
    let form = wire.form
    return Wire(
      form: .sized(prefix, form),
      decode: { reader throws(ProfileError) in
        try prefix.decode(&reader) { reader throws(ProfileError) in
          let value = try wire.decode(&reader)
          try form.finish(&reader)
          return value
        }
      },
      encode: { value, writer throws(ProfileError) in
        try writer.sized(prefix) { writer throws(ProfileError) in
          try wire.encode(value, &writer)
        }
      },
      datum: wire.datum, value: wire.value)
  }
}

extension Wire where Value == Bool {
  /// The CRC of all octets before it; `true` if it is there, and a wrong one is refused.
  ///
  /// Name its field `crcValid`, because that is what a decoded `true` tells.
  public static func checksum(_ presence: ChecksumPresence = .required) -> Wire {
    Wire(
      form: .checksum(presence),
      decode: { reader throws(ProfileError) in try presence.decode(&reader) },
      encode: { isPresent, writer throws(ProfileError) in
        try presence.encode(isPresent, isWrong: !isPresent, &writer)
      },
      datum: { $0 ? .bool(true) : nil },
      value: { datum throws(ProfileError) in
        guard let datum else { return presence == .required }
        return try datum.truth()
      })
  }
}
