public import FoundationEssentials

extension BluetoothSIG.ContinuousGlucoseService {
  /// An order to a monitor, or its answer (Continuous Glucose Monitoring Service 1.0, 3.7).
  public struct ControlPoint: ProfileValue, Hashable {
    /// The order or the answer.
    public var operation: Operation
    /// Whether the value ends with a checksum.
    public var isProtected: Bool

    /// Makes an order or an answer.
    public init(operation: Operation, isProtected: Bool = false) {
      self.operation = operation
      self.isProtected = isProtected
    }

    /// An op code, what follows it, and two octets for the checksum.
    public static let profileLayout = Layout<ControlPoint>(
      ControlPoint.init(operation:isProtected:)
    ) {
      Field("operation", \.operation, .inline(Operation.layout))
      Field("crcValid", \.isProtected, .checksum(.ifOctetsRemain))
    }
  }

  /// What an order asks of a monitor, or what its answer tells.
  public enum Operation: Hashable, Sendable {
    /// Measure every so many min, 0 not at all and 255 as often as possible.
    case setInterval(Int)
    /// Tell the interval.
    case getInterval
    /// The interval is so many min.
    case interval(Int)
    /// Take a measurement of blood for calibration.
    case setCalibration(Calibration)
    /// Tell the calibration with this number, 0...65535, the last for 65535.
    case getCalibration(Int)
    /// A calibration that was taken.
    case calibration(Calibration)
    /// Warn at this level.
    case setAlert(Alert, MedicalFloat16)
    /// Tell the level.
    case getAlert(Alert)
    /// The level is this.
    case alert(Alert, MedicalFloat16)
    /// Forget the alert that only this kind of monitor has.
    case resetDeviceSpecificAlert
    /// Start a session.
    case startSession
    /// Stop the session.
    case stopSession
    /// What became of an order.
    case response(Response)
    /// Octets after a code that has no case here, with the checksum if there is one.
    case other(code: UInt8, octets: Data)
  }

  /// A measurement of blood with which a monitor calibrates its sensor.
  public struct Calibration: Hashable, Sendable {
    /// The concentration in mg/dL.
    public var concentration: MedicalFloat16
    /// When it was measured, in min since the start of the session, 0...65535.
    public var time: Int
    /// What was measured.
    public var sample: BluetoothSIG.GlucoseService.Sample
    /// When the next one is due, in min since the start; a monitor tells it.
    public var nextTime: Int
    /// The number that the monitor gave it, 0...65535.
    public var recordNumber: Int
    /// What became of it.
    public var status: CalibrationResult

    /// Makes a calibration.
    public init(
      concentration: MedicalFloat16, time: Int, sample: BluetoothSIG.GlucoseService.Sample,
      nextTime: Int = 0, recordNumber: Int = 0, status: CalibrationResult = []
    ) {
      self.concentration = concentration
      self.time = time
      self.sample = sample
      self.nextTime = nextTime
      self.recordNumber = recordNumber
      self.status = status
    }

    static let layout = Layout<Calibration>(
      Calibration.init(concentration:time:sample:nextTime:recordNumber:status:)
    ) {
      Field("concentration", \.concentration, .medfloat16, unit: .milligramsPerDecilitre)
      Field("calibrationTime", \.time, .uint16(), unit: .minute)
      Field("sample", \.sample, .inline(BluetoothSIG.GlucoseService.Sample.layout))
      Field("nextCalibrationTime", \.nextTime, .uint16(), unit: .minute)
      Field("recordNumber", \.recordNumber, .uint16())
      Field("calibrationStatus", \.status, .options(CalibrationResult.names))
    }
  }

  /// What became of a calibration; nothing set is success.
  public struct CalibrationResult: OptionSet, Hashable, Sendable {
    /// The bits that are sent.
    public let rawValue: UInt8

    /// Keeps any bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It does not fit the sensor.
    public static let rejected = CalibrationResult(rawValue: 1 << 0)
    /// The concentration is not possible.
    public static let dataOutOfRange = CalibrationResult(rawValue: 1 << 1)
    /// The monitor has not decided yet.
    public static let processPending = CalibrationResult(rawValue: 1 << 2)

    static let names = Options([
      .init(0, "rejected"), .init(1, "dataOutOfRange"), .init(2, "processPending"),
    ])
  }

  /// What became of an order.
  public struct Response: Hashable, Sendable {
    /// The op code of the order.
    public var requestOpCode: UInt8
    /// What became of it.
    public var code: ResponseCode

    /// Makes an answer.
    public init(requestOpCode: UInt8, code: ResponseCode) {
      self.requestOpCode = requestOpCode
      self.code = code
    }

    static let layout = Layout<Response>(
      Response.init(requestOpCode:code:)
    ) {
      Field("requestOpCode", \.requestOpCode, .uint8())
      Field("responseCode", \.code, .enumeration(style: .code))
    }
  }

  /// What became of an order.
  public struct ResponseCode: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any code, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// It was carried out.
    public static let success = ResponseCode(rawValue: 1)
    /// The monitor does not know the op code.
    public static let opCodeNotSupported = ResponseCode(rawValue: 2)
    /// What follows the op code is not possible.
    public static let invalidOperand = ResponseCode(rawValue: 3)
    /// It was begun and not finished.
    public static let procedureNotCompleted = ResponseCode(rawValue: 4)
    /// The value is outside what the monitor takes.
    public static let parameterOutOfRange = ResponseCode(rawValue: 5)

    /// The codes that have a name.
    public static let names: [(code: ResponseCode, name: String)] = [
      (.success, "success"), (.opCodeNotSupported, "opCodeNotSupported"),
      (.invalidOperand, "invalidOperand"), (.procedureNotCompleted, "procedureNotCompleted"),
      (.parameterOutOfRange, "parameterOutOfRange"),
    ]
  }
}
