import Glibc

/// A temporary folder of a test's own; it goes with this object.
final class Folder: Sendable {
  let path: String

  init() throws {
    var template = Array("/tmp/example-tests-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      throw Program.Failure(description: "no temporary folder")
    }
    path = String(cString: made)
  }

  deinit {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        unlink("\(path)/\(name)")
      }
      closedir(folder)
    }
    rmdir(path)
  }

  func read(_ name: String) throws -> String {
    guard let file = fopen("\(path)/\(name)", "r") else {
      throw Program.Failure(description: "\(path)/\(name) is not there")
    }
    defer { fclose(file) }
    var octets: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      octets += buffer[..<count]
    }
    return String(decoding: octets, as: UTF8.self)
  }

  func write(_ text: String, to name: String) throws {
    guard let file = fopen("\(path)/\(name)", "w") else {
      throw Program.Failure(description: "\(path)/\(name) cannot be written")
    }
    fputs(text, file)
    fclose(file)
  }
}
