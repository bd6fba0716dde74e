import FoundationEssentials
import GATT

extension ProfileManager {
  /// All profiles as one JSON document, from which ``init(json:code:)`` makes them again.
  ///
  /// Of values that Swift code computes it has the name of the code, the fields and the octets
  /// that they come from.
  ///
  /// An initial value that does not fit its own layout is an error, which names the characteristic.
  public var json: ProfileJSON {
    get throws(ProfileError) {
      let payloads = descriptors + frames
      var services: [ProfileJSON] = []
      for entry in entries { services.append(try entry.json) }
      return .members([
        ("services", .array(services)),
        ("payloads", payloads.isEmpty ? nil : .array(payloads.map(\.json))),
      ])
    }
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
        try one.name
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
    get throws(ProfileError) {
      var characteristics: [ProfileJSON] = []
      for one in service.characteristics { characteristics.append(try one.json) }
      return .members([
        ("uuid", .string(service.uuid.shortest)), ("name", .string(service.name)),
        ("models", models.isEmpty ? nil : .array(models.map(ProfileJSON.string))),
        ("characteristics", .array(characteristics)),
      ])
    }
  }
}

extension AnyCharacteristicProfile {
  /// The profile as JSON, or the error that the initial value does not fit the layout.
  public var json: ProfileJSON {
    get throws(ProfileError) {
      let initial = try initialData()
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
      try node.node("name").name, uuid: try node.node("uuid").uuid,
      characteristics: try node.node("characteristics").map { one throws(ProfileError) in
        try characteristic(one)
      })
  }

  private func characteristic(
    _ node: JSONNode
  ) throws(ProfileError) -> AnyCharacteristicProfile {
    try node.checkMembers(["uuid", "name", "properties", "permissions", "initial", "layout"])
    let properties = try node.optional("properties")?.flags { CharacteristicProperties(flags: $0) }
    let layout = try soundLayout(node.node("layout"))
    let initial = node.optional("initial")
    if let initial { try checkInitial(initial, layout) }
    return AnyCharacteristicProfile(
      try node.node("name").name, uuid: try node.node("uuid").uuid,
      properties: properties ?? [],
      permissions: try node.optional("permissions")?.flags { AttributePermissions(flags: $0) },
      layout: layout,
      initialData: try initial.map { node throws(ProfileError) in
        Data(try node.octets)
      })
  }

  private func checkInitial(_ node: JSONNode, _ layout: DynamicLayout) throws(ProfileError) {
    let octets = Data(try node.octets)
    do throws(ProfileError) {
      _ = try layout.decode(octets)
    } catch {
      // What else the value depends on is known only where it is read.
      guard error.code != ProfileError.missingContext else { return }
      throw node.error(allowed: "a value of the layout; \(error)")
    }
  }

  private func soundLayout(_ node: JSONNode) throws(ProfileError) -> DynamicLayout {
    let layout = try layout(node)
    guard let mistake = layout.mistake else { return layout }
    throw node.error(allowed: "a layout that can work: \(mistake)")
  }

  fileprivate func payload(_ node: JSONNode) throws(ProfileError) -> PayloadProfile {
    try node.checkMembers(["descriptor", "serviceData", "company", "name", "layout"])
    try node.checkOnlyOne(["descriptor", "serviceData", "company"])
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
      try node.node("name").name, key, layout: try soundLayout(node.node("layout")))
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
