import BlueZ
import DBus
import Testing

/// Five conversations with the daemon about the counting SensorTag, the same on every ground.
package enum Conversation: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case scan
  case connect
  case requests
  case notifications
  case lostLink = "lost-link"

  package var testDescription: String { rawValue }

  /// Holds the conversation, and gives its transcript.
  package func record(on ground: any BusGround) throws -> String {
    let talk = Talk(ground)
    defer { talk.client.leave() }
    try talk.forget()
    switch self {
    case .scan:
      talk.client.startRecording()
      try talk.scan()
    case .connect:
      try talk.find()
      talk.client.startRecording()
      try talk.connectAndDisconnect()
    case .requests:
      try talk.findAndConnect()
      talk.client.startRecording()
      try talk.request()
    case .notifications:
      try talk.findAndConnect()
      talk.client.startRecording()
      try talk.beNotified()
    case .lostLink:
      try talk.findAndConnect()
      talk.client.startRecording()
      try talk.loseLink()
    }
    try ground.settle()
    let text = talk.client.stopRecording()
    try talk.forget()
    return text
  }
}

extension Talk {
  /// What is in the tree; a discovery, its results and its mistakes.
  fileprivate func scan() throws {
    try tree()
    try agent("RegisterAgent", .string(""))
    try agent("UnregisterAgent")
    try setFilter()
    try find(isFiltered: true) {
      try adapter("GetDiscoveryFilters")
      try adapter("StartDiscovery")
    }
    try adapter("StopDiscovery")
    try adapter("SetDiscoveryFilter", [.properties(["Nonsense": .bool(true)])])
    try adapter("SetDiscoveryFilter", [.properties(["Transport": .string("air")])])
    try adapter("RemoveDevice", [.objectPath("/org/bluez/hci0/dev_00_00_00_00_00_00")])
  }

  /// A link, its attributes, and its end.
  fileprivate func connectAndDisconnect() throws {
    try connect()
    try device("Connect")
    try call(Self.devicePath, BusNames.properties, "Get", deviceProperty("Connected"))
    try call(Self.devicePath, BusNames.properties, "Get", deviceProperty("RSSI"))
    try disconnect()
    try device("Disconnect")
  }

  private func deviceProperty(_ name: String) -> [Value] {
    [.string(InterfaceTable.device.name), .string(name)]
  }

  /// Reads and writes, and the errors of both.
  fileprivate func request() throws {
    try write(.period, [200])
    try read(.period)
    try read(.data)
    try write(.enabled, [1])
    try read(.data)
    try read(.data, ["offset": .uint16(1)])
    try read(.data, ["offset": .uint16(9)])
    try write(.control, [3])
    try read(.data)
    try read(.data)
    try read(.control)
    try write(.data, [1])
    try write(.enabled, [0], ["type": .string("command")])
    try write(.enabled, [0], ["type": .string("nonsense")])
    try write(.control, [9], ["type": .string("command"), "offset": .uint16(1)])
    try write(.control, Array(repeating: 9, count: 600), ["type": .string("command")])
    try write(.control, [9], ["type": .string("command")])
    try write(.control, [9])
    try call(try descriptor(), InterfaceTable.descriptor.name, "ReadValue", [.properties([:])])
    try write(.enabled, [0])
  }

  /// A subscription, its values and its end.
  fileprivate func beNotified() throws {
    try write(.period, [200])
    try notify("StartNotify")
    try write(.enabled, [1], awaitingValues: 2)
    try write(.enabled, [0])
    try read(.data)
    try notify("StartNotify")
    try notify("StopNotify")
    try notify("StopNotify")
    try call(try path(.period), InterfaceTable.characteristic.name, "StartNotify")
  }

  /// The peripheral ends the link of a subscriber, who connects again.
  fileprivate func loseLink() throws {
    let data = try path(.data)
    try notify("StartNotify")
    let lost = client.signal { ($0.changes("Connected"))?.asBool == false }
    try write(.control, [1])
    try ground.wait(for: lost, within: Self.limit)
    try ground.settle()
    try call(
      data, InterfaceTable.characteristic.name, "ReadValue", [.properties([:])])
    try find(isFiltered: true) {}
    try connect()
    try notify("StopNotify")
    try disconnect()
  }
}
