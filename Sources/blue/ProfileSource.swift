import GATT
import Profiles

/// Finds the profile that a command line is about.
struct ProfileSource {
  static let options = [
    Command.Option(
      name: "--model", value: "MODEL",
      explanation: "the device, where several share a UUID, such as CC2650"),
    Command.Option(
      name: "--service", value: "SERVICE", explanation: "the UUID or name of the service"),
    Command.Option(
      name: "--context", value: "JSON",
      explanation: "what else the layout needs, such as {\"calibration\": \"55B4…\"}"),
    profiles,
  ]
  static let contextHelp = """
    Some layouts depend on other values of the device, which --context gives: blue profiles UUID
    tells the keys, such as firmware, calibration and accelRange_g.
    """
  static let profiles = Command.Option(
    name: "--profiles", value: "FILE", explanation: "a JSON file with more profiles")

  let manager: ProfileManager
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    if arguments["--model"]?.allSatisfy(\.isWhitespace) == true {
      throw arguments.mistake("--model is empty; leave it out or name a device, such as CC2650")
    }
    guard let path = arguments["--profiles"] else {
      manager = .catalogue
      return
    }
    var own = try Self.read(path)
    own.add(.catalogue)
    manager = own
  }

  private static func read(_ path: String) throws -> ProfileManager {
    let octets = try InputFile.octets(path)
    do throws(ProfileError) {
      return try ProfileManager(json: try ProfileJSON(utf8: octets))
    } catch {
      throw Failure(error.code.description, "\(path): \(error)")
    }
  }

  /// The context of `--context`, with the model of `--model`.
  func context() throws(UsageError) -> ProfileContext {
    var context = ProfileContext()
    if let text = arguments["--context"] {
      do throws(ProfileError) {
        context = try ProfileContext(json: try ProfileJSON(parsing: text))
      } catch {
        throw arguments.mistake("--context is no JSON object: \(error)")
      }
      guard context["model"].map({ $0.text?.allSatisfy(\.isWhitespace) == false }) ?? true else {
        throw arguments.mistake("--context: model is not the name of a device, such as CC2650")
      }
    }
    guard let model = arguments["--model"] else { return context }
    if let other = context["model"]?.text, other.lowercased() != model.lowercased() {
      throw arguments.mistake("--model is \(model.excerpt), and --context says \(other.excerpt)")
    }
    context["model"] = .text(model)
    return context
  }

  /// The characteristic, descriptor or advertisement frame that a UUID, name or number means, to
  /// which the context must say something.
  func layout(
    _ text: String, _ context: ProfileContext, _ console: Console
  ) throws -> any NamedLayout {
    let found = try find(text, context, console)
    if let mistake = found.layout.mistake(in: context) {
      throw arguments.mistake("--context does not suit \(found.name): \(mistake)")
    }
    return found
  }

  private func find(
    _ text: String, _ context: ProfileContext, _ console: Console
  ) throws -> any NamedLayout {
    let uuids = candidates(text)
    guard !uuids.isEmpty else {
      let hint = serviceHint(text) ?? "\(text.excerpt) is neither a UUID nor the name of one"
      throw arguments.mistake(hint)
    }
    let service = try service()
    let model = context["model"]?.text
    for uuid in uuids {
      if let found = manager.characteristic(uuid, service: service, model: model) {
        if model == nil { noteOthers(uuid, console) }
        return found
      }
    }
    for uuid in uuids where service == nil {
      if let found = manager.descriptor(uuid) ?? manager.frame(serviceData: uuid) { return found }
      if let company = uuid.short16, let found = manager.frame(company: company) { return found }
    }
    let what = text.excerpt + (model.map { " of the model \($0.excerpt)" } ?? "")
    let others = service == nil ? nil : placeHint(uuids)
    throw Failure(
      "unknownProfile",
      "there is no profile for \(what)" + (service.map { " in the service \($0)" } ?? "") + "; "
        + (others ?? serviceHint(text)
          ?? "blue profiles lists those that there are, and --profiles adds some from a file"))
  }

  /// Says that the first of several devices was taken.
  private func noteOthers(_ uuid: BluetoothUUID, _ console: Console) {
    let models = manager.entries.filter { !$0.service.characteristics(uuid).isEmpty }
      .map { $0.models.first }
    guard Set(models).count > 1, let first = models.first ?? nil else { return }
    let others = models.compactMap(\.self).dropFirst().joined(separator: ", ")
    console.note("blue: this is the profile of \(first); --model chooses another: \(others)")
  }

  /// The UUIDs that a text can mean, a UUID before names.
  func candidates(_ text: String) -> [BluetoothUUID] {
    if let uuid = BluetoothUUID(text) { return [uuid] }
    let name = text.lowercased()
    let own = manager.entries.flatMap(\.service.characteristics)
      .filter { $0.name.lowercased() == name }.map(\.uuid)
    let payloads = (manager.descriptors + manager.frames)
      .filter { $0.name.lowercased() == name }.map(\.key.uuid)
    return own + payloads + AssignedName.characteristics(named: text)
      + AssignedName.descriptors(named: text)
  }

  private func service() throws(UsageError) -> BluetoothUUID? {
    guard let text = arguments["--service"] else { return nil }
    let found = services(text)
    let isKnown = found.contains { uuid in
      manager.entries.contains { $0.service.uuid == uuid } || AssignedName.service(uuid) != nil
    }
    if !isKnown, let place = placeHint(candidates(text)) {
      throw arguments.mistake("--service \(text.excerpt) is no service; \(place)")
    }
    guard let uuid = found.first else {
      throw arguments.mistake(
        "--service \(text.excerpt) is neither a UUID nor the name of one")
    }
    return uuid
  }

  /// The services that a text can mean.
  func services(_ text: String) -> [BluetoothUUID] {
    if let uuid = BluetoothUUID(text) { return [uuid] }
    let own = manager.entries.map(\.service).filter { $0.name.lowercased() == text.lowercased() }
    return own.map(\.uuid) + AssignedName.services(named: text)
  }
}

extension PayloadProfile.Key {
  /// The UUID, or the company's number in its place.
  var uuid: BluetoothUUID {
    switch self {
    case .descriptor(let uuid), .serviceData(let uuid): uuid
    case .manufacturerData(let company): BluetoothUUID(company)
    }
  }
}
