public import FoundationEssentials

extension BluetoothSIG.UserDataService {
  /// An order on users, or its answer (User Data Service 1.1, the User Control Point).
  public enum ControlPoint: ProfileValue, Hashable {
    /// Register a new user with this consent code, 0...9999.
    case register(consentCode: Int)
    /// Take the data of a user, with the consent code that was given when registering.
    case consent(Consent)
    /// Delete the data of the current user.
    case deleteUserData
    /// What became of an order.
    case response(Response)
    /// Octets after a code that has no case here.
    case other(code: UInt8, octets: Data)

    /// An op code and what follows it.
    public static let profileLayout = Layout<ControlPoint>(
      union: "opCode",
      [
        .payload(
          1, name: "registerNewUser", .single(.consentCode, name: "consentCode"),
          make: { .register(consentCode: $0) },
          take: { if case .register(let code) = $0 { code } else { nil } }),
        .payload(2, name: "consent", Consent.layout, make: ControlPoint.consent) {
          if case .consent(let consent) = $0 { consent } else { nil }
        },
        .plain(3, name: "deleteUserData", .deleteUserData),
        .payload(0x20, name: "response", Response.layout, make: ControlPoint.response) {
          if case .response(let response) = $0 { response } else { nil }
        },
        .others(make: { .other(code: $0, octets: $1) }) {
          if case .other(let code, let octets) = $0 { (code, octets) } else { nil }
        },
      ])
  }

  /// A user with the code that proves the consent.
  public struct Consent: Hashable, Sendable {
    /// The number of the user, 0...255.
    public var userIndex: Int
    /// The code that was given when registering, 0...9999.
    public var consentCode: Int

    /// Makes a consent.
    public init(userIndex: Int, consentCode: Int) {
      self.userIndex = userIndex
      self.consentCode = consentCode
    }

    static let layout = Layout<Consent>(
      Consent.init(userIndex:consentCode:)
    ) {
      Field("userIndex", \.userIndex, .uint8())
      Field("consentCode", \.consentCode, .consentCode)
    }
  }

  /// What became of an order.
  public struct Response: Hashable, Sendable {
    /// The op code of the order, 0...255.
    public var requestOpCode: Int
    /// What became of it.
    public var code: ResponseCode
    /// The number of the new user, there if and only if one was registered.
    public var userIndex: Int?

    /// Makes an answer.
    public init(requestOpCode: Int, code: ResponseCode, userIndex: Int? = nil) {
      self.requestOpCode = requestOpCode
      self.code = code
      self.userIndex = userIndex
    }

    /// Op code 1 and success: the two octets together say what follows.
    private static let registered = FlagCondition(bits: BitRange(0..<16), equal: 0x0101)

    static let layout = Layout<Response>(
      Response.init(requestOpCode:code:userIndex:), flags: .uint16
    ) {
      Field("requestOpCode", \.requestOpCode, .bits(0..<8))
      Field("responseCode", \.code, .bits(8..<16, style: .code))
      Field("userIndex", \.userIndex, .when(registered, .uint8()))
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
    /// What follows the op code is not possible.
    public static let invalidParameter = ResponseCode(rawValue: 3)
    /// The device tried and failed.
    public static let operationFailed = ResponseCode(rawValue: 4)
    /// The consent code is wrong.
    public static let userNotAuthorized = ResponseCode(rawValue: 5)

    /// The codes that have a name.
    public static let names: [(code: ResponseCode, name: String)] = [
      (.success, "success"), (.opCodeNotSupported, "opCodeNotSupported"),
      (.invalidParameter, "invalidParameter"), (.operationFailed, "operationFailed"),
      (.userNotAuthorized, "userNotAuthorized"),
    ]
  }
}

extension Wire where Value == Int {
  /// Four decimal digits in two octets.
  fileprivate static var consentCode: Wire { .uint16().within(0...9999) }
}
