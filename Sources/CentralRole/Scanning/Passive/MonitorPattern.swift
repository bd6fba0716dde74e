import DBus
package import FoundationEssentials
import GATT

/// Octets at a place in an advertisement, as the daemon's monitors look for them
/// (`doc/org.bluez.AdvertisementMonitor.rst`, Patterns).
package struct MonitorPattern: Sendable, Hashable {
  package let start: UInt8
  package let type: UInt8
  package let content: Data

  package init(_ type: UInt8, at start: UInt8 = 0, _ content: Data) {
    self.start = start
    self.type = type
    self.content = content.prefix(31 - Int(min(start, 30)))
  }

  var value: Value { .structure([.byte(start), .byte(type), .bytes(content)]) }

  /// Patterns of which every packet that could fit the filter has at least one.
  ///
  /// A monitor takes alternatives only, so one kind of condition becomes patterns, the one that
  /// says most; the others are applied in the process.
  package static func patterns(for filter: ScanFilter) -> [MonitorPattern] {
    if !filter.manufacturerData.isEmpty {
      return filter.manufacturerData.map { pattern in
        let company = Data([UInt8(pattern.key & 0xFF), UInt8(pattern.key >> 8)])
        return MonitorPattern(0xFF, company + pattern.exactPrefix)
      }
    }
    if !filter.serviceData.isEmpty {
      return filter.serviceData.map { pattern in
        MonitorPattern(
          dataType(of: pattern.key), pattern.key.littleEndian + pattern.exactPrefix)
      }
    }
    if !filter.services.isEmpty { return filter.services.sorted().flatMap(patterns(forService:)) }
    let names = filter.names.isEmpty ? filter.namePrefix.map { [$0] } ?? [] : filter.names.sorted()
    if !names.isEmpty {
      // A shortened name is a beginning of the name, perhaps a short one.
      return names.flatMap { name in
        [
          MonitorPattern(0x09, Data(name.utf8)),
          MonitorPattern(0x08, Data(name.utf8.prefix(1))),
        ]
      }
    }
    return everything
  }

  /// The lists of services with room for others before the one that is sought, and its data.
  private static func patterns(forService service: BluetoothUUID) -> [MonitorPattern] {
    let octets = service.littleEndian
    let lists: [UInt8] =
      switch octets.count {
      case 2: [0x02, 0x03]
      case 4: [0x04, 0x05]
      default: [0x06, 0x07]
      }
    let places = stride(from: 0, through: 28 - octets.count, by: octets.count)
    return lists.flatMap { type in
      places.map { MonitorPattern(type, at: UInt8($0), octets) }
    } + [MonitorPattern(dataType(of: service), octets)]
  }

  private static func dataType(of service: BluetoothUUID) -> UInt8 {
    switch service.littleEndian.count {
    case 2: 0x16
    case 4: 0x20
    default: 0x21
    }
  }

  /// Monitors need a pattern; nearly all devices send flags, and few kinds of them.
  private static let everything = [0x02, 0x04, 0x05, 0x06, 0x18, 0x1A].map { (flags: UInt8) in
    MonitorPattern(0x01, Data([flags]))
  }
}
