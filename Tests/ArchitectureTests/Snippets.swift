/// A fenced block of a document that says which compiled file it shows.
struct Snippet: Equatable {
  /// The file after `<!-- source:`, relative to the package.
  let source: String
  let text: String

  /// The marked blocks of a Markdown text, in order.
  static func all(in document: String) -> [Snippet] {
    var snippets: [Snippet] = []
    var lines = document.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let line = lines.popFirst() {
      guard line.hasPrefix("<!-- source: "), line.hasSuffix(" -->") else { continue }
      let source = String(line.dropFirst("<!-- source: ".count).dropLast(" -->".count))
      var body: [Substring] = []
      if lines.first?.hasPrefix("```") == true {
        lines.removeFirst()
        while let next = lines.popFirst(), next != "```" { body.append(next) }
      }
      snippets.append(Snippet(source: source, text: body.map { $0 + "\n" }.joined()))
    }
    return snippets
  }

  /// What a document shows of a file: what stands between `// snippet: begin` and
  /// `// snippet: end`, or all of it.
  static func shown(of file: String) -> String {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    guard
      let begin = lines.firstIndex(of: "// snippet: begin"),
      let end = lines.firstIndex(of: "// snippet: end"), begin < end
    else { return file }
    return lines[(begin + 1)..<end].map { $0 + "\n" }.joined()
  }
}
