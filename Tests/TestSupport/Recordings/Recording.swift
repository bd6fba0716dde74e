import FoundationEssentials
import Glibc

/// What was recorded from a real daemon, stored beside the tests.
package struct Recording: Sendable {
  /// The version of bluetoothd.
  package let version: String
  package let name: String

  package init(_ name: String, of version: String) {
    self.name = name
    self.version = version
  }

  /// The versions that were recorded.
  package static var versions: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasPrefix("bluez-") }.map { String($0.dropFirst("bluez-".count)) }.sorted()
    }
  }

  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Recordings")

  /// The stored text; empty if there is none, which no fresh text is.
  package func text() throws -> String {
    let file = Self.folder.appending(path: "bluez-\(version)/\(name).txt")
    guard FileManager.default.fileExists(atPath: file.path) else { return "" }
    return String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  /// Puts a fresh text where the machine's script collects it.
  package func offer(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "/run/job/\(name).txt"))
  }
}
