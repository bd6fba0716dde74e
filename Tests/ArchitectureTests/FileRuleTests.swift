import Testing

@Suite struct FileRuleTests {
  @Test func `files stay short enough to read in one go`() throws {
    let limits = [("Sources", 300), ("Profiles", 300), ("Examples", 300), ("Tests", 400)]
    for (folder, limit) in limits {
      for file in try Repository.swiftFiles(folder) where !file.isGenerated {
        // The last line break ends a line and begins none.
        let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
        #expect(count <= limit, "\(file.path)")
      }
    }
  }

  @Test func `the file with the example's chain has less than 100 lines`() throws {
    let chain = try Repository.text("Examples/SensorTagReader/AccelerometerReader.swift")
    #expect(chain.split(separator: "\n", omittingEmptySubsequences: false).count - 1 < 100)
  }

  @Test func `sendability is asserted only beside libdbus and in the core of Futures`() throws {
    let allowed = ["Sources/DBus/", "Sources/Futures/"]
    for file in try Repository.sources() + Repository.swiftFiles("Examples") {
      guard !allowed.contains(where: { file.path.hasPrefix($0) }) else { continue }
      for assertion in ["@unchecked Sendable", "nonisolated(unsafe)"] {
        let isFound = file.text.contains(assertion)
        #expect(!isFound, "\(file.path): \(assertion)")
      }
    }
  }

  @Test func `every assertion of sendability has its reason above it`() throws {
    for file in try Repository.sources() {
      for (number, line) in file.lines.enumerated()
      where line.contains("@unchecked Sendable") && !line.isComment {
        let above = file.lines[..<number].last { !$0.isAttribute }
        #expect(above?.isComment == true, "\(file.path):\(number + 1)")
      }
    }
  }

  @Test func `machines decide and perform nothing`() throws {
    let tools = [
      "Lock<", "Promise<", "Mutex", "DispatchQueue", "Connection(", "ContinuousClock", "Date()",
      "print(",
    ]
    let machines = try Repository.sources().filter { $0.path.hasSuffix("Machine.swift") }
    #expect(!machines.isEmpty)
    for machine in machines {
      let code = machine.lines.filter { !$0.isComment }.joined(separator: "\n")
      for tool in tools {
        let isFound = code.contains(tool)
        #expect(!isFound, "\(machine.path): \(tool)")
      }
      for imported in machine.imports {
        #expect(!["CDBus", "DBus", "Dispatch", "Glibc"].contains(imported), "\(machine.path)")
      }
    }
  }

  @Test func `nothing is left to do in the sources`() throws {
    // Written apart, so that this file does not find itself.
    let markers = ["TO" + "DO", "FIX" + "ME", "fatalError("]
    for file in try Repository.sources() + Repository.swiftFiles("Examples") {
      for marker in markers {
        let isFound = file.text.contains(marker)
        #expect(!isFound, "\(file.path): \(marker)")
      }
    }
  }
}

extension Substring {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
  fileprivate var isComment: Bool { trimmed.hasPrefix("//") }
  fileprivate var isAttribute: Bool { trimmed.hasPrefix("@") }
}
