import BlueZ
import BlueZSimulator
import DBus
import FoundationEssentials
import Testing

/// Faults of documents that name an adapter.
@Suite struct FaultDocumentTests {
  /// The adapters that the daemon has, with `off` behind those that are switched off.
  private func adapters(_ client: Witness) -> [String] {
    client.objects().compactMap { path, interfaces in
      interfaces[InterfaceTable.adapter.name].map { adapter in
        adapter["Powered"] == .bool(true) ? path.lastElement : "\(path.lastElement) off"
      }
    }.sorted()
  }

  /// What the adapters are one second after another, with steps at the same times.
  private func adapters(
    _ document: String = "{}, {\"index\": 4}, {}", after steps: String...
  ) throws -> [[String]] {
    let faults = steps.enumerated().map { place, step in
      "{\"after_ms\": \(2_500 + 1_000 * place), \"steps\": [\(step)]}"
    }
    let bluez = SimulatedBlueZ(
      try WorldDocument(
        parsing: "{\"adapters\": [\(document)], \"faults\": [\(faults.joined(separator: ","))]}"))
    bluez.advance(by: .seconds(1))
    let client = Witness(bluez)
    bluez.advance(by: .seconds(1))
    return steps.map { _ in
      bluez.advance(by: .seconds(1))
      return adapters(client)
    }
  }

  @Test func `a step unplugs the adapter that it names and plugs it in again`() throws {
    let seen = try adapters(
      after: "{\"unplug\": \"hci4\"}", "{\"unplug\": \"hci1\"}", "{\"plugIn\": \"hci4\"}",
      "{\"plugIn\": {\"adapter\": \"hci1\", \"index\": 7}}")
    #expect(
      seen == [
        ["hci0", "hci1"], ["hci0"], ["hci0", "hci4"], ["hci0", "hci4", "hci7"],
      ])
  }

  @Test func `the adapter keeps its name in a document when it has another number`() throws {
    let seen = try adapters(
      after: "{\"unplug\": \"hci0\"}", "{\"plugIn\": {\"index\": 9}}", "{\"powerOff\": \"hci0\"}")
    #expect(seen.last == ["hci1", "hci4", "hci9 off"])
  }

  @Test func `a step switches the adapter that it names`() throws {
    let seen = try adapters(
      "{}, {\"powered\": false}, {}",
      after: "{\"powerOff\": \"hci0\"}", "{\"powerOn\": \"hci1\"}", "{\"powerOff\": \"hci2\"}",
      "{\"powerOn\": \"hci0\"}")
    #expect(
      seen == [
        ["hci0 off", "hci1 off", "hci2"], ["hci0 off", "hci1", "hci2"],
        ["hci0 off", "hci1", "hci2 off"], ["hci0", "hci1", "hci2 off"],
      ])
  }

  @Test func `steps without a name are about all adapters`() throws {
    let seen = try adapters(after: "\"powerOff\"", "\"powerOn\"", "\"unplug\"", "\"plugIn\"")
    #expect(
      seen == [
        ["hci0 off", "hci1 off", "hci4 off"], ["hci0", "hci1", "hci4"], [], ["hci1"],
      ])
  }
}
