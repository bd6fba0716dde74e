extension TISensorTag.BarometerService {
  /// Pressure and temperature of the air.
  public struct Weather: ProfileValue, Hashable {
    /// The temperature in °C.
    public var temperature: Double
    /// The pressure in Pa.
    public var pressure: Double

    /// Makes a sample.
    public init(temperature: Double, pressure: Double) {
      self.temperature = temperature
      self.pressure = pressure
    }

    /// Two words that mean something with the 16 octets of the context's `calibration`.
    public static let profileLayout = layout(needs: ["calibration"]) {
      context throws(ProfileError) in
      let octets = try context.octets("calibration")
      guard octets.count == Calibration.profileLayout.minimumSize else {
        throw .badValue(
          "\(octets.count) octets for calibration in the context",
          allowed: "the \(Calibration.profileLayout.minimumSize) octets of the characteristic")
      }
      return try Calibration.profileLayout.decode(octets)
    }

    /// Two words that mean something with a calibration.
    public static func layout(_ calibration: Calibration) -> Layout<Weather> {
      layout(needs: []) { _ in calibration }
    }

    private static func layout(
      needs keys: [String],
      _ calibration: @escaping @Sendable (ProfileContext) throws(ProfileError) -> Calibration
    ) -> Layout<Weather> {
      Layout(
        computed: "ti-barometer", from: raw, needs: keys,
        decode: { raw, context throws(ProfileError) in
          try calibration(context).weather(of: raw)
        },
        encode: { weather, context throws(ProfileError) in
          try calibration(context).sample(of: weather)
        },
        Weather.init(temperature:pressure:)
      ) {
        Field("temperature", \.temperature, .shown(decimals: 4), unit: .celsius)
        Field("pressure", \.pressure, .shown(decimals: 2), unit: .pascal)
      }
    }

    private static let raw = Layout<Sample>(Sample.init(temperature:pressure:)) {
      Field("temperature", \.temperature, .int16())
      Field("pressure", \.pressure, .uint16())
    }
  }
}

/// What the sensor counts.
private struct Sample {
  var temperature: Int
  var pressure: Int
}

extension TISensorTag.BarometerService.Calibration {
  fileprivate func weather(of sample: Sample) -> TISensorTag.BarometerService.Weather {
    let count = Double(sample.temperature)
    let pressure = (sensitivity(count) * Double(sample.pressure) + offset(count)) / 0x1p14
    return TISensorTag.BarometerService.Weather(
      temperature: Double(c1) * count / 0x1p24 + Double(c2) / 0x1p10, pressure: pressure)
  }

  /// The counts whose quantities are nearest to the sample.
  fileprivate func sample(
    of weather: TISensorTag.BarometerService.Weather
  ) throws(ProfileError) -> Sample {
    let count = ((weather.temperature - Double(c2) / 0x1p10) * 0x1p24 / Double(c1)).rounded()
    let temperature = try whole(count, "temperature", "\(weather.temperature) °C")
    let counted = (weather.pressure * 0x1p14 - offset(count)) / sensitivity(count)
    let pressure = try whole(counted.rounded(), "pressure", "\(weather.pressure) Pa")
    return Sample(temperature: temperature, pressure: pressure)
  }

  private func sensitivity(_ count: Double) -> Double {
    Double(c3) + Double(c4) * count / 0x1p17 + Double(c5) * count * count / 0x1p34
  }

  private func offset(_ count: Double) -> Double {
    Double(c6) * 0x1p14 + Double(c7) * count / 8 + Double(c8) * count * count / 0x1p19
  }

  private func whole(
    _ count: Double, _ field: String, _ value: String
  ) throws(ProfileError) -> Int {
    guard let whole = Int(exactly: count) else {
      throw ProfileError.outOfRange(value, allowed: "what this calibration can tell").inField(field)
    }
    return whole
  }
}
