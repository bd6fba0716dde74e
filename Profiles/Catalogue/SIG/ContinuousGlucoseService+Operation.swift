import FoundationEssentials

extension BluetoothSIG.ContinuousGlucoseService {
  /// An alert whose level can be set.
  public enum Alert: UInt8, Hashable, Sendable, CaseIterable {
    /// A concentration that the patient calls high, in mg/dL.
    case patientHigh = 7
    /// A concentration that the patient calls low, in mg/dL.
    case patientLow = 10
    /// A concentration that is dangerously low, in mg/dL.
    case hypo = 13
    /// A concentration that is dangerously high, in mg/dL.
    case hyper = 16
    /// A fast fall, in mg/dL/min.
    case rateOfDecrease = 19
    /// A fast rise, in mg/dL/min.
    case rateOfIncrease = 22

    var name: String { "\(self)Alert" }

    fileprivate var unit: ProfileUnit {
      switch self {
      case .patientHigh, .patientLow, .hypo, .hyper: .milligramsPerDecilitre
      case .rateOfDecrease, .rateOfIncrease: .milligramsPerDecilitreMinute
      }
    }
  }
}

extension BluetoothSIG.ContinuousGlucoseService.Operation {
  private typealias Service = BluetoothSIG.ContinuousGlucoseService
  private typealias Case = Layout<Self>.Case

  static let layout = Layout<Self>(
    union: "opCode",
    interval + calibration + Service.Alert.allCases.flatMap(alert) + [
      .plain(25, name: "resetDeviceSpecificAlert", .resetDeviceSpecificAlert),
      .plain(26, name: "startSession", .startSession),
      .plain(27, name: "stopSession", .stopSession),
      .payload(28, name: "response", Service.Response.layout, make: Self.response) {
        if case .response(let response) = $0 { response } else { nil }
      },
      .others(make: { .other(code: $0, octets: $1) }) {
        if case .other(let code, let octets) = $0 { (code, octets) } else { nil }
      },
    ])

  private static var interval: [Case] {
    let minutes = Layout<Int>.single(.uint8(), name: "communicationInterval", unit: .minute)
    return [
      .payload(1, name: "setCommunicationInterval", minutes, make: Self.setInterval) {
        if case .setInterval(let minutes) = $0 { minutes } else { nil }
      },
      .plain(2, name: "getCommunicationInterval", .getInterval),
      .payload(3, name: "communicationInterval", minutes, make: Self.interval) {
        if case .interval(let minutes) = $0 { minutes } else { nil }
      },
    ]
  }

  private static var calibration: [Case] {
    let number = Layout<Int>.single(.uint16(), name: "recordNumber")
    return [
      .payload(
        4, name: "setCalibration", Service.Calibration.layout, make: Self.setCalibration
      ) {
        if case .setCalibration(let calibration) = $0 { calibration } else { nil }
      },
      .payload(5, name: "getCalibration", number, make: Self.getCalibration) {
        if case .getCalibration(let number) = $0 { number } else { nil }
      },
      .payload(6, name: "calibration", Service.Calibration.layout, make: Self.calibration) {
        if case .calibration(let calibration) = $0 { calibration } else { nil }
      },
    ]
  }

  /// The three op codes of an alert follow each other.
  private static func alert(_ alert: Service.Alert) -> [Case] {
    let name = alert.name
    let level = Layout<MedicalFloat16>({ $0 }) {
      Field(name, \.self, .medfloat16, unit: alert.unit, key: name)
    }
    return [
      .payload(
        alert.rawValue, name: "set " + name, level, make: { .setAlert(alert, $0) },
        take: { if case .setAlert(alert, let level) = $0 { level } else { nil } }),
      .plain(alert.rawValue + 1, name: "get " + name, .getAlert(alert)),
      .payload(
        alert.rawValue + 2, name: name, level, make: { .alert(alert, $0) },
        take: { if case .alert(alert, let level) = $0 { level } else { nil } }),
    ]
  }
}
