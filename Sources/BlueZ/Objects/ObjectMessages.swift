package import DBus
package import FoundationEssentials

/// The bodies of the object tree's messages as values; anything of another shape is `nil`.
package enum ObjectMessages {
  /// The reply to `GetManagedObjects`: `a{oa{sa{sv}}}`.
  package static func managedObjects(
    _ message: Message
  ) -> [ObjectPath: [String: Properties]]? {
    guard message.signature == "a{oa{sa{sv}}}", let body = try? message.body(),
      case .dictionary(_, _, let entries)? = body.first
    else { return nil }
    var objects: [ObjectPath: [String: Properties]] = [:]
    for entry in entries {
      guard let path = entry.key.asObjectPath else { return nil }
      objects[path] = interfaces(entry.value)
    }
    return objects
  }

  /// `InterfacesAdded`: `oa{sa{sv}}`.
  package static func interfacesAdded(
    _ message: Message
  ) -> (path: ObjectPath, interfaces: [String: Properties])? {
    guard message.signature == "oa{sa{sv}}", let body = try? message.body(), body.count == 2,
      let path = body[0].asObjectPath
    else { return nil }
    return (path, interfaces(body[1]))
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

  /// `PropertiesChanged`: `sa{sv}as`.
  package static func propertiesChanged(
    _ message: Message
  ) -> (interface: String, changed: Properties, invalidated: [String])? {
    guard message.signature == "sa{sv}as", let body = try? message.body(), body.count == 3,
      let interface = body[0].asString, let changed = body[1].asProperties,
      let invalidated = body[2].asStrings
    else { return nil }
    return (interface, changed, invalidated)
  }

  /// `Disconnected`: `ss`, a name such as `org.bluez.Reason.Timeout` and words for people.
  package static func disconnected(_ message: Message) -> (reason: String, text: String)? {
    guard message.signature == "ss", let body = try? message.body(), body.count == 2,
      let reason = body[0].asString, let text = body[1].asString
    else { return nil }
    return (reason, text)
  }

  /// The value of a `PropertiesChanged` that tells of a characteristic's value and nothing else.
  ///
  /// Notifications come this way, often, so nothing but the octets is decoded.
  package static func characteristicValue(_ message: Message) -> Data? {
    var body = message.reader
    guard (try? body.readString(equals: "org.bluez.GattCharacteristic1")) == true,
      var changed = try? body.enterArray(), var entry = try? changed.enterDictEntry(),
      changed.isAtEnd, (try? entry.readString(equals: "Value")) == true,
      var variant = try? entry.enterVariant(), let value = try? variant.readBytes(),
      let invalidated = try? body.enterArray(), invalidated.isAtEnd
    else { return nil }
    return value
  }

  private static func interfaces(_ value: Value) -> [String: Properties] {
    guard case .dictionary(_, _, let entries) = value else { return [:] }
    var interfaces: [String: Properties] = [:]
    for entry in entries {
      if let name = entry.key.asString { interfaces[name] = entry.value.asProperties ?? [:] }
    }
    return interfaces
  }
}
