import GATT
import Profiles

extension Command {
  static let profiles = Command(
    name: "profiles", summary: "Lists the known profiles, or describes one.",
    details: """
      With --json the definitions are printed, which --profiles reads again. A profile whose layout
      depends on other values has a line with the keys that --context of blue decode takes.
      """,
    positionals: [
      .init(
        name: "UUID", explanation: "a service, characteristic, descriptor or frame, or its name",
        isOptional: true)
    ],
    options: [
      .init(name: "--json", explanation: "print JSON instead of text"),
      .init(name: "--markdown", explanation: "print tables for a document"),
      .init(name: "--model", value: "MODEL", explanation: "only the profiles of this device"),
      ProfileSource.profiles,
    ]
  ) { arguments, console in
    if arguments.has("--json"), arguments.has("--markdown") {
      throw arguments.mistake("--json and --markdown exclude each other; leave one out")
    }
    let source = try ProfileSource(arguments)
    let selection = try select(source, arguments)
    if arguments.has("--json") {
      try console.write(try selection.json.lines)
    } else if arguments.has("--markdown") {
      try console.write(selection.markdown)
    } else {
      let isList = arguments.optional(0) == nil
      try console.write(isList ? selection.listing : selection.descriptionOfFields)
    }
  }

  /// The part of the registry that the command line is about.
  private static func select(
    _ source: ProfileSource, _ arguments: Arguments
  ) throws -> ProfileManager {
    var manager = source.manager
    if let model = arguments["--model"] {
      manager = manager.selecting { entry in
        entry.models.contains { $0.lowercased() == model.lowercased() }
          ? entry.service.characteristics : []
      } payloads: { _ in
        false
      }
      guard !manager.entries.isEmpty else {
        var seen: Set<String> = []
        let models = source.manager.entries.flatMap(\.models).filter { seen.insert($0).inserted }
        throw Failure(
          "unknownProfile",
          "there is no profile of the model \(model.excerpt); the models are "
            + models.joined(separator: ", "))
      }
    }
    guard let text = arguments.optional(0) else { return manager }
    let services = Set(source.services(text))
    let uuids = Set(source.candidates(text))
    guard !services.isEmpty || !uuids.isEmpty else {
      throw arguments.mistake("\(text.excerpt) is neither a UUID nor the name of one")
    }
    let found = manager.selecting { entry in
      let all = entry.service.characteristics
      return services.contains(entry.service.uuid) ? all : all.filter { uuids.contains($0.uuid) }
    } payloads: {
      uuids.contains($0.key.uuid)
    }
    guard !found.entries.isEmpty || !found.descriptors.isEmpty || !found.frames.isEmpty else {
      throw Failure(
        "unknownProfile", "there is no profile for \(text.excerpt); blue profiles lists all")
    }
    return found
  }
}

extension ProfileManager {
  /// The registry with some characteristics of its services, and without services that have none.
  fileprivate func selecting(
    _ characteristics: (Entry) -> [AnyCharacteristicProfile],
    payloads isWanted: (PayloadProfile) -> Bool
  ) -> ProfileManager {
    var part = ProfileManager()
    for entry in entries {
      let wanted = characteristics(entry)
      guard !wanted.isEmpty else { continue }
      part.add(
        AnyServiceProfile(entry.service.name, uuid: entry.service.uuid, characteristics: wanted),
        models: entry.models)
    }
    for payload in descriptors + frames where isWanted(payload) { part.add(payload) }
    return part
  }
}
