import BlueZ
import TestSupport
import Testing

/// The interfaces that client and simulator are made for are those of a real daemon.
///
/// What the daemon has and they have not is listed, each with its reason; whatever else differs
/// fails, and so does an entry of the list that no longer differs.
@Suite struct IntrospectionTests {
  private static func recorded(_ version: String) throws -> [String: Interfaces] {
    Introspection.read(try Recording("introspection", of: version).text())
  }

  @Test(arguments: try Recording.versions)
  func `the tables are the daemon's interfaces`(version: String) throws {
    var daemon: Interfaces = [:]
    for kind in try Self.recorded(version).values { daemon.merge(kind) { $0.union($1) } }
    let tables = (InterfaceTable.served + InterfaceTable.standard).map {
      ($0.name, Introspection.read($0))
    }
    let differences = Difference.list(
      daemon: daemon, simulator: Interfaces(uniqueKeysWithValues: tables))
    #expect(differences == KnownInterface.differences(from: version).sorted())
  }

  @Test func `the simulator's objects have the daemon's interfaces`() throws {
    let simulated = Introspection.read(
      try Introspection.record(on: SimulatedRecordingGround()))
    let stored = try Self.recorded("5.66")
    for kind in ["root", "manager", "adapter", "device", "service", "characteristic", "descriptor"]
    {
      let differences = Difference.list(
        daemon: try #require(stored[kind]), simulator: try #require(simulated[kind]))
      let known = KnownInterface.interfaces.filter { stored[kind]?[$0.what] != nil }
      #expect(differences == known.map { .daemon($0.what) }.sorted(), "\(kind)")
    }
  }

  @Test func `every kind of object was recorded`() throws {
    for version in try Recording.versions {
      let kinds = try Self.recorded(version)
      #expect(kinds.count == 9)
      #expect(kinds.values.allSatisfy { !$0.isEmpty && $0["unreadable"] == nil })
    }
  }
}
