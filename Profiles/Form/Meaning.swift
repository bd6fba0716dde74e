/// What a whole number from the octets means: the same for whole octets and for ranges of bits.
public enum Meaning: Hashable, Sendable {
  /// A quantity.
  case number(NumberMeaning)
  /// A floating mantissa whose top bits are an exponent of two.
  case exponentWord(ExponentWord)
  /// 0 or 1.
  case bool
  /// One of several codes.
  case codes(Codes)
  /// A set of options, one for each bit.
  case options(Options)
}

/// A whole number as a count of steps.
public struct NumberMeaning: Hashable, Sendable {
  /// A pattern that stands for no number.
  public struct Special: Hashable, Sendable {
    /// The number that is sent.
    public let raw: Int128
    /// The name in texts.
    public let name: String

    /// Names a pattern.
    public init(_ raw: Int128, _ name: String) {
      self.raw = raw
      self.name = name
    }
  }

  /// The size of a step.
  public var scale: Scale
  /// What zero steps stand for.
  public var offset: ProfileDecimal
  /// The bits that carry something else: ignored when read and written as zero.
  public var ignored: UInt64
  /// Whether a quantity between two steps becomes the nearest; otherwise writing refuses it.
  public var rounds: Bool
  /// The patterns that stand for no number.
  public var specials: [Special]

  /// Makes a count of steps.
  public init(
    scale: Scale = .one, offset: ProfileDecimal = .init(significand: 0), ignored: UInt64 = 0,
    rounds: Bool? = nil, specials: [Special] = []
  ) {
    self.scale = scale
    self.offset = offset
    self.ignored = ignored
    self.rounds = rounds ?? !(scale.isWhole && offset.exponent >= 0)
    self.specials = specials
  }
}

/// A number as mantissa × 2^exponent × scale, the exponent in the top bits.
public struct ExponentWord: Hashable, Sendable {
  /// How many bits the exponent has, at most 6.
  public let exponentBits: Int
  /// The size of one mantissa step at exponent zero.
  public let scale: Scale

  /// Makes a word with an exponent of 1 to 6 bits.
  public init(exponentBits: Int = 4, scale: Scale = .one) {
    self.exponentBits = min(max(exponentBits, 1), 6)
    self.scale = scale
  }
}

/// Codes with names; a code without one is kept and prints as `unknown(7)`.
public struct Codes: Hashable, Sendable {
  /// How tools show a code; they accept both when writing.
  ///
  /// Named texts always show the name.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// The name.
    case name
    /// The number that is sent.
    case code
    /// The name, which is a number itself, such as the 8 of ±8 g.
    case quantity
  }

  /// A code with its name.
  public struct Name: Hashable, Sendable {
    /// The number that is sent.
    public let code: Int128
    /// The name in texts; several codes may share it, and writing takes the first.
    public let name: String

    /// Names a code.
    public init(_ code: Int128, _ name: String) {
      self.code = code
      self.name = name
    }
  }

  /// The codes that have a name, in the order of listings.
  public var names: [Name]
  /// How tools show a code.
  public var style: Style
  /// Whether a code without a name is refused when read and when written.
  public var isClosed: Bool

  /// Makes codes.
  public init(_ names: [Name], style: Style = .name, isClosed: Bool = false) {
    self.names = names
    self.style = style
    self.isClosed = isClosed
  }
}

/// Options that are set or not, one for each bit.
public struct Options: Hashable, Sendable {
  /// How tools show a set of options; they accept both when writing.
  public enum Style: Hashable, Sendable, CaseIterable {
    /// The number that is sent.
    case number
    /// The names of the options that are set; a bit without a name is `bit 7`.
    case names
  }

  /// An option with its name.
  public struct Name: Hashable, Sendable {
    /// The number of the bit, 0 the least significant.
    public let bit: Int
    /// The name in texts.
    public let name: String

    /// Names a bit.
    public init(_ bit: Int, _ name: String) {
      self.bit = bit
      self.name = name
    }
  }

  /// The bits that have a name, in the order of listings.
  public var names: [Name]
  /// How tools show a set.
  public var style: Style

  /// Makes options.
  public init(_ names: [Name], style: Style = .number) {
    self.names = names
    self.style = style
  }
}
