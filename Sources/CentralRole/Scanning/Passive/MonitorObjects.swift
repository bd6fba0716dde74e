import BlueZ
import DBus

/// What the daemon finds when it looks at a monitor: the root that was registered, and below it
/// the object with the patterns.
struct MonitorObjects: Sendable {
  enum Event: Sendable {
    case activated, released
    case found(ObjectPath), lost(ObjectPath)
  }

  let root: ObjectPath
  let monitor: ObjectPath
  private let properties: Properties

  /// The number tells the monitors of one program apart.
  init(number: Int, filter: ScanFilter, wantsDuplicates: Bool, lostAfter: Duration?) {
    root = ObjectPath("/dev/bluefutures/monitor\(number)") ?? .root
    monitor = root.appending("patterns") ?? .root
    var properties: Properties = [
      "Type": .string("or_patterns"),
      "Patterns": .array(
        element: "(yyay)", MonitorPattern.patterns(for: filter).map(\.value)),
    ]
    // Every packet, and not only the first of a device.
    if wantsDuplicates { properties["RSSISamplingPeriod"] = .uint16(0) }
    if let lostAfter {
      // The daemon follows silence only where it follows the strength, so: any strength.
      properties["RSSIHighThreshold"] = .int16(-126)
      properties["RSSIHighTimeout"] = .uint16(1)
      properties["RSSILowThreshold"] = .int16(-127)
      let seconds = lostAfter.components.seconds + (lostAfter.components.attoseconds > 0 ? 1 : 0)
      properties["RSSILowTimeout"] = .uint16(UInt16(clamping: min(max(seconds, 1), 300)))
    }
    self.properties = properties
  }

  /// Answers a call, and says what it tells.
  func serve(_ call: MethodCall) -> Event? {
    let message = call.message
    switch (message.path, message.interface, message.member) {
    case (root, BusNames.objectManager, "GetManagedObjects"):
      call.reply([managedObjects])
    case (monitor, BusNames.properties, "GetAll"):
      call.reply([.properties(properties)])
    case (monitor, BusNames.monitor, "Activate"):
      call.reply()
      return .activated
    case (monitor, BusNames.monitor, "Release"):
      call.reply()
      return .released
    case (monitor, BusNames.monitor, "DeviceFound"):
      return device(of: call).map(Event.found)
    case (monitor, BusNames.monitor, "DeviceLost"):
      return device(of: call).map(Event.lost)
    default:
      call.replyUnknownMethod()
    }
    return nil
  }

  private func device(of call: MethodCall) -> ObjectPath? {
    guard call.message.signature == "o", let body = try? call.message.body() else {
      call.replyUnknownMethod()
      return nil
    }
    call.reply()
    return body.first?.asObjectPath
  }

  private var managedObjects: Value {
    let interfaces = Value.dictionary(
      key: "s", value: "a{sv}",
      [.init(key: .string(BusNames.monitor), value: .properties(properties))])
    return .dictionary(
      key: "o", value: "a{sa{sv}}", [.init(key: .objectPath(monitor), value: interfaces)])
  }
}
