import BlueZSimulator
import Testing

/// Mistakes in documents are told with their place and what would be right.
@Suite struct DocumentMistakeTests {
  private static func peripheral(_ text: String) -> String { "{\"peripherals\": [{\(text)}]}" }

  private static func service(_ text: String) -> String {
    peripheral("\"services\": [{\(text)}]")
  }

  private static func fault(_ text: String) -> String {
    "{\"peripherals\": [{\"name\": \"A\"}], \"faults\": [{\(text)}]}"
  }

  private static let write = "{\"uuid\": \"FF01\", \"properties\": [\"write\"]"

  private typealias Mistake = (text: String, message: String)

  private static let ofPeripherals: [Mistake] = [
    ("{", "JSON at offset 1: the end of the text is not the name of a member"),
    ("[]", "JSON: an array is not an object"),
    (
      "{}",
      "JSON: an object is not a world, which has peripherals, centrals or adapters, "
        + "such as {\"peripherals\": [{\"name\": \"Belt\"}]}"
    ),
    (
      "{\"peripherals\": [], \"adapters\": []}",
      "JSON: an object is not a world with either adapters or peripherals"
    ),
    (
      "{\"peripherals\": [{\"address\": \"C4:BE:84:00:00:01\", \"count\": 3}, "
        + "{\"address\": \"C4:BE:84:00:00:03\"}]}",
      "peripherals[1].address: \"C4:BE:84:00:00:03\" is not an address of its own"
    ),
    (
      "{\"peripherals\": [{\"address\": \"FF:FF:FF:FF:FF:FE\", \"count\": 3}]}",
      "peripherals[0].address: \"FF:FF:FF:FF:FF:FE\" is not low enough for 3 addresses"
    ),
    (
      "{\"adapters\": [{\"index\": 256}]}",
      "adapters[0].index: 256 is not a whole number of 0...255"
    ),
    (
      "{\"adapters\": [{\"index\": 1}, {\"index\": 1}]}",
      "adapters[1].index: 1 is not an index of its own"
    ),
    (
      "{\"adapters\": [{\"address\": \"00:11:22:33:44:55\"}, {\"address\": \"00:11:22:33:44:55\"}]}",
      "adapters[1].address: \"00:11:22:33:44:55\" is not an address of its own"
    ),
    (
      "{\"peripherals\": [], \"faults\": [{\"after_ms\": 1, \"steps\": [{\"removeObject\": \"x y\"}]}]}",
      "faults[0].steps[0].removeObject: \"x y\" is not a path such as /org/bluez/hci0"
    ),
    ("{\"adapters\": [{}, {\"index\": 0}]}", "adapters[1].index: 0 is not an index of its own"),
    (
      "{\"adapters\": [{\"adress\": \"x\"}]}",
      "adapters[0]: \"adress\" is not one of index, address, powered, peripherals, centrals"
    ),
    (
      peripheral("\"profile\": \"sensortag\", \"name\": \"x\""),
      "peripherals[0]: \"name\" is not one of profile, motion, address, rssi, advertising, linkLoss, "
        + "pairing"
    ),
    (peripheral("\"profile\": \"tag\""), "peripherals[0].profile: \"tag\" is not sensortag"),
    (
      peripheral("\"address\": \"1\""),
      "peripherals[0].address: \"1\" is not an address such as C4:BE:84:00:00:01"
    ),
    (
      peripheral("\"addressType\": \"static\""),
      "peripherals[0].addressType: \"static\" is not one of public, random"
    ),
    (
      peripheral("\"name\": \"\\u0000\""),
      "peripherals[0].name: \"\\u0000\" is not a name of at most 248 octets without NUL"
    ),
    (peripheral("\"rssi\": -128"), "rssi: -128 is not a signal strength of -127...20 dBm"),
    (
      peripheral("\"rssi\": {\"from\": 1, \"to\": 2, \"every_ms\": 0}"),
      "peripherals[0].rssi.every_ms: 0 is not a whole number of 1...4294967295"
    ),
    (
      peripheral("\"manufacturerData\": {\"Apple\": \"00\"}"),
      "\"Apple\" is not a company's number in hexadecimal digits, such as 0059"
    ),
    (
      peripheral("\"rssi\": \"close\""),
      "peripherals[0].rssi: \"close\" is not one of immediate, near, far"
    ),
    (
      peripheral("\"txPower\": 21"), "peripherals[0].txPower: 21 is not a whole number of -127...20"
    ),
    (
      peripheral("\"services\": [{\"uuid\": \"FF01\", \"includes\": [\"FF01\"]}]"),
      "services[0].includes[0]: \"FF01\" is not a service that stands before it"
    ),
    (
      "{\"peripherals\": [], \"daemon\": {\"cache\": \"no\"}}",
      "daemon.cache: \"no\" is not one of always, yes"
    ),
    (peripheral("\"count\": 0"), "peripherals[0].count: 0 is not a whole number of 1...10000"),
    (peripheral("\"count\": 2.5"), "peripherals[0].count: 2.5 is not a whole number of 1...10000"),
    (peripheral("\"linkLoss\": {}"), "linkLoss: an object is not an object with a member after_ms"),
    (service("\"uuid\": \"x\""), "services[0].uuid: \"x\" is not a UUID such as 2A37, or the name"),
    (
      service("\"profile\": \"FFFF\""),
      "services[0].profile: \"FFFF\" is not a service of the catalogue; blue profiles lists them"
    ),
    (
      service("\"uuid\": \"180F\", \"characteristics\": [{\"uuid\": \"2A19\"}]"),
      "characteristics[0]: an object is not an object with a member properties"
    ),
    (
      service(
        "\"uuid\": \"FF00\", \"characteristics\": "
          + "[{\"uuid\": \"FF01\", \"properties\": [\"reed\"]}]"),
      "characteristics[0].properties[0]: \"reed\" is not a property such as read, write or notify"
    ),
    (
      service(
        "\"profile\": \"180F\", \"characteristics\": [{\"uuid\": \"2A19\", \"value\": \"0\"}]"),
      "characteristics[0].value: \"0\" is not pairs of hexadecimal digits"
    ),
    (
      service(
        "\"profile\": \"180F\", \"characteristics\": "
          + "[{\"uuid\": \"2A19\", \"value\": {\"fields\": {\"level\": 101}}}]"),
      "value.fields: {\"level\": 101} is not octets: Battery Level, field "
    ),
    (
      service(
        "\"profile\": \"180F\", \"characteristics\": "
          + "[{\"uuid\": \"2A19\", \"value\": {\"every_ms\": 1, \"counter\": 9}}]"),
      "characteristics[0].value.counter: 9 is not 1...8 octets"
    ),
    (
      service("\"uuid\": \"FF00\", \"characteristics\": [\(write), \"readError\": 128}]"),
      "characteristics[0].readError: 128 is not an answer without read among the properties"
    ),
    (
      service("\"uuid\": \"FF00\", \"characteristics\": [\(write), \"writeError\": 256}]"),
      "characteristics[0].writeError: 256 is not a whole number of 1...255, or the name of an ATT "
        + "error such as valueNotAllowed"
    ),
    (
      service("\"uuid\": \"FF00\", \"characteristics\": [\(write), \"writeError\": 0}]"),
      "characteristics[0].writeError: 0 is not a whole number of 1...255"
    ),
    (
      service(
        "\"uuid\": \"FF00\", \"characteristics\": "
          + "[\(write), \"writeError\": \"applicationError\"}]"),
      "characteristics[0].writeError: \"applicationError\" is not a whole number of 1...255"
    ),
    (
      service(
        "\"uuid\": \"FF00\", \"characteristics\": [\(write), "
          + "\"descriptors\": [{\"uuid\": \"2901\", \"writeError\": 128}]}]"),
      "descriptors[0].writeError: 128 is not an answer without write among the permissions"
    ),
    (
      "{\"peripherals\": [], \"bus\": {\"replies\": 1}}",
      "bus: \"replies\" is not one of connections, matchRules, pendingReplies"
    ),
    (
      "{\"peripherals\": [], \"bus\": {\"matchRules\": 3}}",
      "bus.matchRules: 3 is not a whole number of 4...10000"
    ),
    (
      peripheral("\"pairing\": {\"capability\": \"Keyboard\"}"),
      "pairing.capability: \"Keyboard\" is not one of DisplayOnly, DisplayYesNo, KeyboardOnly, "
    ),
    (
      peripheral("\"pairing\": {\"passkey\": 1000000}"),
      "peripherals[0].pairing.passkey: 1000000 is not a whole number of 0...999999"
    ),
  ]

