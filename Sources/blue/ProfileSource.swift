import FoundationEssentials
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
  static let profiles = Command.Option(
    name: "--profiles", value: "FILE", explanation: "a JSON file with more profiles")

  let manager: ProfileManager
  private let arguments: Arguments

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    guard let path = arguments["--profiles"] else {
      manager = .catalogue
      return
    }
    var own = try Self.read(path)
    own.add(.catalogue)
    manager = own
  }

  private static func read(_ path: String) throws -> ProfileManager {
    let data: Data
    do {
      data = try Data(contentsOf: URL(filePath: path))
    } catch {
      throw Failure("unreadable", "the file \(path) cannot be read")
    }
    do throws(ProfileError) {
      return try ProfileManager(json: try ProfileJSON(utf8: data))
    } catch {
      throw Failure(error.code.description, "\(path): \(error)")
    }
  }

  /// The context of `--context`, with the model of `--model`.
  func context() throws -> ProfileContext {
    var context = ProfileContext()
    if let text = arguments["--context"] {
      do throws(ProfileError) {
        context = try ProfileContext(json: try ProfileJSON(parsing: text))
      } catch {
        throw arguments.mistake("--context is no JSON object: \(error)")
      }
    }
    if let model = arguments["--model"] { context["model"] = .text(model) }
    return context
  }

  /// The characteristic, descriptor or advertisement frame that a UUID, name or number means.
  func layout(
    _ text: String, _ context: ProfileContext, _ console: Console
  ) throws -> any NamedLayout {
    let uuids = candidates(text)
    guard !uuids.isEmpty else {
      throw arguments.mistake("\(text) is neither a UUID nor the name of one")
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
    throw Failure(
      "unknownProfile",
      "there is no profile for \(text)" + (model.map { " of the model \($0)" } ?? "")
        + "; blue profiles lists those that there are, and --profiles adds some from a file")
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

  private func service() throws -> BluetoothUUID? {
    guard let text = arguments["--service"] else { return nil }
    guard let uuid = services(text).first else {
      throw arguments.mistake("--service \(text) is neither a UUID nor the name of one")
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
