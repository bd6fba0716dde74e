/// When a field is there: bits of the flags word have a value.
public struct FlagCondition: Hashable, Sendable {
  /// The bits that decide.
  public let bits: BitRange
  /// What they must be.
  public let value: UInt64

  /// A field that is there if these bits have this value.
  public init(bits: BitRange, equal value: UInt64) {
    self.bits = bits
    self.value = value
  }

  /// A field that is there if a bit is set.
  public static func set(_ bit: Int) -> FlagCondition {
    FlagCondition(bits: BitRange(bit: bit), equal: 1)
  }

  /// A field that is there if a bit is clear.
  public static func clear(_ bit: Int) -> FlagCondition {
    FlagCondition(bits: BitRange(bit: bit), equal: 0)
  }

  @inlinable
  func holds(in flags: UInt64) -> Bool {
    bits.bits(of: flags) == value
  }

  /// Sets what the presence or absence of the field demands.
  func mark(_ isPresent: Bool, _ word: inout FlagWord) throws(ProfileError) {
    if isPresent {
      try word.set(bits, to: value)
    } else if bits.count == 1 {
      try word.set(bits, to: value ^ 1)
    } else {
      try word.leaveOut(self)
    }
  }
}

extension FlagCondition: CustomStringConvertible {
  /// The condition for documentation.
  public var description: String {
    guard bits.count == 1 else { return "if flags bits \(bits) are \(value)" }
    return "if flag \(bits.start) is \(value == 1 ? "set" : "clear")"
  }
}

/// The flags word while it is computed from the fields that are there.
public struct FlagWord: Sendable {
  /// The bits so far.
  public private(set) var bits: UInt64 = 0
  private var decided: UInt64 = 0
  /// Whether all fields have set their bits.
  private var isWhole = false
  private var leavesOut = false

  init() {}

  /// Lets every field set its bits; a second time where one is left out that the bits of others
  /// may announce.
  mutating func collect(
    _ mark: (inout FlagWord) throws(ProfileError) -> Void
  ) throws(ProfileError) {
    try mark(&self)
    guard leavesOut else { return }
    isWhole = true
    try mark(&self)
  }

  /// Leaves a field out whose condition has several bits, so that only the whole word tells
  /// whether that is possible.
  mutating func leaveOut(_ condition: FlagCondition) throws(ProfileError) {
    leavesOut = true
    guard isWhole, condition.holds(in: bits) else { return }
    throw .missing("")
  }

  /// Sets a range of bits; fields that ask for different values of one bit contradict each other.
  public mutating func set(_ range: BitRange, to value: UInt64) throws(ProfileError) {
    let wanted = (value << UInt64(range.start)) & range.mask
    let contested = decided & range.mask
    guard bits & contested == wanted & contested else {
      throw .badValue(
        "this value",
        allowed: "possible beside the others; the flags bit \(range) is needed for another value")
    }
    bits |= wanted
    decided |= range.mask
  }
}

/// Where a layout keeps its flags: the octets after its prefix.
public struct FlagsForm: Hashable, Sendable {
  /// How the word lies in octets, at most 8 of them.
  public let integer: IntegerForm

  /// Makes a word of 1 to 8 octets.
  public init(size: Int, order: OctetOrder = .little) {
    integer = IntegerForm(size: min(size, 8), order: order)
  }

  /// One octet.
  public static let uint8 = FlagsForm(size: 1)
  /// Two octets, least significant first.
  public static let uint16 = FlagsForm(size: 2)
  /// Three octets, least significant first.
  public static let uint24 = FlagsForm(size: 3)
  /// Four octets, least significant first.
  public static let uint32 = FlagsForm(size: 4)
  /// Eight octets, least significant first.
  public static let uint64 = FlagsForm(size: 8)
}

/// Two forms of one field, of which a bit of the flags word says which was sent.
public struct Either: Hashable, Sendable {
  /// One of the two forms, with a unit if the bit chooses it.
  public struct Choice: Hashable, Sendable {
    /// The form.
    public let form: WireForm
    /// The unit, if the bit chooses it.
    public let unit: ProfileUnit?

    /// Makes a choice.
    public init(_ form: WireForm, _ unit: ProfileUnit? = nil) {
      self.form = form
      self.unit = unit
    }
  }

  /// The number of the bit.
  public let bit: Int
  /// The form if the bit is clear; without units, writing prefers it.
  public let clear: Choice
  /// The form if the bit is set.
  public let set: Choice

  /// Makes a choice between two forms.
  public init(bit: Int, clear: Choice, set: Choice) {
    self.bit = min(max(bit, 0), 63)
    self.clear = clear
    self.set = set
  }

  var range: BitRange { BitRange(bit: bit) }
}
