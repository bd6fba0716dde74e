import Profiles
import Testing

@Suite struct ProfileJSONTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-1", "1.50", "0.015625", "1e400", "12e5", "\"\"", "[]", "{}",
    "170141183460469231731687303715884105727", "-170141183460469231731687303715884105728",
    "340282366920938463463374607431768211455", "\"°C \\\"\\\\\\n\\t\\r\\u0001/é😀\"",
    "[1, [2, []], {\"a\": {}}]", "{\"z\": 1, \"a\": [true, null], \"\": \"x\"}",
  ])
  func `a printed value reads as itself, digit by digit and in order`(text: String) throws {
    let value = try ProfileJSON(parsing: text)
    #expect(value.description == text)
    #expect(try ProfileJSON(parsing: value.lines) == value)
  }

  @Test(arguments: [
    (" [ 1 ,\t2\r\n] ", "[1, 2]"), ("1E+2", "1e2"), ("-0", "0"), ("10e-1", "1.0"),
    ("\"\\/\\b\\f\\u00e9\\uD83D\\uDE00\"", "\"/\\u0008\\u000Cé😀\""),
  ])
  func `other spellings are read`(text: String, printed: String) throws {
    #expect(try ProfileJSON(parsing: text).description == printed)
  }

  @Test(arguments: [
    ("", "JSON at offset 0: the end of the text is not a JSON value"),
    ("[1,]", "JSON at offset 3: ] is not a JSON value"),
    ("[1 2]", "JSON at offset 3: 2 is not a comma or the end of the array"),
    ("{\"a\" 1}", "JSON at offset 5: 1 is not a colon"),
    ("{a: 1}", "JSON at offset 1: a is not the name of a member"),
    ("{\"a\": 1 ", "JSON at offset 8: the end of the text is not a comma or the end of the object"),
    ("{\"a\": 1, \"a\": 2}", "JSON at offset 9: \"a\" is not possible twice in an object"),
    ("01", "JSON at offset 1: 1 is not the end of the text"),
    ("-", "JSON at offset 1: the end of the text is not a digit"),
    ("1.", "JSON at offset 2: the end of the text is not a digit"),
    ("1e", "JSON at offset 2: the end of the text is not a digit"),
    (
      "1000000000000000000000000000000000000000",
      "JSON at offset 0: this number is not possible; it has more digits than 128 bits hold"
    ),
    ("\"\\ud800\"", "JSON at offset 1: half of a surrogate pair is not a character"),
    ("\"\\ud800\\u0041\"", "JSON at offset 1: half of a surrogate pair is not a character"),
    ("\"\\udc00\"", "JSON at offset 1: half of a surrogate pair is not a character"),
    ("\"\\x\"", "JSON at offset 2: x is not an escape"),
    ("\"\\u12G4\"", "JSON at offset 5: G is not a hexadecimal digit"),
    ("\"abc", "JSON at offset 4: the end of the text is not the end of a string"),
    ("\"\n\"", "JSON at offset 1: the octet 0A is not allowed in a text; write it as an escape"),
    ("nul", "JSON at offset 0: n is not a JSON value"),
    ("+1", "JSON at offset 0: + is not a JSON value"),
  ])
  func `what is no JSON is refused with its place`(text: String, message: String) {
    let error = #expect(throws: ProfileError.self) { try ProfileJSON(parsing: text) }
    #expect(error?.code == ProfileError.badJSON)
    #expect(error?.description == message)
  }

  @Test func `octets that are no UTF-8 are refused`() {
    let error = #expect(throws: ProfileError.self) {
      try ProfileJSON(utf8: [0x22, 0xC3, 0x28, 0x22])
    }
    #expect(error?.description == "JSON at offset 1: this text is not UTF-8")
  }

  @Test func `nesting ends at 200 levels`() throws {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    #expect(try ProfileJSON(parsing: deep).description == deep)
    for text in [String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 201)] {
      let error = #expect(throws: ProfileError.self) { try ProfileJSON(parsing: text) }
      #expect(error?.allowed == "allowed beyond 200 levels")
    }
  }

  @Test func `no octets trap`() {
    var dice = Dice(state: 11)
    let pieces = [
      "{", "}", "[", "]", "\"", ":", ",", "\\u", "d83d", "-", "1e", ".5", "9", "true", "é",
    ]
    for _ in 0..<5000 {
      let count = Int.random(in: 0...12, using: &dice)
      let text = (0..<count).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
      if let value = try? ProfileJSON(parsing: text) {
        #expect((try? ProfileJSON(parsing: "\(value)")) == value)
      }
      _ = try? ProfileJSON(utf8: dice.octets(upTo: 16))
    }
  }

  @Test func `long values are laid out in lines of up to 100 characters`() {
    let value: ProfileJSON = [
      "short": [1, 2], "long": .array((0..<30).map { .string("element \($0)") }), "empty": [:],
    ]
    let lines = value.lines.split(separator: "\n")
    #expect(lines[1] == "  \"short\": [1, 2],")
    #expect(lines[2] == "  \"long\": [")
    #expect(lines[3] == "    \"element 0\",")
    #expect(lines.suffix(3) == ["  ],", "  \"empty\": {}", "}"])
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test func `members are found by name`() {
    let value: ProfileJSON = ["a": 1, "b": nothing]
    #expect(value["a"] == 1)
    #expect(value["b"] == .null)
    #expect(value["c"] == nil)
    #expect(ProfileJSON.bool(true)["a"] == nil)
  }

  private var nothing: ProfileJSON { .null }
}
