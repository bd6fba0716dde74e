import FoundationEssentials
import GATT
import Profiles

/// A service of a document.
struct ServiceEntry: Sendable {
  let uuid: BluetoothUUID
  let characteristics: [CharacteristicEntry]
  var isPrimary = true
  /// Services that stand before it.
  var includes: [BluetoothUUID] = []

  /// The services of one peripheral.
  static func list(_ node: JSONNode) throws(ProfileError) -> [ServiceEntry] {
    var list: [ServiceEntry] = []
    for one in try node.elements {
      let entry = try ServiceEntry(one)
      for (place, uuid) in entry.includes.enumerated()
      where !list.contains(where: { $0.uuid == uuid }) {
        let wrong = try one.node("includes").elements[place]
        throw wrong.error(allowed: "a service that stands before it")
      }
      list.append(entry)
    }
    return list
  }

  /// Takes `"180D"` or `{"profile": "180D"}` from the catalogue, `{"uuid": …}` as it stands.
  init(_ node: JSONNode) throws(ProfileError) {
    if case .string = node.value {
      let profile = try Self.profile(node, model: nil)
      uuid = profile.uuid
      characteristics = try CharacteristicEntry.list(of: profile)
      return
    }
    try node.checkMembers(["uuid", "profile", "model", "characteristics", "primary", "includes"])
    isPrimary = try node.optional("primary")?.truth ?? true
    includes =
      try node.optional("includes")?.map { one throws(ProfileError) in try one.service } ?? []
    let own = node.optional("characteristics")
    guard let named = node.optional("profile") else {
      uuid = try node.node("uuid").service
      characteristics =
        try own?.map { one throws(ProfileError) in
          try CharacteristicEntry(one)
        } ?? []
      return
    }
    guard node.optional("uuid") == nil else {
      throw node.error(allowed: "an object with either uuid or profile")
    }
    let profile = try Self.profile(named, model: try node.optional("model")?.text)
    uuid = profile.uuid
    characteristics = try Self.merge(
      try CharacteristicEntry.list(of: profile), own, profile)
  }

  /// The characteristics of a profile with those that the document changes or adds.
  private static func merge(
    _ entries: [CharacteristicEntry], _ own: JSONNode?, _ profile: AnyServiceProfile
  ) throws(ProfileError) -> [CharacteristicEntry] {
    var entries = entries
    for node in try own?.elements ?? [] {
      let uuid = try node.node("uuid").characteristic
      let known = profile.characteristics(uuid).first
      let entry = try CharacteristicEntry(node, profile: known)
      if let place = entries.firstIndex(where: { $0.uuid == uuid }) {
        entries[place] = entry
      } else {
        entries.append(entry)
      }
    }
    return entries
  }

  private static func profile(
    _ node: JSONNode, model: String?
  ) throws(ProfileError) -> AnyServiceProfile {
    guard let profile = ProfileManager.catalogue.service(try node.service, model: model) else {
      throw node.error(allowed: "a service of the catalogue; blue profiles lists them")
    }
    return profile
  }
}

/// A characteristic of a document.
struct CharacteristicEntry: Sendable {
  let uuid: BluetoothUUID
  let properties: CharacteristicProperties
  let permissions: AttributePermissions
  let value: Changing<Data>
  let descriptors: [DescriptorEntry]
  var refusals = RefusalEntry()

  /// The characteristics of a service's profile with their initial values.
  static func list(
    of profile: AnyServiceProfile
  ) throws(ProfileError) -> [CharacteristicEntry] {
    var list: [CharacteristicEntry] = []
    for profile in profile.characteristics {
      list.append(CharacteristicEntry(profile, Changing(try profile.initialData() ?? Data())))
    }
    return list
  }

  private init(_ profile: AnyCharacteristicProfile, _ value: Changing<Data>) {
    uuid = profile.uuid
    properties = profile.properties
    permissions = profile.permissions
    self.value = value
    descriptors = []
  }