  private static func central(_ text: String) -> String {
    "{\"centrals\": [{\"steps\": [\(text)]}]}"
  }

  private static let ofCentrals: [Mistake] = [
    ("{\"centrals\": [{}]}", "centrals[0]: an object is not an object with a member steps"),
    (
      "{\"centrals\": [], \"adapters\": []}",
      "JSON: an object is not a world with either adapters or centrals"
    ),
    (
      "{\"peripherals\": [{\"address\": \"C4:BE:84:00:00:01\", \"count\": 2}], "
        + "\"centrals\": [{\"address\": \"C4:BE:84:00:00:02\", \"steps\": []}]}",
      "centrals[0].address: \"C4:BE:84:00:00:02\" is not an address of its own"
    ),
    (
      "{\"adapters\": [{\"centrals\": [{\"step\": []}]}]}",
      "adapters[0].centrals[0]: \"step\" is not one of name, address, addressType, mtu, pairing, "
        + "after_ms, every_ms, steps, count"
    ),
    (
      "{\"centrals\": [{\"steps\": [], \"address\": \"FF:FF:FF:FF:FF:FE\", \"count\": 3}]}",
      "centrals[0].address: \"FF:FF:FF:FF:FF:FE\" is not low enough for 3 addresses"
    ),
    (
      "{\"centrals\": [{\"steps\": [], \"address\": \"C4:BE:84:00:00:01\", \"count\": 2}, "
        + "{\"steps\": [], \"address\": \"C4:BE:84:00:00:02\"}]}",
      "centrals[1].address: \"C4:BE:84:00:00:02\" is not an address of its own"
    ),
    (
      central("\"connect\", \"read\""),
      "centrals[0].steps[1]: \"read\" is not one of connect, discover, pair, disconnect, nor an "
        + "object with wait_ms, read, write, writeWithoutResponse, subscribe, unsubscribe"
    ),
    (
      central("{\"notify\": \"2A37\"}"),
      "centrals[0].steps[0]: \"notify\" is not one of wait_ms, read, write, writeWithoutResponse, "
    ),
    (central("{}"), "centrals[0].steps[0]: an object is not a word, or an object with one member"),
    (
      central("{\"read\": \"Heart Rate\"}"),
      "centrals[0].steps[0].read: \"Heart Rate\" is not a UUID such as 2A37, or the name of one"
    ),
    (
      central("{\"read\": {\"uuid\": \"2A37\", \"value\": \"01\"}}"),
      "centrals[0].steps[0].read: \"value\" is not one of uuid, service, offset"
    ),
    (
      central("{\"read\": {\"uuid\": \"2A37\", \"offset\": 513}}"),
      "centrals[0].steps[0].read.offset: 513 is not a whole number of 0...512"
    ),
    (
      central("{\"write\": \"2A39\"}"),
      "centrals[0].steps[0].write: \"2A39\" is not an object with a member value"
    ),
    (
      central("{\"writeWithoutResponse\": {\"uuid\": \"2A39\", \"value\": \"0\"}}"),
      "steps[0].writeWithoutResponse.value: \"0\" is not pairs of hexadecimal digits"
    ),
    (
      central("{\"subscribe\": {\"uuid\": \"2A37\", \"for_ms\": 0}}"),
      "steps[0].subscribe.for_ms: 0 is not a whole number of 1...4294967295"
    ),
    (
      central("{\"unsubscribe\": {\"uuid\": \"2A37\", \"service\": \"heart\"}}"),
      "steps[0].unsubscribe.service: \"heart\" is not a UUID such as 2A37, or the name of one"
    ),
    (
      peripheral("\"pairing\": {\"pin\": \"12345678901234567\"}"),
      "pairing.pin: \"12345678901234567\" is not a PIN of 1 to 16 octets without NUL"
    ),
    (
      peripheral("\"pairing\": {\"pin\": \"\"}"), "pairing.pin: \"\" is not a PIN of 1 to 16 octets"
    ),
  ]

