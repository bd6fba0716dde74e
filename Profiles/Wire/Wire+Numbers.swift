extension Wire where Value == MedicalFloat16 {
  /// An IEEE 11073 SFLOAT in two octets.
  public static var medfloat16: Wire { .medical }
}

extension Wire where Value == MedicalFloat32 {
  /// An IEEE 11073 FLOAT in four octets.
  public static var medfloat32: Wire { .medical }
}

extension Wire where Value: MedicalFloat {
  fileprivate static var medical: Wire {
    let format = MedicalFormat.of(size: Value.size)
    return Wire(
      form: .medicalFloat(size: Value.size),
      decode: { reader throws(ProfileError) in
        Value(bits: UInt32(truncatingIfNeeded: try reader.word(size: Value.size, order: .little)))
      },
      encode: { value, writer throws(ProfileError) in
        writer.append(UInt128(value.bits), IntegerForm(size: Value.size))
      },
      datum: { format.datum($0.bits) },
      value: { datum throws(ProfileError) in Value(bits: try format.bits(datum.required())) })
  }
}

extension Wire where Value == Double {
  /// An IEEE 754 number of four octets; writing rounds to it.
  public static func float32(order: OctetOrder = .little) -> Wire {
    float(FloatForm(isDouble: false, order: order))
  }

  /// An IEEE 754 number of eight octets.
  public static func float64(order: OctetOrder = .little) -> Wire {
    float(FloatForm(isDouble: true, order: order))
  }

  private static func float(_ form: FloatForm) -> Wire {
    Wire(
      form: .float(form),
      decode: { reader throws(ProfileError) in try form.decode(&reader) },
      encode: { value, writer throws(ProfileError) in form.encode(value, &writer) },
      datum: { .real($0) },
      value: { datum throws(ProfileError) in try form.value(datum.required()) })
  }

  /// A signed whole number followed by an octet with hundredths that have its sign.
  public static func hundredths(whole: IntegerForm = .int8) -> Wire {
    Wire(
      form: .hundredths(whole: whole),
      datum: { value in
        let scale = Scale(1, d: -2)
        let count = ProfileDecimal(value).flatMap { scale.count($0)?.count }
        return count.flatMap { scale.quantity($0) }.map(ProfileDatum.decimal) ?? .real(value)
      },
      value: { datum throws(ProfileError) in try datum.required().real() })
  }

  /// A number as mantissa × 2^exponent × scale in one word, the exponent in the top bits.
  ///
  /// Writing takes the smallest exponent whose mantissa holds the number.
  public static func exponentWord(
    _ form: IntegerForm = .uint16, exponentBits: Int = 4, scale: Scale = .one
  ) -> Wire {
    let word = ExponentWord(exponentBits: exponentBits, scale: scale)
    return Wire(
      form: .integer(form, .exponentWord(word)),
      datum: { value in
        let bits = try? word.raw(.real(value), width: form.size * 8)
        return bits.map { word.datum(UInt128(truncatingIfNeeded: $0), width: form.size * 8) }
          ?? .real(value)
      },
      value: { datum throws(ProfileError) in try datum.required().real() })
  }
}

extension FloatForm {
  func value(_ datum: ProfileDatum) throws(ProfileError) -> Double {
    switch datum.text?.lowercased() {
    case "nan": return .nan
    case "inf", "+inf": return .infinity
    case "-inf": return -.infinity
    default: return try datum.real()
    }
  }
}
