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

  /// The file, and the name of the part of it that is shown.
  var place: (path: String, name: String) {
    let parts = source.split(separator: "#", maxSplits: 1).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : "begin")
  }

  /// What a document shows of a file: what stands between `// snippet: NAME` and
  /// `// snippet: end`, moved to the left with the first of these lines.
  ///
  /// A file without a part named `begin` is shown whole; any other name must be there.
  static func shown(of file: String, _ name: String = "begin") -> String? {
    let lines = file.split(separator: "\n", omittingEmptySubsequences: false)
    guard let begin = lines.firstIndex(where: { $0.trimmed == "// snippet: \(name)" }) else {
      return name == "begin" ? file : nil
    }
    let margin = lines[begin].count - lines[begin].trimmed.count
    let part = lines[(begin + 1)...].prefix { $0.trimmed != "// snippet: end" }
    return part.map { $0.dropFirst(min(margin, $0.count)) + "\n" }.joined()
  }
}

extension Substring {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}