  private static let ofFaults: [Mistake] = [
    (fault("\"steps\": []"), "faults[0]: an object is not an object with one of on, after_ms"),
    (
      fault("\"on\": \"Connect\", \"of\": \"B\", \"steps\": []"),
      "faults[0].of: \"B\" is not the name or address of a device in the document"
    ),
    (
      "{\"peripherals\": [{\"name\": \"A\", \"count\": 2}], \"faults\": "
        + "[{\"on\": \"Connect\", \"of\": \"A\", \"steps\": []}]}",
      "faults[0].of: \"A\" is not the name or address of a device in the document"
    ),
    (
      fault("\"on\": \"ReedValue\", \"steps\": []"),
      "faults[0].on: \"ReedValue\" is not every or one of AcquireNotify, AcquireWrite, "
        + "CancelPairing, Connect, ConnectProfile, "
    ),
    (
      fault("\"on\": \"Pair\", \"interface\": \"org.bluez.AgentManager1\", \"steps\": []"),
      "faults[0].on: \"Pair\" is not one of RegisterAgent, RequestDefaultAgent, UnregisterAgent"
    ),
    (
      fault("\"on\": \"Pair\", \"interface\": \"Device1\", \"steps\": []"),
      "faults[0].interface: \"Device1\" is not one of org.bluez.Adapter1, "
    ),
    (
      fault("\"every_ms\": 1, \"steps\": [\"drop\"]"),
      "faults[0].steps[0]: \"drop\" is not one of serve, answer, answerNever, dropLink"
    ),
    (
      fault("\"every_ms\": 1, \"steps\": [{\"fail\": {\"name\": \"a b\", \"text\": \"\"}}]"),
      "faults[0].steps[0].fail.name: \"a b\" is not the name of an error, such as NotPermitted"
    ),
    (
      fault("\"every_ms\": 1, \"steps\": [{\"unplug\": \"hci1\"}]"),
      "faults[0].steps[0].unplug: \"hci1\" is not one of hci0"
    ),
    (
      "{\"adapters\": [], \"faults\": [{\"every_ms\": 1, \"steps\": [{\"powerOff\": \"hci0\"}]}]}",
      "faults[0].steps[0].powerOff: \"hci0\" is not an adapter: the document has none"
    ),
    (
      fault("\"every_ms\": 1, \"steps\": [{\"plugIn\": {\"adapter\": \"hci9\"}}]"),
      "faults[0].steps[0].plugIn.adapter: \"hci9\" is not one of hci0"
    ),
    (
      fault("\"every_ms\": 1, \"steps\": [{\"plugIn\": {\"index\": 256}}]"),
      "faults[0].steps[0].plugIn.index: 256 is not a whole number of 0...255"
    ),
    (
      fault("\"every_ms\": 1, \"steps\": [{\"power\": \"hci0\"}]"),
      "faults[0].steps[0]: \"power\" is not one of wait_ms, fail, dropLink, removeObject, emit, "
        + "emitForeign, unplug, plugIn, powerOn, powerOff"
    ),
  ]

  @Test(arguments: ofPeripherals + ofCentrals + ofFaults)
  func `a mistake is told with its place`(text: String, message: String) throws {
    let error = #expect(throws: SimulatorError.self) { try WorldDocument(parsing: text) }
    let description = try #require(error).description
    #expect(description.hasPrefix("the world is not as it should be: JSON"))
    #expect(description.contains(message), "\(description)")
  }
}