  /// One that stands in the document; of a known profile it may have only what differs.
  init(_ node: JSONNode, profile: AnyCharacteristicProfile? = nil) throws(ProfileError) {
    try node.checkMembers(
      ["uuid", "properties", "permissions", "value", "descriptors"] + RefusalEntry.members)
    uuid = try node.node("uuid").characteristic
    let flags = node.optional("properties")
    if let profile, flags == nil {
      properties = profile.properties
    } else {
      properties = try node.node("properties").properties
    }
    permissions = try node.optional("permissions")?.permissions ?? profile?.permissions ?? []
    descriptors =
      try node.optional("descriptors")?.map { one throws(ProfileError) in
        try DescriptorEntry(one)
      } ?? []
    let layout = profile ?? ProfileManager.catalogue.characteristic(uuid)
    if let value = node.optional("value") {
      self.value = try Changing(octets: value, profile: layout)
    } else {
      value = Changing(try profile?.initialData() ?? Data())
    }
    refusals = try RefusalEntry(
      node, canRead: properties.contains(.read),
      canWrite: !properties.isDisjoint(with: [.write, .reliableWrite]), by: "properties")
  }

  var characteristic: SimulatedCharacteristic {
    let made = SimulatedCharacteristic(
      uuid: uuid, properties: properties, permissions: permissions, value: value.value(0),
      descriptors: descriptors.map(\.descriptor))
    made.onRead(refusals.reader)
    made.onWrite(refusals.writer)
    return made
  }
}

/// A descriptor of a document, beside those that the daemon needs itself.
struct DescriptorEntry: Sendable {
  let uuid: BluetoothUUID
  let value: Data
  let permissions: AttributePermissions
  let refusals: RefusalEntry

  init(_ node: JSONNode) throws(ProfileError) {
    try node.checkMembers(["uuid", "value", "permissions"] + RefusalEntry.members)
    let uuid = try node.node("uuid").uuid { AssignedName.descriptors(named: $0) }
    self.uuid = uuid
    value =
      try node.optional("value")?.octets(ProfileManager.catalogue.descriptor(uuid), limit: 512)
      ?? Data()
    permissions = try node.optional("permissions")?.permissions ?? .readable
    refusals = try RefusalEntry(
      node, canRead: !permissions.isDisjoint(with: .anyRead),
      canWrite: !permissions.isDisjoint(with: .anyWrite), by: "permissions")
  }

  var descriptor: SimulatedDescriptor {
    let made = SimulatedDescriptor(uuid: uuid, permissions: permissions, value: value)
    made.onRead(refusals.reader)
    made.onWrite(refusals.writer)
    return made
  }
}

extension JSONNode {
  /// The UUID of a characteristic.
  var characteristic: BluetoothUUID {
    get throws(ProfileError) {
      try uuid { text in
        let own = ProfileManager.catalogue.entries.flatMap(\.service.characteristics)
          .filter { $0.name.lowercased() == text.lowercased() }
        return own.map(\.uuid) + AssignedName.characteristics(named: text)
      }
    }
  }

  /// Properties by BlueZ's names, such as `["read", "notify"]`.
  fileprivate var properties: CharacteristicProperties {
    get throws(ProfileError) {
      var all: CharacteristicProperties = []
      for node in try elements {
        let one = CharacteristicProperties(flags: [try node.text])
        guard !one.isEmpty else {
          throw node.error(allowed: "a property such as read, write or notify")
        }
        all.formUnion(one)
      }
      return all
    }
  }

  /// What is demanded of the link, by BlueZ's names, such as `["encrypt-read"]`.
  fileprivate var permissions: AttributePermissions {
    get throws(ProfileError) {
      var all: AttributePermissions = []
      for node in try elements {
        let one = AttributePermissions(flags: [try node.text])
        guard !one.isEmpty else {
          throw node.error(allowed: "a permission such as encrypt-read or encrypt-write")
        }
        all.formUnion(one)
      }
      return all
    }
  }
}
