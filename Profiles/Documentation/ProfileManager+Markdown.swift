import GATT

extension ProfileManager {
  /// A section for each service with a table for each characteristic, for documents.
  public var markdown: String {
    var parts = entries.map(\.markdown)
    let payloads = (descriptors + frames).map { payload in
      "### \(payload.name)\n\n\(payload.key)\n\n" + payload.layout.table
    }
    if !payloads.isEmpty {
      parts.append(
        "## Descriptors and advertisements\n\n" + payloads.joined(separator: "\n"))
    }
    return parts.joined(separator: "\n")
  }
}

extension ProfileManager.Entry {
  fileprivate var markdown: String {
    let models = models.isEmpty ? "" : "Devices: " + models.joined(separator: ", ") + ".\n\n"
    let parts = service.characteristics.map { one in
      "### \(one.name)\n\n`\(one.uuid)`" + (one.properties.isEmpty ? "" : ": \(one.properties)")
        + one.layout.needs + "\n\n" + one.layout.table
    }
    return "## \(service.name)\n\n`\(service.uuid)`\n\n" + models
      + parts.joined(separator: "\n")
  }
}

extension PayloadProfile.Key: CustomStringConvertible {
  /// The key in words, for documentation.
  public var description: String {
    switch self {
    case .descriptor(let uuid): "Descriptor `\(uuid)`"
    case .serviceData(let uuid): "Service data under `\(uuid)`"
    case .manufacturerData(let company):
      "Manufacturer data of company `\(BluetoothUUID(company))`"
        + (AssignedName.company(company).map { " (\($0))" } ?? "")
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
      [["Field", "Form", "Unit", "Values", "Condition"], Array(repeating: "-", count: 5)]
      + lines.map { ["`\($0.key)`", $0.form, $0.unit, $0.values, $0.condition] }
    // A column without contents is left out.
    let shown = (0..<5).filter { column in rows.dropFirst(2).contains { !$0[column].isEmpty } }
    return rows.map { row in
      "| " + shown.map { row[$0].replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
    }.joined()
  }
}
