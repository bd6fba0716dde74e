import GATT

extension ProfileManager {
  /// An article for each service and payload with a table for each layout, after one that lists
  /// them.
  ///
  /// Each begins with its title; the name of its file is the title with dashes for all that is
  /// neither a letter nor a digit.
  public var markdown: String {
    let articles = entries.map(\.article) + (descriptors + frames).map(\.article)
    let links = articles.map { "- <doc:\($0.fileName)>\n" }.joined()
    let first = Article(
      title: "The Catalogue",
      body: "The services and payloads that ship with the package.\n\n"
        + "## Topics\n\n### Services, descriptors and advertisements\n\n" + links)
    return ([first] + articles).map(\.text).joined(separator: "\n")
  }
}

private struct Article {
  let title: String
  let body: String

  var text: String { "# \(title)\n\n\(body)" }

  var fileName: String {
    let words = title.split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return words.joined(separator: "-")
  }
}

extension ProfileManager.Entry {
  fileprivate var article: Article {
    let parts = service.characteristics.map { one in
      "## \(one.name)\n\n`\(one.uuid)`" + (one.properties.isEmpty ? "" : ": \(one.properties)")
        + one.layout.needs + "\n\n" + one.layout.table
    }
    let devices = models.isEmpty ? "" : " of " + models.joined(separator: ", ")
    return Article(
      title: service.name + (models.first.map { " (\($0))" } ?? ""),
      body: "The service `\(service.uuid)`\(devices).\n\n" + parts.joined(separator: "\n"))
  }
}

extension PayloadProfile {
  fileprivate var article: Article {
    Article(title: name, body: "\(key)\(layout.needs).\n\n" + layout.table)
  }
}

extension PayloadProfile.Key: CustomStringConvertible {
  /// The key in words, for documentation.
  public var description: String {
    switch self {
    case .descriptor(let uuid): "The descriptor `\(uuid)`"
    case .serviceData(let uuid): "The service data under `\(uuid)`"
    case .manufacturerData(let company):
      "The manufacturer data of company `\(BluetoothUUID(company))`"
        + (AssignedName.company(company).map { ", \($0)" } ?? "")
    }
  }
}

extension DynamicLayout {
  /// What the layout asks the context for.
  fileprivate var needs: String {
    let keys = contextKeys
    return keys.isEmpty ? "" : "; depends on " + keys.joined(separator: ", ")
  }

  /// A Markdown table with a line for each field.
  fileprivate var table: String {
    let lines = descriptions
    guard !lines.isEmpty else { return "No fields.\n" }
    let rows =
      [["Field", "Form", "Unit", "Values", "Condition"]]
      + lines.map { ["`\($0.key)`", $0.form, $0.unit, $0.values, $0.condition] }
    // A column without contents is left out.
    let shown = (0..<5).filter { column in rows.dropFirst().contains { !$0[column].isEmpty } }
    var table = rows.map { row in
      "| " + shown.map { row[$0].cell }.joined(separator: " | ") + " |\n"
    }
    table.insert("|" + String(repeating: " - |", count: shown.count) + "\n", at: 1)
    return table.joined()
  }
}

extension String {
  /// The text without what Markdown would take for more than text.
  fileprivate var cell: String {
    reduce(into: "") { text, character in
      text +=
        ["|", "*", "<", "_"].contains(character) && !hasPrefix("`")
        ? "\\\(character)" : "\(character)"
    }
  }
}
