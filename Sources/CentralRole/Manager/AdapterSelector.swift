import BlueZ
package import DBus
import GATT

/// Which of the machine's adapters a manager works with.
package enum AdapterSelector: Sendable, Equatable {
  /// The one it works with already; else the first that is on; else the first.
  case any
  /// The one with this kernel name, such as `hci1`, or this address.
  case named(String)

  package struct Candidate: Sendable, Equatable {
    package let path: ObjectPath
    package let address: String
    package let isPowered: Bool

    package init(path: ObjectPath, address: String, isPowered: Bool) {
      self.path = path
      self.address = address
      self.isPowered = isPowered
    }
  }

  /// Chooses one of the adapters that are there.
  ///
  /// The kernel numbers an adapter anew when it is plugged in again, so one that was chosen before
  /// is known by its address.
  package func choose(from candidates: [Candidate], last: Candidate?) -> Candidate? {
    if let last, let same = candidates.first(where: { $0.address == last.address }) { return same }
    switch self {
    case .any:
      return candidates.first { $0.isPowered } ?? candidates.first
    case .named(let name):
      let upper = name.uppercased()
      return candidates.first { $0.path.lastElement == name || $0.address == upper }
    }
  }
}
