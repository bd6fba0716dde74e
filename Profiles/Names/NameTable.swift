/// A table in a text: a line for each key, with tabs between the columns, the key first.
///
/// The lines are found on the first question. What is kept is where they begin, so a name costs
/// its text only when somebody asks for it.
package struct NameTable<Key: Hashable & Sendable>: Sendable {
  private let text: StaticString
  private let lines: [Key: Range<Int>]

  package init(_ text: StaticString, key: (String) -> Key?) {
    self.text = text
    lines = text.withUTF8Buffer { octets in
      var lines: [Key: Range<Int>] = [:]
      var begin = 0
      while begin < octets.count {
        let end = octets[begin...].firstIndex(of: UInt8(ascii: "\n")) ?? octets.count
        let column = octets[begin..<end].prefix { $0 != UInt8(ascii: "\t") }
        if let key = key(String(decoding: column, as: UTF8.self)) { lines[key] = begin..<end }
        begin = end + 1
      }
      return lines
    }
  }

  package var count: Int { lines.count }

  /// The keys whose columns are as asked for; it reads all lines.
  package func keys(where matches: ([String]) -> Bool) -> [Key] {
    lines.keys.filter { key in self[key].map(matches) ?? false }
  }

  /// The columns after the key.
  package subscript(key: Key) -> [String]? {
    guard let line = lines[key] else { return nil }
    return text.withUTF8Buffer { octets in
      octets[line].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .dropFirst().map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
