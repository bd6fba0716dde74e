public import FoundationEssentials
public import GATT

extension Wire where Value == String {
  /// Text to the end of the value, at most `limit` octets long; more octets are left over.
  ///
  /// With `trimmingZeros` zero octets at the end are no part of the text, as some devices pad it.
  public static func utf8(limit: Int = 512, trimmingZeros: Bool = false) -> Wire {
    let form = TextForm(limit: limit, trimsZeros: trimmingZeros)
    return Wire(
      form: .text(form),
      decode: { reader throws(ProfileError) in try form.decode(&reader) },
      encode: { value, writer throws(ProfileError) in try form.encode(value, &writer) },
      datum: { .text($0) },
      value: { datum throws(ProfileError) in
        let datum = try datum.required()
        guard let text = datum.text else { throw .badValue(datum.printed, allowed: "a text") }
        return text
      })
  }
}

extension Wire where Value == Data {
  /// Octets to the end of the value, at most `limit` of them; more octets are left over.
  ///
  /// `style` says how they read as text.
  public static func opaque(limit: Int = 512, style: OctetsForm.Style = .hexadecimal) -> Wire {
    octets(OctetsForm(0...max(0, limit), style: style))
  }

  /// Exactly `count` octets, whose text is pairs of hexadecimal digits.
  public static func opaque(count: Int) -> Wire {
    octets(OctetsForm(max(0, count)...max(0, count)))
  }

  private static func octets(_ form: OctetsForm) -> Wire {
    Wire(
      form: .octets(form),
      decode: { reader throws(ProfileError) in try form.decode(&reader) },
      encode: { value, writer throws(ProfileError) in try form.encode(value, &writer) },
      datum: { form.datum($0) },
      value: { datum throws(ProfileError) in try form.octets(datum.required()) })
  }
}

extension Wire where Value == UUID {
  /// Sixteen octets, the first of the printed form first.
  public static var uuid: Wire {
    let form = OctetsForm(16...16, style: .uuid)
    return Wire(
      form: .octets(form),
      datum: { value in form.datum(withUnsafeBytes(of: value.uuid) { Data($0) }) },
      value: { datum throws(ProfileError) in
        let octets = try form.octets(datum.required())
        var uuid = UUID().uuid
        withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: octets.prefix(16)) }
        return UUID(uuid: uuid)
      })
  }
}

extension Wire where Value == BluetoothAddress {
  /// Six octets in the order of the air interface, the last of the printed form first.
  public static var address: Wire {
    let form = OctetsForm(6...6, style: .address)
    return Wire(
      form: .octets(form), datum: { form.datum($0.littleEndian) },
      value: { datum throws(ProfileError) in
        guard let address = BluetoothAddress(littleEndian: try form.octets(datum.required()))
        else { throw .badValue(datum?.printed ?? "", allowed: "a device address") }
        return address
      })
  }
}

extension Wire where Value == DateTime {
  /// Year, month, day, hours, minutes and seconds in seven octets.
  public static var dateTime: Wire {
    Wire(
      form: .dateTime,
      decode: { reader throws(ProfileError) in try DateTime(&reader) },
      encode: { value, writer throws(ProfileError) in try value.write(&writer) },
      datum: { .text("\($0)") },
      value: { datum throws(ProfileError) in
        let datum = try datum.required()
        guard let value = datum.text.flatMap(DateTime.init) else {
          throw .badValue(datum.printed, allowed: "a time such as 2012-12-05T11:50:27")
        }
        return value
      })
  }
}

extension Wire where Value == CalendarDay {
  /// Year, month and day in four octets.
  public static var day: Wire {
    Wire(
      form: .day,
      decode: { reader throws(ProfileError) in try CalendarDay(&reader) },
      encode: { value, writer throws(ProfileError) in try value.write(&writer) },
      datum: { .text("\($0)") },
      value: { datum throws(ProfileError) in
        let datum = try datum.required()
        guard let value = datum.text.flatMap(CalendarDay.init) else {
          throw .badValue(datum.printed, allowed: "a day such as 2012-12-05")
        }
        return value
      })
  }
}
