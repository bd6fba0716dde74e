import Testing

@Suite struct ImportTests {
  @Test func `modules import from lower levels only`() throws {
    for file in try Repository.sources() + Repository.swiftFiles("Examples") {
      for imported in file.imports {
        let objection = ImportMap.objection(to: imported, in: file.module)
        #expect(objection == nil, "\(file.path)")
      }
    }
  }

  @Test(arguments: [
    ("CDBus", "DBus", nil),
    ("Dispatch", "Futures", nil),
    ("CDBus", "BlueZ", "BlueZ imports CDBus, which only DBus may see"),
    ("BlueZ", "CentralRole", nil),
    (
      "PeripheralRole", "CentralRole",
      "CentralRole (level 3) imports PeripheralRole (level 3), which is not lower"
    ),
    ("DBus", "GATT", "GATT (level 0) imports DBus (level 1), which is not lower"),
    (
      "Futures", "Profiles",
      "Profiles imports Futures, but programs without BlueZ use it: only GATT is allowed"
    ),
    (
      "Foundation", "BlueZ",
      "BlueZ imports Foundation, which is neither ours nor one of the system's five"
    ),
    ("Futures", "Radio", "Radio has no level in the import map"),
  ])
  func `the import map objects in words`(imported: String, module: String, text: String?) {
    #expect(ImportMap.objection(to: imported, in: module) == text)
  }

  @Test(arguments: [
    ("import DBus", "DBus"),
    ("@_exported public import GATT", "GATT"),
    ("package import struct FoundationEssentials.Data", "FoundationEssentials"),
    ("  import  Futures", "Futures"),
    ("// import DBus", nil),
    ("important()", nil),
  ])
  func `import lines are recognised`(line: String, module: String?) {
    #expect(SourceFile.importedModule(line[...]) == module)
  }

  @Test func `every folder of Sources has a level`() throws {
    for module in Set(try Repository.swiftFiles("Sources").map(\.module)) {
      #expect(ImportMap.level(of: module) != nil, "\(module)")
    }
  }
}
