public import GATT

/// A value outside of characteristics: that of a descriptor, or a payload of advertisements.
public struct PayloadProfile: NamedLayout, Hashable {
  /// Where such a value is found.
  public enum Key: Hashable, Sendable {
    /// In the descriptors with this UUID.
    case descriptor(BluetoothUUID)
    /// In the service data under this UUID.
    case serviceData(BluetoothUUID)
    /// In the manufacturer data under this company, after the company's two octets.
    case manufacturerData(UInt16)
  }

  /// The name in listings and errors.
  public let name: String
  /// Where the value is found.
  public let key: Key
  /// The layout of the value as data.
  public let layout: DynamicLayout

  /// Makes a profile of a layout as data.
  public init(_ name: String, _ key: Key, layout: DynamicLayout) {
    self.name = name
    self.key = key
    self.layout = layout
  }

  /// Makes a profile of a value that knows its own layout.
  public init(_ name: String, _ key: Key, _ value: (some ProfileValue).Type) {
    self.init(name, key, layout: value.profileLayout.dynamic)
  }
}
