import FoundationEssentials
import Profiles
import Testing

/// Lists as text, both ways.
@Suite struct ListTextTests {
  private struct Notes: Sendable, Hashable {
    var texts: [String]
  }

  private static let sized = Layout<Notes>(Notes.init(texts:)) {
    Field("texts", \.texts, .toEnd(.sized(SizePrefix(), .utf8())))
  }
  private static let bare = Layout<Notes>(Notes.init(texts:)) {
    Field("texts", \.texts, .toEnd(.utf8()))
  }

  @Test(arguments: [
    ([], ""), (["a"], "a"), (["a", "b c"], "a, b c"), (["a, b", "c"], #""a, b", c"#),
    ([""], #""""#), (["", ""], #""", """#), ([" a", "b "], #"" a", "b ""#),
    ([#"say "hi""#, #"\"#], #""say \"hi\"", \"#), ([#"",\"#], #""\",\\""#), (["12"], "12"),
    (["a\nb", "ä°"], "a\nb, ä°"),
  ])
  func `a list of texts survives its own text`(texts: [String], text: String) throws {
    for layout in [Self.sized, Self.bare] {
      let strings = layout.strings(of: Notes(texts: texts))
      #expect(strings.map(\.text) == [text])
      #expect(try layout.value(from: ["texts": text]) == Notes(texts: texts))
    }
  }

  @Test func `every list of texts survives`() throws {
    var dice = Dice(state: 8)
    let parts = ["a", ",", "\"", "\\", " ", "é", "\n", "x y", ""]
    for _ in 0..<2000 {
      let texts = (0..<Int.random(in: 0..<4, using: &dice)).map { _ in
        (0..<Int.random(in: 0..<4, using: &dice)).map { _ in
          parts.randomElement(using: &dice) ?? ""
        }.joined()
      }
      let text = Self.sized.strings(of: Notes(texts: texts))[0].text
      #expect(try Self.sized.value(from: ["texts": text]).texts == texts, "\(text)")
    }
  }

  @Test(arguments: [#""a"#, #"a, "b" c"#, #""a\"#])
  func `quotation marks that do not end are told`(text: String) {
    let error = #expect(throws: ProfileError.self) { try Self.sized.value(from: ["texts": text]) }
    let part = text.hasPrefix("a, ") ? String(text.dropFirst(3)) : text
    #expect(
      error?.description
        == "field texts: '\(part)' is not a list whose quotation marks end before a comma")
  }

  private struct Readings: Sendable, Hashable {
    var humidity: OrSpecial<Double>
    var speeds: [Double]
    var days: OrSpecial<Int>
  }

  private static let readings = Layout<Readings>(Readings.init(humidity:speeds:days:)) {
    Field("humidity", \.humidity, .special([0xFF: .unknown], .uint8(scale: 0.5)), unit: .percent)
    Field(
      "speeds", \.speeds, .sized(SizePrefix(), .toEnd(.uint8(scale: 0.1))), unit: .metresPerSecond)
    Field("days", \.days, .special([0xFF: .unsupported], .uint8()), unit: ProfileUnit("d"))
  }

  @Test func `a unit stands only behind numbers`() throws {
    let nothing = Readings(humidity: .special(.unknown), speeds: [], days: .special(.unsupported))
    let texts = Self.readings.strings(of: nothing)
    #expect(texts.map(\.text) == ["unknown", "", "unsupported"])
    let named = Dictionary(uniqueKeysWithValues: texts.map { ($0.name, $0.text) })
    #expect(try Self.readings.value(from: named) == nothing)
    let some = Readings(humidity: 40.5, speeds: [1.5, 2], days: 3)
    #expect(
      Self.readings.strings(of: some).map(\.text) == ["40.5 %", "1.5, 2.0 m/s", "3 d"])
  }
}
