public import GATT

extension BluetoothSIG {
  /// Environmental Sensing: weather, light, magnetism and air quality.
  ///
  /// A device has those characteristics that it measures, some perhaps several times.
  public struct EnvironmentalSensingService: ServiceProfile {
    /// `181A`.
    public static let uuid: BluetoothUUID = 0x181A
    /// The name in listings.
    public static let name = "Environmental Sensing"

    /// The temperature of the air.
    public let temperature = Self.temperature
    /// The relative humidity of the air.
    public let humidity = Self.humidity
    /// The pressure of the air.
    public let pressure = Self.pressure
    /// The height over sea level.
    public let elevation = Self.elevation
    /// Whether the pressure rises or falls.
    public let pressureTrend = Self.pressureTrend
    /// The temperature at which dew forms.
    public let dewPoint = Self.dewPoint
    /// What the air feels like in moisture.
    public let heatIndex = Self.heatIndex
    /// What the air feels like in wind.
    public let windChill = Self.windChill
    /// The speed of the wind over ground.
    public let trueWindSpeed = Self.trueWindSpeed
    /// Where the wind over ground comes from.
    public let trueWindDirection = Self.trueWindDirection
    /// The speed of the wind over a device that moves.
    public let apparentWindSpeed = Self.apparentWindSpeed
    /// Where the wind over a device that moves comes from.
    public let apparentWindDirection = Self.apparentWindDirection
    /// How much stronger gusts are.
    public let gustFactor = Self.gustFactor
    /// The depth of rain.
    public let rainfall = Self.rainfall
    /// The pollen in the air.
    public let pollen = Self.pollen
    /// The strength of ultraviolet light.
    public let ultravioletIndex = Self.ultravioletIndex
    /// The power of the light.
    public let irradiance = Self.irradiance
    /// The brightness of the light.
    public let illuminance = Self.illuminance
    /// The angle between magnetic and true north.
    public let magneticDeclination = Self.magneticDeclination
    /// The magnetic field in a plane.
    public let magneticFlux2D = Self.magneticFlux2D
    /// The magnetic field in space.
    public let magneticFlux3D = Self.magneticFlux3D
    /// Carbon dioxide in the air.
    public let carbonDioxide = Self.carbonDioxide
    /// Ammonia in the air.
    public let ammonia = Self.ammonia
    /// Carbon monoxide in the air.
    public let carbonMonoxide = Self.carbonMonoxide
    /// Methane in the air.
    public let methane = Self.methane
    /// Nitrogen dioxide in the air.
    public let nitrogenDioxide = Self.nitrogenDioxide
    /// Volatile organic compounds other than methane in the air.
    public let volatileOrganicCompounds = Self.volatileOrganicCompounds
    /// Ozone in the air.
    public let ozone = Self.ozone
    /// Particles of up to 1 µm in the air.
    public let particlesOf1Micrometer = Self.particlesOf1Micrometer
    /// Particles of up to 2.5 µm in the air.
    public let particlesOf2Point5Micrometers = Self.particlesOf2Point5Micrometers
    /// Particles of up to 10 µm in the air.
    public let particlesOf10Micrometers = Self.particlesOf10Micrometers
    /// Sulfur dioxide in the air.
    public let sulfurDioxide = Self.sulfurDioxide
    /// Sulfur hexafluoride in the air.
    public let sulfurHexafluoride = Self.sulfurHexafluoride

    /// Makes the profile.
    public init() {}

    /// All characteristics: air, wind, precipitation, light, magnetism, gases and dust.
    public var characteristics: [AnyCharacteristicProfile] {
      let air: [AnyCharacteristicProfile] = [
        .init(temperature), .init(humidity), .init(pressure), .init(elevation),
        .init(pressureTrend), .init(dewPoint), .init(heatIndex), .init(windChill),
      ]
      let weather: [AnyCharacteristicProfile] = [
        .init(trueWindSpeed), .init(trueWindDirection), .init(apparentWindSpeed),
        .init(apparentWindDirection), .init(gustFactor), .init(rainfall), .init(pollen),
      ]
      let fields: [AnyCharacteristicProfile] = [
        .init(ultravioletIndex), .init(irradiance), .init(illuminance),
        .init(magneticDeclination), .init(magneticFlux2D), .init(magneticFlux3D),
      ]
      let gases: [AnyCharacteristicProfile] = [
        .init(carbonDioxide), .init(ammonia), .init(carbonMonoxide), .init(methane),
        .init(nitrogenDioxide), .init(volatileOrganicCompounds), .init(ozone),
        .init(particlesOf1Micrometer), .init(particlesOf2Point5Micrometers),
        .init(particlesOf10Micrometers), .init(sulfurDioxide), .init(sulfurHexafluoride),
      ]
      return air + weather + fields + gases
    }
  }
}
