import FoundationEssentials
import GATT

extension ProfileManager {
  /// All profiles as one JSON document, from which ``init(json:code:)`` makes them again.
  ///
  /// Of values that Swift code computes it has the name of the code, the fields and the octets
  /// that they come from.
  public var json: ProfileJSON {
    let payloads = descriptors + frames
    return .members([
      ("services", .array(entries.map(\.json))),
      ("payloads", payloads.isEmpty ? nil : .array(payloads.map(\.json))),
    ])
  }

  /// Makes profiles of a JSON document, such as one that a user wrote.
  ///
  /// They decode and encode with the same engine as those in Swift. Where the document names
  /// Swift code, it is taken from the profiles of `code`. An error names the place in the document.
  public init(
    json: ProfileJSON, code: ProfileManager = .catalogue
  ) throws(ProfileError) {
    self.init()
    let (node, forms) = (JSONNode(json), code.forms)
    try node.checkMembers(["services", "payloads"])
    for service in try node.optional("services")?.elements ?? [] {
      let models = try service.optional("models")?.map { one throws(ProfileError) in
        try one.text
      }
      add(try forms.service(service), models: models ?? [])
    }
    for payload in try node.optional("payloads")?.elements ?? [] {
      add(try forms.payload(payload))
    }
  }

  /// Adds all profiles of another registry behind the own ones.
  public mutating func add(_ other: ProfileManager) {
    for entry in other.entries { add(entry.service, models: entry.models) }
    for payload in other.descriptors + other.frames { add(payload) }
  }

  /// The Swift code that the profiles use.
  var forms: JSONForms {
    var forms = JSONForms()
    for entry in entries {
      for characteristic in entry.service.characteristics { forms.add(characteristic.layout) }
    }
    for payload in descriptors + frames { forms.add(payload.layout) }
    return forms
  }
}

extension ProfileManager.Entry {
  fileprivate var json: ProfileJSON {
    .members([
      ("uuid", .string(service.uuid.shortest)), ("name", .string(service.name)),
      ("models", models.isEmpty ? nil : .array(models.map(ProfileJSON.string))),
      ("characteristics", .array(service.characteristics.map(\.json))),
    ])
  }
}

extension AnyCharacteristicProfile {
  /// The profile as JSON.
  public var json: ProfileJSON {
    // An initial value that does not fit its own layout cannot be published either.
    let initial = (try? initialData()) ?? nil
    return .members([
      ("uuid", .string(uuid.shortest)), ("name", .string(name)),
      ("properties", .array(properties.flags.map(ProfileJSON.string))),
      (
        "permissions",
        permissions == properties.impliedPermissions
          ? nil : .array(permissions.flags.map(ProfileJSON.string))
      ), ("initial", initial.map { .string(hexadecimal($0)) }), ("layout", layout.json),
    ])
  }
}

extension PayloadProfile {
  /// The profile as JSON.
  public var json: ProfileJSON {
    let place: (String, ProfileJSON?) =
      switch key {
      case .descriptor(let uuid): ("descriptor", .string(uuid.shortest))
      case .serviceData(let uuid): ("serviceData", .string(uuid.shortest))
      case .manufacturerData(let company): ("company", .string(hexadecimal(company.octets)))
      }
    return .members([place, ("name", .string(name)), ("layout", layout.json)])
  }
}

extension UInt16 {
  fileprivate var octets: [UInt8] {
    [UInt8(truncatingIfNeeded: self >> 8), UInt8(truncatingIfNeeded: self)]
  }
}

extension JSONForms {
  fileprivate func service(_ node: JSONNode) throws(ProfileError) -> AnyServiceProfile {
    try node.checkMembers(["uuid", "name", "models", "characteristics"])
    return AnyServiceProfile(
      try node.node("name").text, uuid: try node.node("uuid").uuid,
      characteristics: try node.node("characteristics").map { one throws(ProfileError) in
        try characteristic(one)
      })
  }

  private func characteristic(
    _ node: JSONNode
  ) throws(ProfileError) -> AnyCharacteristicProfile {
    try node.checkMembers(["uuid", "name", "properties", "permissions", "initial", "layout"])
    let properties = try node.optional("properties")?.flags { CharacteristicProperties(flags: $0) }
    let initial = try node.optional("initial")?.octets
    return AnyCharacteristicProfile(
      try node.node("name").text, uuid: try node.node("uuid").uuid,
      properties: properties ?? [],
      permissions: try node.optional("permissions")?.flags { AttributePermissions(flags: $0) },
      layout: try soundLayout(node.node("layout")), initialData: initial.map { Data($0) })
  }

  private func soundLayout(_ node: JSONNode) throws(ProfileError) -> DynamicLayout {
    let layout = try layout(node)
    guard let mistake = layout.mistake else { return layout }
    throw node.error(allowed: "a layout that can work: \(mistake)")
  }

  fileprivate func payload(_ node: JSONNode) throws(ProfileError) -> PayloadProfile {
    try node.checkMembers(["descriptor", "serviceData", "company", "name", "layout"])
    let key: PayloadProfile.Key
    if let uuid = node.optional("descriptor") {
      key = .descriptor(try uuid.uuid)
    } else if let uuid = node.optional("serviceData") {
      key = .serviceData(try uuid.uuid)
    } else {
      let company = try node.node("company")
      guard let number = UInt16(try company.text, radix: 16) else {
        throw company.error(allowed: "a company's number in hexadecimal digits")
      }
      key = .manufacturerData(number)
    }
    return PayloadProfile(
      try node.node("name").text, key, layout: try soundLayout(node.node("layout")))
  }
}

extension JSONNode {
  fileprivate var uuid: BluetoothUUID {
    get throws(ProfileError) {
      guard let uuid = BluetoothUUID(try text) else { throw error(allowed: "a UUID") }
      return uuid
    }
  }

  fileprivate func flags<Flags: OptionSet>(
    _ make: ([String]) -> Flags
  ) throws(ProfileError) -> Flags {
    try map { one throws(ProfileError) in
      let flag = make([try one.text])
      guard !flag.isEmpty else { throw one.error(allowed: "a flag in BlueZ's words") }
      return flag
    }.reduce(into: []) { $0.formUnion($1) }
  }
}
