public import FoundationEssentials

extension BluetoothSIG {
  /// An order to a device that stores records, or its answer: the Record Access Control Point.
  ///
  /// Glucose meters, continuous glucose monitors and pulse oximeters share it (Glucose Service
  /// 1.0, 3.4). Indications of the control point carry the answers.
  public enum RecordAccess: ProfileValue, Hashable {
    /// Send these records.
    case report(Selection)
    /// Delete these records.
    case delete(Selection)
    /// Stop what goes on.
    case abort
    /// Tell how many records these are.
    case count(Selection)
    /// There are so many records, 0...65535.
    case numberOfRecords(Int)
    /// What became of an order.
    case response(Response)
    /// Octets after a code that has no case here.
    case other(code: UInt8, octets: Data)

    /// Op code, operator and operand, with records chosen by their sequence number.
    public static let profileLayout = layout(number: "sequenceNumber")

    /// The layout in which records are chosen by a number with another name.
    static func layout(number: String, unit: ProfileUnit? = nil) -> Layout<RecordAccess> {
      let selection = Selection.layout(number: number, unit: unit)
      return Layout<RecordAccess>(
        union: "opCode",
        [
          .payload(1, name: "report", selection, make: RecordAccess.report) {
            if case .report(let selection) = $0 { selection } else { nil }
          },
          .payload(2, name: "delete", selection, make: RecordAccess.delete) {
            if case .delete(let selection) = $0 { selection } else { nil }
          },
          .payload(3, name: "abort", nothing, make: { _ in .abort }) {
            $0 == .abort ? Nothing() : nil
          },
          .payload(4, name: "count", selection, make: RecordAccess.count) {
            if case .count(let selection) = $0 { selection } else { nil }
          },
          .payload(
            5, name: "numberOfRecords", afterNull(records), make: RecordAccess.numberOfRecords
          ) {
            if case .numberOfRecords(let count) = $0 { count } else { nil }
          },
          .payload(6, name: "response", afterNull(Response.layout), make: RecordAccess.response) {
            if case .response(let response) = $0 { response } else { nil }
          },
          .others(make: { .other(code: $0, octets: $1) }) {
            if case .other(let code, let octets) = $0 { (code, octets) } else { nil }
          },
        ])
    }
  }
}

extension BluetoothSIG.RecordAccess {
  private struct Nothing: Hashable, Sendable {}

  private static let nothing = Layout<Nothing>(
    union: "operator", [.plain(0, name: "null", Nothing())])
  private static let records = Layout<Int>.single(.uint16(), name: "numberOfRecords")

  /// A layout after the operator that only fills its place.
  private static func afterNull<Value: Sendable>(_ layout: Layout<Value>) -> Layout<Value> {
    Layout<Value>(
      union: "operator", [.payload(0, name: "null", layout, make: { $0 }, take: { $0 })])
  }
}

extension BluetoothSIG.RecordAccess {
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

    static let layout = Layout<Response>(Response.init(requestOpCode:code:)) {
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
    /// The device does not know the op code.
    public static let opCodeNotSupported = ResponseCode(rawValue: 2)
    /// The operator is not possible with the op code.
    public static let invalidOperator = ResponseCode(rawValue: 3)
    /// The device does not know the operator.
    public static let operatorNotSupported = ResponseCode(rawValue: 4)
    /// The operand does not fit the operator.
    public static let invalidOperand = ResponseCode(rawValue: 5)
    /// There are no such records.
    public static let noRecordsFound = ResponseCode(rawValue: 6)
    /// What went on could not be stopped.
    public static let abortUnsuccessful = ResponseCode(rawValue: 7)
    /// It was begun and not finished.
    public static let procedureNotCompleted = ResponseCode(rawValue: 8)
    /// The device does not know the operand.
    public static let operandNotSupported = ResponseCode(rawValue: 9)

    /// The codes that have a name.
    public static let names: [(code: ResponseCode, name: String)] = [
      (.success, "success"), (.opCodeNotSupported, "opCodeNotSupported"),
      (.invalidOperator, "invalidOperator"), (.operatorNotSupported, "operatorNotSupported"),
      (.invalidOperand, "invalidOperand"), (.noRecordsFound, "noRecordsFound"),
      (.abortUnsuccessful, "abortUnsuccessful"),
      (.procedureNotCompleted, "procedureNotCompleted"),
      (.operandNotSupported, "operandNotSupported"),
    ]
  }
}
