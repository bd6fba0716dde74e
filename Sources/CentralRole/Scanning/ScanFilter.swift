public import GATT

/// What a scan looks for.
///
/// All conditions that are set apply together; of several services, names, addresses or patterns,
/// one has to fit. They are applied in the process, to what the daemon has merged from all packets
/// so far, because the daemon merges the filters of all programs of the machine; where it can, it
/// looks for them as well and spares the program the rest.
public struct ScanFilter: Sendable, Hashable {
  /// Services of which one must be advertised, by itself or with data.
  ///
  /// The daemon looks at the list of services only; for a peripheral that does nothing but send
  /// data of a service set ``serviceData``.
  public var services: Set<BluetoothUUID>
  /// The whole name.
  public var names: Set<String>
  /// What the name begins with.
  public var namePrefix: String?
  /// The address.
  public var addresses: Set<BluetoothAddress>
  /// The least signal strength in dBm, −127...20; a peripheral whose strength is unknown does not
  /// fit.
  public var minimumRSSI: Int?
  /// The most that the signal may lose on its way in dB, 0...137.
  ///
  /// That is transmit power less signal strength; a peripheral that does not advertise its power
  /// does not fit.
  public var maximumPathLoss: Int?
  /// What manufacturer data begins with.
  public var manufacturerData: [ManufacturerDataPattern]
  /// What service data begins with.
  public var serviceData: [ServiceDataPattern]
  /// Lets the daemon look for ``namePrefix``, or a single name or address, as well.
  ///
  /// That spares this program work, and while the scan runs it hides every other device from all
  /// programs of the machine (BlueZ `src/adapter.c`, device_is_discoverable).
  public var usesDaemonPattern: Bool

  /// Makes a filter; without conditions everything fits.
  public init(
    services: Set<BluetoothUUID> = [], names: Set<String> = [], namePrefix: String? = nil,
    addresses: Set<BluetoothAddress> = [], minimumRSSI: Int? = nil, maximumPathLoss: Int? = nil,
    manufacturerData: [ManufacturerDataPattern] = [], serviceData: [ServiceDataPattern] = [],
    usesDaemonPattern: Bool = false
  ) {
    self.services = services
    self.names = names
    self.namePrefix = namePrefix
    self.addresses = addresses
    self.minimumRSSI = minimumRSSI
    self.maximumPathLoss = maximumPathLoss
    self.manufacturerData = manufacturerData
    self.serviceData = serviceData
    self.usesDaemonPattern = usesDaemonPattern
  }

  /// The filter that everything fits.
  public static let everything = ScanFilter()

  /// Whether a peripheral with this address that advertises this fits.
  public func matches(_ advertisement: Advertisement, address: BluetoothAddress) -> Bool {
    (addresses.isEmpty || addresses.contains(address))
      && (services.isEmpty || advertisement.offers(anyOf: services))
      && matchesName(advertisement) && matchesStrength(advertisement)
      && matchesData(advertisement)
  }

  private func matchesName(_ advertisement: Advertisement) -> Bool {
    guard !names.isEmpty || namePrefix != nil else { return true }
    guard let name = advertisement.localName else { return false }
    return (names.isEmpty || names.contains(name)) && name.hasPrefix(namePrefix ?? "")
  }

  private func matchesStrength(_ advertisement: Advertisement) -> Bool {
    if let minimumRSSI {
      guard let rssi = advertisement.rssi, rssi >= minimumRSSI else { return false }
    }
    if let maximumPathLoss {
      guard let loss = advertisement.pathLoss, loss <= maximumPathLoss else { return false }
    }
    return true
  }

  private func matchesData(_ advertisement: Advertisement) -> Bool {
    let manufacturerFits =
      manufacturerData.isEmpty
      || manufacturerData.contains { pattern in
        advertisement.manufacturerData(of: pattern.key).map(pattern.matches) ?? false
      }
    guard manufacturerFits else { return false }
    return serviceData.isEmpty
      || serviceData.contains { pattern in
        advertisement.serviceData(of: pattern.key).map(pattern.matches) ?? false
      }
  }
}

extension ScanFilter: CustomStringConvertible {
  /// The conditions in words, such as `180D, at least -70 dBm`; empty without any.
  public var description: String {
    var parts = services.map { "\($0)" }.sorted()
    parts += names.sorted().map { "the name \($0.debugDescription)" }
    if let namePrefix { parts.append("names with the beginning \(namePrefix.debugDescription)") }
    parts += addresses.map { "\($0)" }.sorted()
    if let minimumRSSI { parts.append("at least \(minimumRSSI) dBm") }
    if let maximumPathLoss { parts.append("a path loss of at most \(maximumPathLoss) dB") }
    parts += manufacturerData.map { pattern in
      "data of the company \(Advertisement.hex(pattern.key))" + Self.beginning(pattern)
    }
    parts += serviceData.map { "data of the service \($0.key)" + Self.beginning($0) }
    return parts.joined(separator: ", ")
  }

  private static func beginning<Key>(_ pattern: AdvertisedDataPattern<Key>) -> String {
    guard !pattern.prefix.isEmpty else { return "" }
    let mask = pattern.mask.isEmpty ? "" : " masked with \(Advertisement.hex(pattern.mask))"
    return " with the beginning \(Advertisement.hex(pattern.prefix))\(mask)"
  }
}
