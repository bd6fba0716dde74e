import DBus
import FoundationEssentials

@testable import CentralRole

/// A scan event in a few words, to be compared.
struct ScanEventText: Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
  let description: String

  init(_ text: String) { description = text }
  init(stringLiteral value: String) { description = value }

  init(_ event: ScanEvent) {
    switch event {
    case .found(let peripheral, _): description = "found \(peripheral.address)"
    case .lost(let peripheral): description = "lost \(peripheral.address)"
    case .updated(let peripheral, let advertisement, let changed):
      let data =
        changed == .manufacturerData
        ? advertisement.manufacturerData.values.map { octets in
          " " + octets.map { $0 < 16 ? "0\($0)" : "\($0)" }.joined()
        }.joined() : ""
      description = "updated \(peripheral.address): \(changed)\(data)"
    }
  }
}

extension Advertisement {
  /// The same with fields that have no name.
  func with(data: [UInt8: Data]) -> Advertisement {
    var advertisement = self
    let entries = data.sorted { $0.key < $1.key }.map {
      Value.DictionaryEntry(key: .byte($0.key), value: .variant(.bytes($0.value)))
    }
    _ = advertisement.merge(
      ["AdvertisingData": .dictionary(key: "y", value: "v", entries)], .all, at: .zero)
    return advertisement
  }
}
