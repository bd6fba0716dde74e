import FoundationEssentials
import Profiles
import Testing

@Suite struct DocumentationTests {
  @Test func `the articles of the catalogue are those of the definitions`() throws {
    let folder = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let catalogue = URL(filePath: "/\(folder)/Profiles/Profiles.docc/Catalogue")
    var expected: [String: String] = [:]
    for article in Self.articles(ProfileManager.catalogue.markdown) {
      #expect(expected.updateValue(article.text, forKey: article.file) == nil, "\(article.file)")
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
    #expect(files.sorted() == expected.keys.sorted(), "run scripts/docs")
    for file in files {
      let data = try Data(contentsOf: catalogue.appending(path: file))
      let isCurrent = String(decoding: data, as: UTF8.self) == expected[file]
      #expect(isCurrent, "\(file) differs from the definitions; run scripts/docs")
    }
  }

  @Test func `the list of the catalogue links every other article`() throws {
    let articles = Self.articles(ProfileManager.catalogue.markdown)
    #expect(articles.first?.file == "The-Catalogue.md")
    for article in articles.dropFirst() {
      #expect(articles[0].text.contains("- <doc:\(article.file.dropLast(3))>\n"))
    }
  }

  @Test func `a table has a line for each field and no empty column`() {
    var manager = ProfileManager()
    manager.add(TISensorTag.AccelerometerService(), models: ["CC2541"])
    #expect(
      manager.markdown.hasSuffix(
        """
        # TI Accelerometer (CC2541)

        The service `F000AA10-0451-4000-B000-000000000000` of CC2541.

        ## Accelerometer Data

        `F000AA11-0451-4000-B000-000000000000`: read, notify

        | Field | Form | Unit |
        | - | - | - |
        | `x_g` | int8 × 0.015625 | g |
        | `y_g` | int8 × 0.015625 | g |
        | `z_g` | int8 × 0.015625 | g |

        ## Accelerometer Enabled

        `F000AA12-0451-4000-B000-000000000000`: read, write

        | Field | Form | Values |
        | - | - | - |
        | `enabled` | enumeration, uint8 | 0 = No, 1 = Yes |

        ## Accelerometer Update Period

        `F000AA13-0451-4000-B000-000000000000`: read, write

        | Field | Form | Unit | Values |
        | - | - | - | - |
        | `period_ms` | uint8 × 10 | ms | 100...2550 ms |

        """))
  }

  @Test func `conditions, cases, groups, units and special values are told`() {
    let inner = DynamicLayout([
      FieldSchema("time", .when(.set(2), .integer(.uint16, .number(NumberMeaning())))),
      FieldSchema(
        "mode",
        .bits(BitRange(0..<2), .codes(Codes([.init(0, "off"), .init(3, "on")])))),
    ])
    let layout = DynamicLayout(
      .union(
        UnionForm(
          tag: "op",
          cases: [
            .init([1], "one", DynamicLayout([FieldSchema("group", .record(inner, .nested))])),
            .init(
              [2], "two",
              DynamicLayout([
                FieldSchema(
                  "level",
                  .integer(
                    .uint8, .number(NumberMeaning(specials: [.init(255, "unknown")]))),
                  unit: .percent)
              ])),
          ])))
    let lines = layout.descriptions
    #expect(lines.map(\.key) == ["op", "group", "group.time", "group.mode", "level_pct"])
    #expect(lines[0].values == "1 = one, 2 = two")
    #expect(lines[2].form == "uint16")
    #expect(lines[2].condition == "if op is one, if flag 2 is set")
    #expect(lines[3].values == "0 = off, 3 = on")
    #expect(lines[4].unit == "%")
    #expect(lines[4].values == "255 = unknown")
  }

  /// The articles of a Markdown text with the names of their files.
  private static func articles(_ text: String) -> [(file: String, text: String)] {
    var articles: [(file: String, text: String)] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# ") {
        let words = line.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        articles.append((words.joined(separator: "-") + ".md", ""))
      }
      articles[articles.count - 1].text += line + "\n"
    }
    // Each ends with one line break, whatever follows it.
    return articles.map { ($0.file, String($0.text.trimmedAtEnd) + "\n") }
  }
}

extension String {
  fileprivate var trimmedAtEnd: Substring {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
