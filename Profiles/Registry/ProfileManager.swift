public import GATT

/// A registry of profiles by UUID and, where devices share UUIDs, by model.
///
/// ```swift
/// let manager = ProfileManager.catalogue
/// let profile = manager.characteristic("2A37")
/// try profile?.decode(Data([0x00, 72]))["heartRate_bpm"]  // 72
/// ```
///
/// Names and texts of what a central finds come from the manager that it was given.
public struct ProfileManager: Sendable {
  /// A registered service.
  public struct Entry: Sendable {
    /// The service.
    public let service: AnyServiceProfile
    /// The models that the service is for; none if it is the same on every device.
    public let models: [String]

    func matches(_ model: String) -> Bool {
      models.contains { $0.lowercased() == model.lowercased() }
    }
  }

  /// The registered services in the order of their registration.
  public private(set) var entries: [Entry] = []
  /// The registered descriptors in the order of their registration.
  public private(set) var descriptors: [PayloadProfile] = []
  /// The registered advertisement frames in the order of their registration.
  public private(set) var frames: [PayloadProfile] = []

  /// Where each UUID of a characteristic is: the entry, and the place in its service.
  private var places: [BluetoothUUID: [(entry: Int, index: Int)]] = [:]

  /// Makes a registry of services.
  public init(_ services: [any ServiceProfile] = []) {
    for service in services { add(service) }
  }

  /// Registers a service; `models` are the devices that give its UUIDs a meaning of their own.
  public mutating func add(_ service: any ServiceProfile, models: [String] = []) {
    add(AnyServiceProfile(service), models: models)
  }

  /// Registers a service that may exist only as data.
  public mutating func add(_ service: AnyServiceProfile, models: [String] = []) {
    for (index, characteristic) in service.characteristics.enumerated() {
      places[characteristic.uuid, default: []].append((entries.count, index))
    }
    entries.append(Entry(service: service, models: models))
  }

  /// Registers a descriptor or an advertisement frame.
  public mutating func add(_ payload: PayloadProfile) {
    switch payload.key {
    case .descriptor: descriptors.append(payload)
    case .serviceData, .manufacturerData: frames.append(payload)
    }
  }
}

extension ProfileManager {
  /// The profiles of a characteristic, the best match first.
  ///
  /// With a model, profiles for it come before those for every device, and those for other models
  /// are left out.
  public func characteristics(
    _ uuid: BluetoothUUID, service: BluetoothUUID? = nil, model: String? = nil
  ) -> [AnyCharacteristicProfile] {
    let found = (places[uuid] ?? []).map { (entry: entries[$0.entry], index: $0.index) }
      .filter { service == nil || $0.entry.service.uuid == service }
    return sorted(found, by: model, \.entry).map { $0.entry.service.characteristics[$0.index] }
  }

  /// The profile of a characteristic that matches best.
  public func characteristic(
    _ uuid: BluetoothUUID, service: BluetoothUUID? = nil, model: String? = nil
  ) -> AnyCharacteristicProfile? {
    characteristics(uuid, service: service, model: model).first
  }

  /// The profiles of a service, the best match first, as ``characteristics(_:service:model:)``.
  public func services(_ uuid: BluetoothUUID, model: String? = nil) -> [AnyServiceProfile] {
    sorted(entries.filter { $0.service.uuid == uuid }, by: model, \.self).map(\.service)
  }

  /// The profile of a service that matches best.
  public func service(_ uuid: BluetoothUUID, model: String? = nil) -> AnyServiceProfile? {
    services(uuid, model: model).first
  }

  /// The descriptor with a UUID.
  public func descriptor(_ uuid: BluetoothUUID) -> PayloadProfile? {
    descriptors.first { $0.key == .descriptor(uuid) }
  }

  /// The frame in the service data under a UUID.
  public func frame(serviceData uuid: BluetoothUUID) -> PayloadProfile? {
    frames.first { $0.key == .serviceData(uuid) }
  }

  /// The frame in the manufacturer data under a company.
  public func frame(company: UInt16) -> PayloadProfile? {
    frames.first { $0.key == .manufacturerData(company) }
  }

  private func sorted<Found>(
    _ found: [Found], by model: String?, _ entry: (Found) -> Entry
  ) -> [Found] {
    guard let model else { return found }
    return found.filter { entry($0).matches(model) } + found.filter { entry($0).models.isEmpty }
  }
}

extension ProfileManager {
  /// The services by their UUIDs, the first of each: BlueCap's view of the registry.
  public var services: [BluetoothUUID: AnyServiceProfile] {
    Dictionary(entries.map { ($0.service.uuid, $0.service) }) { first, _ in first }
  }

  /// Registers a service under BlueCap's name.
  public mutating func addService(_ service: any ServiceProfile) {
    add(service)
  }
}

extension ProfileManager: CustomStringConvertible {
  /// How much is registered, for errors and logs.
  public var description: String {
    "services: \(entries.count), descriptors: \(descriptors.count), frames: \(frames.count)"
  }
}
