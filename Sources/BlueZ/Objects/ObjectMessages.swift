package import DBus
package import FoundationEssentials

/// The bodies of the object tree's messages as values; anything of another shape is `nil`.
package enum ObjectMessages {
  /// The reply to `GetManagedObjects`: `a{oa{sa{sv}}}`.
  package static func managedObjects(
    _ message: Message
  ) -> [ObjectPath: [String: Properties]]? {
    guard message.hasSignature("a{oa{sa{sv}}}") else { return nil }
    var body = message.reader
    var objects: [ObjectPath: [String: Properties]] = [:]
    do throws(DBusError) {
      var entries = try body.enterArray()
      while !entries.isAtEnd {
        var entry = try entries.enterDictEntry()
        let path = try entry.readObjectPath()
        objects[path] = try interfaces(&entry)
      }
      return objects
    } catch {
      return nil
    }
  }

  /// `InterfacesAdded`: `oa{sa{sv}}`.
  package static func interfacesAdded(
    _ message: Message
  ) -> (path: ObjectPath, interfaces: [String: Properties])? {
    guard message.hasSignature("oa{sa{sv}}") else { return nil }
    var body = message.reader
    do throws(DBusError) {
      return (try body.readObjectPath(), try interfaces(&body))
    } catch {
      return nil
    }
  }

  /// `InterfacesRemoved`: `oas`.
  package static func interfacesRemoved(
    _ message: Message
  ) -> (path: ObjectPath, interfaces: [String])? {
    guard message.signature == "oas", let body = try? message.body(), body.count == 2,
      let path = body[0].asObjectPath, let interfaces = body[1].asStrings
    else { return nil }
    return (path, interfaces)
  }

  /// What a `PropertiesChanged` tells.
  package enum Change: Sendable {
    /// A characteristic's value and nothing else.
    case value(Data)
    case properties(interface: String, changed: Properties, invalidated: [String])
  }

  /// `PropertiesChanged`: `sa{sv}as`.
  ///
  /// Notifications come this way, often, so nothing but the octets of them is decoded.
  package static func change(_ message: Message) -> Change? {
    guard message.hasSignature("sa{sv}as") else { return nil }
    var body = message.reader
    if body.isNext("org.bluez.GattCharacteristic1"), let value = value(body) {
      return .value(value)
    }
    do throws(DBusError) {
      let interface = try body.readString(amongOthers: interfaceNames)
      let changed = try properties(&body)
      return .properties(
        interface: interface, changed: changed, invalidated: try body.readStrings())
    } catch {
      return nil
    }
  }

  /// `PropertiesChanged` with all that it tells as properties.
  package static func propertiesChanged(
    _ message: Message
  ) -> (interface: String, changed: Properties, invalidated: [String])? {
    switch change(message) {
    case .properties(let interface, let changed, let invalidated):
      (interface, changed, invalidated)
    case .value(let value):
      (InterfaceTable.characteristic.name, ["Value": .bytes(value)], [])
    case nil: nil
    }
  }

  private static func value(_ body: MessageReader) -> Data? {
    var body = body
    body.skip()
    guard var changed = try? body.enterArray(), var entry = try? changed.enterDictEntry(),
      changed.isAtEnd, (try? entry.readString(equals: "Value")) == true,
      var variant = try? entry.enterVariant(), let value = try? variant.readBytes(),
      let invalidated = try? body.enterArray(), invalidated.isAtEnd
    else { return nil }
    return value
  }

  /// `Disconnected`: `ss`, a name such as `org.bluez.Reason.Timeout` and words for people.
  package static func disconnected(_ message: Message) -> (reason: String, text: String)? {
    guard message.signature == "ss", let body = try? message.body(), body.count == 2,
      let reason = body[0].asString, let text = body[1].asString
    else { return nil }
    return (reason, text)
  }

  // Read as they stand, without values for the containers: all objects and changes come by here.

  private static func interfaces(
    _ reader: inout MessageReader
  ) throws(DBusError) -> [String: Properties] {
    var interfaces: [String: Properties] = [:]
    var entries = try reader.enterArray()
    while !entries.isAtEnd {
      var entry = try entries.enterDictEntry()
      let name = try entry.readString()
      interfaces[name] = try properties(&entry)
    }
    return interfaces
  }

  private static func properties(_ reader: inout MessageReader) throws(DBusError) -> Properties {
    // Room for a small change at once: growing takes longer than filling.
    var properties = Properties(minimumCapacity: 3)
    try reader.readProperties(known: propertyNames) { name, content throws(DBusError) in
      properties[name] = try content.readValue().unwrapped
    }
    return properties
  }

  /// Names that come often and are too long for a string without memory of its own, which has 15
  /// octets.
  private static let interfaceNames: [(text: StaticString, string: String)] = [
    ("org.bluez.Device1", "org.bluez.Device1"),
    ("org.bluez.GattCharacteristic1", "org.bluez.GattCharacteristic1"),
  ]

  private static let propertyNames: [(text: StaticString, string: String)] = [
    ("ManufacturerData", "ManufacturerData"), ("AdvertisingFlags", "AdvertisingFlags"),
    ("ServicesResolved", "ServicesResolved"),
  ]
}
