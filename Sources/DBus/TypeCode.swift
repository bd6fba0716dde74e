/// The letters of the D-Bus type system.
enum TypeCode {
  static let byte = UInt8(ascii: "y")
  static let bool = UInt8(ascii: "b")
  static let int16 = UInt8(ascii: "n")
  static let uint16 = UInt8(ascii: "q")
  static let int32 = UInt8(ascii: "i")
  static let uint32 = UInt8(ascii: "u")
  static let int64 = UInt8(ascii: "x")
  static let uint64 = UInt8(ascii: "t")
  static let double = UInt8(ascii: "d")
  static let string = UInt8(ascii: "s")
  static let objectPath = UInt8(ascii: "o")
  static let signature = UInt8(ascii: "g")
  static let fileDescriptor = UInt8(ascii: "h")
  static let array = UInt8(ascii: "a")
  static let variant = UInt8(ascii: "v")
  /// libdbus's code for a structure; in signatures it is spelled with parentheses.
  static let structure = UInt8(ascii: "r")
  /// libdbus's code for a dictionary entry; in signatures it is spelled with braces.
  static let entry = UInt8(ascii: "e")
  static let openStructure = UInt8(ascii: "(")
  static let closeStructure = UInt8(ascii: ")")
  static let openEntry = UInt8(ascii: "{")
  static let closeEntry = UInt8(ascii: "}")

  static func isBasic(_ code: UInt8) -> Bool {
    switch code {
    case byte, bool, int16, uint16, int32, uint32, int64, uint64, double, string, objectPath,
      signature, fileDescriptor:
      true
    default: false
    }
  }

  /// The code for a letter of a signature.
  static func code(_ letter: UInt8) -> UInt8 {
    switch letter {
    case openStructure: structure
    case openEntry: entry
    default: letter
    }
  }

  /// The code as text, for error messages; 0 stands for the end of the content.
  static func name(_ code: UInt8) -> String {
    code == 0 ? "nothing" : "'\(Character(Unicode.Scalar(code)))'"
  }
}
