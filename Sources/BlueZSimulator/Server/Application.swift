import BlueZ
import DBus
import GATT

/// The services that a program publishes, as they were when it registered them.
struct Application: Sendable {
  struct Characteristic: Sendable {
    let path: ObjectPath
    let uuid: BluetoothUUID
    let flags: Set<String>
    let handle: Int
  }

  struct Service: Sendable {
    let path: ObjectPath
    let uuid: BluetoothUUID
    let isPrimary: Bool
    let characteristics: [Characteristic]
  }

  let client: Client
  let path: ObjectPath
  let adapter: ObjectPath
  let services: [Service]

  /// Reads the tree that the program gave (`src/gatt-database.c`); the errors are the daemon's.
  init(
    client: Client, path: ObjectPath, adapter: ObjectPath, tree: Value?, firstHandle: Int
  ) throws(DaemonError) {
    self.client = client
    self.path = path
    self.adapter = adapter
    var objects: [(path: ObjectPath, interfaces: [String: Properties])] = []
    for entry in tree?.asEntries ?? [] {
      guard let path = entry.key.asObjectPath, let interfaces = entry.value.asEntries else {
        continue
      }
      let pairs = interfaces.compactMap { interface in
        interface.key.asString.map { ($0, interface.value.asProperties ?? [:]) }
      }
      objects.append((path, Dictionary(pairs) { $1 }))
    }
    guard !objects.isEmpty else { throw .failed("No object received") }
    objects.sort { $0.path < $1.path }
    var services: [Service] = []
    var handle = firstHandle
    for (path, interfaces) in objects {
      guard let service = interfaces[InterfaceTable.service.name] else { continue }
      guard let uuid = service["UUID"]?.asString.flatMap({ BluetoothUUID($0) }),
        let isPrimary = service["Primary"]?.asBool
      else { throw .failed("Failed to create entry in database") }
      handle += 1
      var characteristics: [Characteristic] = []
      for (child, interfaces) in objects {
        guard let values = interfaces[InterfaceTable.characteristic.name],
          values["Service"]?.asObjectPath == path
        else { continue }
        guard let uuid = values["UUID"]?.asString.flatMap({ BluetoothUUID($0) }),
          let flags = values["Flags"]?.asStrings, flags.allSatisfy(Self.flags.contains)
        else { throw .failed("Failed to create entry in database") }
        characteristics.append(
          Characteristic(path: child, uuid: uuid, flags: Set(flags), handle: handle))
        handle += 3
      }
      services.append(
        Service(path: path, uuid: uuid, isPrimary: isPrimary, characteristics: characteristics))
    }
    guard !services.isEmpty else { throw .failed("No valid service object found") }
    self.services = services
  }

  private static let flags: Set<String> = {
    let kinds = ["read", "write", "notify", "indicate"]
    let levels = ["encrypt-", "encrypt-authenticated-", "secure-"]
    return Set(CharacteristicProperties(rawValue: .max).flags + ["authorize"])
      .union(levels.flatMap { level in kinds.map { level + $0 } })
  }()

  func characteristic(at path: ObjectPath) -> Characteristic? {
    services.lazy.flatMap(\.characteristics).first { $0.path == path }
  }
}

extension Application.Characteristic {
  var canRead: Bool { flags.contains { $0.hasSuffix("read") } }
  var canWrite: Bool {
    flags.contains { $0.hasSuffix("write") || $0 == "write-without-response" }
  }
  var canNotify: Bool { flags.contains { $0.hasSuffix("notify") || $0.hasSuffix("indicate") } }
  /// Each indication is confirmed to the program.
  var isIndicated: Bool { !flags.contains { $0.hasSuffix("notify") } }

  /// Whether an operation, such as `read`, needs a secured link.
  func needsSecurity(_ operation: String) -> Bool {
    flags.contains { $0 != operation && $0.hasSuffix("-" + operation) && !$0.hasPrefix("reliable") }
  }
}
