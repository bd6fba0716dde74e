import FoundationEssentials
import Profiles
import Testing

/// Definitions that compile and cannot work.
@Suite struct MistakenLayoutTests {
  private struct Pair: Sendable, Hashable {
    var first: Int
    var rest: [Int]
  }

  private struct Choice: Sendable, Hashable {
    var first: Int
    var second: Int?
  }

  private func story<Root: Sendable>(_ layout: Layout<Root>, _ root: Root) -> String? {
    let error = #expect(throws: ProfileError.self) { try layout.encode(root) }
    let read = #expect(throws: ProfileError.self) { try layout.decode(Data([1, 2, 3])) }
    #expect(read == error)
    #expect(error?.code == ProfileError.badLayout)
    return error?.description
  }

  @Test func `nothing can come after a field that takes all octets`() {
    let layout = Layout<Pair>({ Pair(first: $1, rest: $0) }) {
      Field("rest", \.rest, .toEnd(.uint8()))
      Field("first", \.first, .uint8())
    }
    #expect(
      story(layout, Pair(first: 1, rest: [2]))
        == "value: its layout cannot work: the field rest takes all octets that are left, so that "
        + "none is there for first; mend the definition")
  }

  @Test func `a bit that the flags word does not have decides nothing`() {
    let layout = Layout<Choice>(Choice.init(first:second:), flags: .uint8) {
      Field("first", \.first, .uint8())
      Field("second", \.second, .when(12, .uint8()))
    }
    #expect(
      story(layout, Choice(first: 1, second: 2))
        == "value: its layout cannot work: field second: it looks at bit 12 of a flags word that "
        + "ends with bit 7; mend the definition")
  }

  @Test func `a condition needs a flags word, its own or one around it`() throws {
    let group = Layout<Choice>(Choice.init(first:second:)) {
      Field("first", \.first, .uint8())
      Field("second", \.second, .when(0, .uint8()))
    }
    #expect(
      story(group, Choice(first: 1, second: 2))
        == "value: its layout cannot work: field second: it looks at bit 0 of a flags word, and "
        + "the layout has none; mend the definition")
    let whole = Layout<Choice>({ $0 }, flags: .uint8) { Field("group", \.self, .inline(group)) }
    #expect(try whole.encode(Choice(first: 1, second: 2)) == Data([1, 1, 2]))
    #expect(try whole.decode(Data([0, 1])) == Choice(first: 1, second: nil))
  }

  @Test func `two fields of one name would be one in texts and JSON`() {
    let layout = Layout<Pair>({ Pair(first: $0, rest: $1) }) {
      Field("x", \.first, .uint8())
      Field("x", \.rest, .toEnd(.uint8()))
    }
    #expect(
      story(layout, Pair(first: 1, rest: []))
        == "value: its layout cannot work: two fields are named x; mend the definition")
  }

  private struct Level: Sendable, Hashable {
    var level: Double
  }

  @Test(arguments: [0, .infinity, .nan])
  func `a number is a multiple of something`(scale: Double) {
    let layout = Layout<Level>(Level.init(level:)) {
      Field("level", \.level, .uint8(scale: scale))
    }
    #expect(
      story(layout, Level(level: 1))
        == "value: its layout cannot work: field level: \(Scale(scale)) is not a factor other than "
        + "0; mend the definition")
  }

  @Test func `a whole number is a multiple of something`() {
    let layout = Layout<Int>.single(.uint8(scale: 0), name: "level")
    #expect(
      story(layout, 1)
        == "value: its layout cannot work: field level: 0 is not a factor other than 0; mend the "
        + "definition")
  }

  @Test func `a pattern that no octets can be stands for nothing`() {
    let layout = Layout<OrSpecial<Int>>.single(
      .special([0xFFFF: .unknown], .int16()), name: "level")
    #expect(
      story(layout, 1)
        == "value: its layout cannot work: field level: 65535 is not a raw number of -32768...32767; mend "
        + "the definition")
  }

  @Test func `every layout of the catalogue can work`() {
    let catalogue = ProfileManager.catalogue
    let layouts =
      catalogue.entries.flatMap { $0.service.characteristics.map { ($0.name, $0.layout) } }
      + (catalogue.descriptors + catalogue.frames).map { ($0.name, $0.layout) }
    #expect(layouts.count > 200)
    for (name, layout) in layouts {
      #expect(layout.mistake == nil, "\(name)")
    }
  }

  @Test func `JSON with such a layout is not read, and the place is told`() {
    let text = """
      {"services": [{"uuid": "FF00", "name": "S", "characteristics": [
        {"uuid": "FF01", "name": "C", "layout": {"fields": [
          {"name": "a", "type": "uint8"}, {"name": "a", "type": "uint8"}]}}]}]}
      """
    let error = #expect(throws: ProfileError.self) {
      try ProfileManager(json: ProfileJSON(parsing: text))
    }
    #expect(error?.code == ProfileError.badJSON)
    #expect(error?.description.contains("two fields are named a") == true)
  }
}
