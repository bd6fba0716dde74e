import GATT
import Profiles

extension ProfileManager {
  /// A line for each service, and under it one for each characteristic.
  var listing: String {
    var lines: [String] = []
    for entry in entries {
      lines.append(entry.title)
      lines += Self.columns(
        entry.service.characteristics.map { ["  \($0.uuid)", $0.name, "\($0.properties)"] })
    }
    let payloads = descriptors + frames
    if !payloads.isEmpty { lines.append("Descriptors and advertisements") }
    lines += Self.columns(payloads.map { ["  " + $0.key.text, $0.name] })
    return lines.map { $0 + "\n" }.joined()
  }

  /// A paragraph for each characteristic with a line for each field.
  var descriptionOfFields: String {
    var parts: [String] = []
    for entry in entries {
      for one in entry.service.characteristics {
        let heading = ["\(one.uuid)  \(one.name)", "in \(entry.title)", "\(one.properties)"]
        parts.append(Self.fields(heading, one.layout))
      }
    }
    for payload in descriptors + frames {
      parts.append(Self.fields(["\(payload.key.text)  \(payload.name)"], payload.layout))
    }
    return parts.joined(separator: "\n")
  }

  private static func fields(_ heading: [String], _ layout: DynamicLayout) -> String {
    var lines = heading
    let keys = layout.contextKeys
    if !keys.isEmpty { lines.append("context: " + keys.joined(separator: ", ")) }
    lines += columns(
      layout.descriptions.map { ["  \($0.key)", $0.form, $0.unit, $0.condition, $0.values] })
    return lines.map { $0 + "\n" }.joined()
  }

  private static func columns(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).filter { $0.1 > 0 }.map { $0.0.padded(to: $0.1) }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}

extension ProfileManager.Entry {
  /// The service in one line, with its models.
  fileprivate var title: String {
    let models = models.isEmpty ? "" : " (" + models.joined(separator: ", ") + ")"
    return "\(service.uuid)  \(service.name)\(models)"
  }
}

extension PayloadProfile.Key {
  fileprivate var text: String {
    switch self {
    case .descriptor(let uuid): "descriptor \(uuid)"
    case .serviceData(let uuid): "service data \(uuid)"
    case .manufacturerData(let company): "company \(BluetoothUUID(company))"
    }
  }
}
