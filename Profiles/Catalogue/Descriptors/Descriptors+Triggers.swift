public import FoundationEssentials

extension Descriptors {
  /// When a value is sent.
  public struct Condition: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Never.
    public static let inactive = Condition(rawValue: 0)
    /// Each time an interval is over.
    public static let fixedInterval = Condition(rawValue: 1)
    /// When it changes, but not before an interval is over.
    public static let noLessThanInterval = Condition(rawValue: 2)
    /// When it changes.
    public static let valueChanged = Condition(rawValue: 3)
    /// While it is less than the operand.
    public static let less = Condition(rawValue: 4)
    /// While it is not more than the operand.
    public static let lessOrEqual = Condition(rawValue: 5)
    /// While it is more than the operand.
    public static let greater = Condition(rawValue: 6)
    /// While it is not less than the operand.
    public static let greaterOrEqual = Condition(rawValue: 7)
    /// While it is the operand.
    public static let equal = Condition(rawValue: 8)
    /// While it is not the operand.
    public static let notEqual = Condition(rawValue: 9)

    /// The codes that have a name.
    public static let names: [(code: Condition, name: String)] = [
      (.inactive, "Inactive"),
      (.fixedInterval, "Fixed Interval"),
      (.noLessThanInterval, "No Less Than Interval"),
      (.valueChanged, "Value Changed"),
      (.less, "Less"),
      (.lessOrEqual, "Less or Equal"),
      (.greater, "Greater"),
      (.greaterOrEqual, "Greater or Equal"),
      (.equal, "Equal"),
      (.notEqual, "Not Equal"),
    ]

    /// One octet.
    public static let profileLayout = Layout<Condition>.single(.enumeration(), name: "condition")
  }

  /// When the value of a sensor is sent (290D).
  public struct Trigger: ProfileValue, Hashable {
    /// When it is sent.
    public var condition: Condition
    /// The interval in seconds as three octets, or a value in the form of the characteristic.
    public var operand: Data

    /// Makes a setting.
    public init(condition: Condition, operand: Data) {
      self.condition = condition
      self.operand = operand
    }

    /// One octet and the operand.
    public static let profileLayout = Layout<Trigger>(Trigger.init(condition:operand:)) {
      Field("condition", \.condition, .enumeration())
      Field("operand", \.operand, .opaque())
    }
  }

  /// When the value of an input or output is sent (290A).
  public struct ValueTrigger: ProfileValue, Hashable {
    /// When it is sent: 0...3 compare numbers, 4...7 bits.
    public var condition: UInt8
    /// What it is compared with.
    public var operand: Data

    /// Makes a setting.
    public init(condition: UInt8, operand: Data) {
      self.condition = condition
      self.operand = operand
    }

    /// One octet and the operand.
    public static let profileLayout = Layout<ValueTrigger>(ValueTrigger.init(condition:operand:)) {
      Field("condition", \.condition, .uint8())
      Field("operand", \.operand, .opaque())
    }
  }

  /// How several triggers of a value go together (290B).
  public struct TriggerLogic: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// All must hold.
    public static let and = TriggerLogic(rawValue: 0)
    /// One must hold.
    public static let or = TriggerLogic(rawValue: 1)

    /// The codes that have a name.
    public static let names: [(code: TriggerLogic, name: String)] = [
      (.and, "And"),
      (.or, "Or"),
    ]

    /// One octet.
    public static let profileLayout = Layout<TriggerLogic>.single(.enumeration(), name: "logic")
  }
}
