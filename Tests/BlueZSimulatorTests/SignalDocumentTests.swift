import BlueZSimulator
import Testing

/// Signals that a document's faults send although nothing happened.
@Suite struct SignalDocumentTests {
  @Test func `signals of any make are sent by the daemon and by strangers`() throws {
    let text = """
      {"peripherals": [{"address": "C4:BE:84:00:00:01"}], "faults": [
        {"after_ms": 500, "steps": [
          {"emit": {"path": "/org/bluez/hci0", "interface": "org.bluez.Adapter1",
            "changed": {"Powered": "yes", "Class": {"uint32": 7}}, "invalidated": ["Name"]}},
          {"emit": {"path": "/a", "interface": "b.c", "member": "D", "body": [
            true, {"byte": 1}, {"int16": -2}, {"uint16": 3}, {"int32": -4}, {"uint32": 5},
            {"uint64": 6}, {"string": "s"}, {"path": "/p"}, {"bytes": "0A"}, {"strings": ["t"]},
            {"properties": {"k": {"bool": false}}}, {"variant": "v"}]}},
          {"emitForeign": {"path": "/org/bluez/hci0", "interface": "org.bluez.Adapter1"}}]}]}
      """
    let bluez = SimulatedBlueZ(try WorldDocument(parsing: text))
    bluez.advance(by: .milliseconds(400))
    bluez.clearTranscript()
    bluez.advance(by: .milliseconds(200))
    #expect(
      bluez.transcript == [
        "signal /org/bluez/hci0 PropertiesChanged 'org.bluez.Adapter1' "
          + "{'Class': 7, 'Powered': 'yes'} ['Name']",
        "signal /a D true 1 -2 3 -4 5 6 's' /p [10] ['t'] {'k': false} 'v'",
        "foreign /org/bluez/hci0 PropertiesChanged 'org.bluez.Adapter1' {} []",
      ])
  }

  @Test(arguments: [
    ("{}", "emit: an object is not an object with a member interface"),
    (#"{"interface": "Device1"}"#, "\"Device1\" is not an interface such as org.bluez.Device1"),
    (
      #"{"interface": "a.b", "path": "hci0"}"#,
      "emit.path: \"hci0\" is not a path such as /org/bluez/hci0"
    ),
    (
      #"{"interface": "a.b", "member": "c d"}"#,
      "emit.member: \"c d\" is not the name of a signal, such as PropertiesChanged"
    ),
    (
      #"{"interface": "a.b", "member": "c", "changed": {}}"#,
      "emit: \"changed\" is not one of path, interface, member, body"
    ),
    (
      #"{"interface": "a.b", "changed": {"RSSI": -60}}"#,
      "emit.changed.RSSI: -60 is not an object"
    ),
    (
      #"{"interface": "a.b", "changed": {"RSSI": {"int8": -60}}}"#,
      "emit.changed.RSSI: an object is not a truth, a text, or an object with one of bool, byte"
    ),
    (
      #"{"interface": "a.b", "changed": {"RSSI": {"byte": -60}}}"#,
      "emit.changed.RSSI.byte: -60 is not a whole number of 0...255"
    ),
    (
      #"{"interface": "a.b", "changed": {"a": "\u0000"}}"#,
      "emit.changed.a: \"\\u0000\" is not a text without NUL"
    ),
  ])
  func `a mistake in a signal is told with its place`(signal: String, message: String) throws {
    let text =
      "{\"peripherals\": [], \"faults\": [{\"every_ms\": 1, \"steps\": [{\"emit\": \(signal)}]}]}"
    let error = #expect(throws: SimulatorError.self) { try WorldDocument(parsing: text) }
    let description = try #require(error).description
    #expect(description.contains(message), "\(description)")
  }
}
