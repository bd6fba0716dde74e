import GATT
import Profiles

/// What the faults of a document can name.
struct DocumentNames {
  let devices: [DeviceEntry]
  /// The kernel's names, such as `hci0`, in the document's order.
  let adapters: [String]
}

/// What a device of a document is known by.
typealias DeviceEntry = (name: String?, address: BluetoothAddress?)

extension AdapterEntry {
  var devices: [DeviceEntry] {
    peripherals.flatMap(\.devices) + centrals.flatMap(\.devices)
  }
}

/// A peripheral or central of the same document, by its name or address.
struct DeviceReference: Sendable {
  private let text: String

  init(_ node: JSONNode, _ names: DocumentNames) throws(ProfileError) {
    text = try node.text
    let isKnown = names.devices.contains { [text, address = BluetoothAddress(text)] entry in
      entry.name == text || address != nil && entry.address == address
    }
    guard isKnown else {
      throw node.error(allowed: "the name or address of a device in the document")
    }
  }

  func find(in peripherals: [SimulatedPeripheral]) -> SimulatedPeripheral? {
    peripherals.first { $0.name == text || $0.address == BluetoothAddress(text) }
  }
}

/// An adapter of the same document, by the kernel's name that it begins with.
struct AdapterReference: Sendable {
  private let place: Int

  init(_ node: JSONNode, _ names: DocumentNames) throws(ProfileError) {
    let text = try node.text
    guard let place = names.adapters.firstIndex(of: text) else {
      let known = names.adapters.joined(separator: ", ")
      throw ProfileError.badJSON(
        "\"\(text)\"",
        allowed: known.isEmpty ? "an adapter: the document has none" : "one of \(known)",
        path: node.path)
    }
    self.place = place
  }

  func find(in adapters: [SimulatedAdapter]) -> SimulatedAdapter? {
    adapters.indices.contains(place) ? adapters[place] : nil
  }
}
