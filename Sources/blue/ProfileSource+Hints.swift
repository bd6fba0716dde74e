import GATT
import Profiles

extension ProfileSource {
  /// Where characteristics are, `nil` if no service has them.
  func placeHint(_ uuids: [BluetoothUUID]) -> String? {
    for uuid in uuids {
      let entries = manager.entries.filter { !$0.service.characteristics(uuid).isEmpty }
      guard let name = entries.first?.service.characteristics(uuid).first?.name else { continue }
      let services = Self.listed(entries.map { "\($0.service.uuid) (\($0.service.name))" })
      return "\(uuid) (\(name)) is a characteristic of the service \(services)"
    }
    return nil
  }

  /// What can be asked for if a text means a service, `nil` if it means none.
  func serviceHint(_ text: String) -> String? {
    for uuid in services(text) {
      let services = manager.entries.map(\.service).filter { $0.uuid == uuid }
      guard let service = services.first else {
        guard let name = AssignedName.service(uuid)?.name else { continue }
        return "\(uuid) (\(name)) is a service, and there is no profile of it"
      }
      let parts = service.characteristics.map { "\($0.uuid) (\($0.name))" }
      return "\(uuid) (\(service.name)) is a service; give one of its characteristics: "
        + Self.listed(parts)
    }
    return nil
  }

  private static func listed(_ texts: [String]) -> String {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }.joined(separator: ", ")
  }
}
