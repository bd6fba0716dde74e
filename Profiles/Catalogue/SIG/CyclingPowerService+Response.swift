public import FoundationEssentials

extension BluetoothSIG.CyclingPowerService.ControlPoint {
  /// A power meter's answer to a request.
  ///
  /// What was asked for is there if the request succeeded, in the property of its own.
  public struct Response: Hashable, Sendable {
    /// The op code of the request, 0...255.
    public var requestOpCode: Int
    /// What became of it.
    public var result: BluetoothSIG.SpeedCadenceControlPoint.Result
    /// The locations that the meter supports.
    public var locations: [BluetoothSIG.SensorLocation]?
    /// The length of the crank, 0...32767.5 mm in steps of 0.5 mm.
    public var crankLength: Double?
    /// The length of the chain, 0...65535 mm.
    public var chainLength: Int?
    /// The weight of the chain, 0...65535 g.
    public var chainWeight: Int?
    /// The span of the gauge, 0...65535 mm.
    public var spanLength: Int?
    /// The offset that was compensated, a raw force in N or a raw torque in 1/32 Nm.
    public var offset: Int?
    /// The sampling rate, 0...255 Hz.
    public var samplingRate: Int?
    /// When the meter was calibrated in the factory.
    public var calibrationDate: DateTime?
    /// What the enhanced compensation found.
    public var enhancedOffset: EnhancedOffset?
    /// Why the enhanced compensation failed: a code, and for 0xFF a company and its octets.
    public var failure: Data?

    /// Makes an answer without what was asked for; set the property that fits the request.
    public init(requestOpCode: Int, result: BluetoothSIG.SpeedCadenceControlPoint.Result) {
      self.requestOpCode = requestOpCode
      self.result = result
    }

    private init(
      _ requestOpCode: Int, _ result: BluetoothSIG.SpeedCadenceControlPoint.Result,
      _ locations: [BluetoothSIG.SensorLocation]?, _ crankLength: Double?, _ chainLength: Int?,
      _ chainWeight: Int?, _ spanLength: Int?, _ offset: Int?, _ samplingRate: Int?,
      _ calibrationDate: DateTime?, _ enhancedOffset: EnhancedOffset?, _ failure: Data?
    ) {
      self.init(requestOpCode: requestOpCode, result: result)
      self.locations = locations
      self.crankLength = crankLength
      self.chainLength = chainLength
      self.chainWeight = chainWeight
      self.spanLength = spanLength
      self.offset = offset
      self.samplingRate = samplingRate
      self.calibrationDate = calibrationDate
      self.enhancedOffset = enhancedOffset
      self.failure = failure
    }

    // Request and result form one word, because together they say what follows.
    static let layout = Layout<Response>(
      Response.init(_:_:_:_:_:_:_:_:_:_:_:_:), flags: .uint16
    ) {
      Field("requestOpCode", \.requestOpCode, .bits(0..<8))
      Field("responseCode", \.result, .bits(8..<16, style: .code))
      Field(
        "locations", \.locations, .when(.response(to: 3), .toEnd(.enumeration(style: .code))))
      Field(
        "crankLength", \.crankLength, .when(.response(to: 5), .uint16(scale: 0.5)),
        unit: ProfileUnit("mm"))
      Field(
        "chainLength", \.chainLength, .when(.response(to: 7), .uint16()), unit: ProfileUnit("mm"))
      Field("chainWeight", \.chainWeight, .when(.response(to: 9), .uint16()), unit: gram)
      Field(
        "spanLength", \.spanLength, .when(.response(to: 11), .uint16()), unit: ProfileUnit("mm"))
      Field("offset", \.offset, .when(.response(to: 12), .int16()))
      Field(
        "samplingRate", \.samplingRate, .when(.response(to: 14), .uint8()),
        unit: ProfileUnit("Hz"))
      Field("calibrationDate", \.calibrationDate, .when(.response(to: 15), .dateTime))
      Field(
        "enhancedOffset", \.enhancedOffset,
        .when(.response(to: 16), .inline(EnhancedOffset.layout)))
      Field("failure", \.failure, .when(.response(to: 16, result: 4), .opaque()))
    }
  }

  /// What the enhanced compensation of the offset found.
  public struct EnhancedOffset: Hashable, Sendable {
    /// A raw force in N or a raw torque in 1/32 Nm, −32768...32767.
    public var offset: Int
    /// The company whose octets follow.
    public var company: Int
    /// What the company adds.
    public var data: Data

    /// Makes a finding.
    public init(offset: Int, company: Int, data: Data = Data()) {
      self.offset = offset
      self.company = company
      self.data = data
    }

    static let layout = Layout<EnhancedOffset>(EnhancedOffset.init(offset:company:data:)) {
      Field("enhancedOffset", \.offset, .int16())
      Field("company", \.company, .uint16())
      Field("data", \.data, .opaque())
    }
  }
}
