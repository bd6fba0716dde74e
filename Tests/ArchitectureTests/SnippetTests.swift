import Testing

@Suite struct SnippetTests {
  @Test func `a document's code is the code that is compiled`() throws {
    for document in try Repository.documents() {
      for snippet in Snippet.all(in: try Repository.text(document)) {
        let file = try Repository.text(snippet.place.path)
        let shown = Snippet.shown(of: file, snippet.place.name)
        #expect(
          snippet.text == shown, "\(document) differs from \(snippet.source); run scripts/docs")
      }
    }
  }

  @Test func `the first tour is the whole chain of the example`() throws {
    let path = "Examples/SensorTagReader/AccelerometerReader.swift"
    let first = try #require(Snippet.all(in: try Repository.text("README.md")).first)
    #expect(first == Snippet(source: path, text: try Repository.text(path)))
  }

  @Test func `marked blocks are found and others are not`() {
    let document = """
      ```swift
      let a = 1
      ```
      <!-- source: A.swift -->
      ```swift
      let b = 2

      let c = 3
      ```
      <!-- source: B.swift -->
      text
      """
    #expect(
      Snippet.all(in: document) == [
        Snippet(source: "A.swift", text: "let b = 2\n\nlet c = 3\n"),
        Snippet(source: "B.swift", text: ""),
      ])
  }

  @Test func `markers choose a part of a file`() {
    #expect(Snippet.shown(of: "a\n// snippet: begin\nb\n// snippet: end\nc\n") == "b\n")
    #expect(Snippet.shown(of: "a\nb\n") == "a\nb\n")
    let named = "a\n  // snippet: two\n  b\n    c\n  // snippet: end\nd\n"
    #expect(Snippet.shown(of: named, "two") == "b\n  c\n")
    #expect(Snippet.shown(of: named, "three") == nil)
  }
}
