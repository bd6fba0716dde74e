public import GATT

extension Descriptors {
  /// Which report of a human interface device the value is (2908).
  public struct ReportReference: ProfileValue, Hashable {
    /// The number of the report, 0 if there is only one.
    public var id: UInt8
    /// The kind of the report.
    public var kind: ReportKind

    /// Makes a reference.
    public init(id: UInt8, kind: ReportKind) {
      self.id = id
      self.kind = kind
    }

    /// Two octets.
    public static let profileLayout = Layout<ReportReference>(ReportReference.init(id:kind:)) {
      Field("id", \.id, .uint8())
      Field("type", \.kind, .enumeration())
    }
  }

  /// The kind of a report.
  public struct ReportKind: OpenEnumeration, ProfileValue {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// From the device.
    public static let input = ReportKind(rawValue: 1)
    /// To the device.
    public static let output = ReportKind(rawValue: 2)
    /// In both directions.
    public static let feature = ReportKind(rawValue: 3)

    /// The codes that have a name.
    public static let names: [(code: ReportKind, name: String)] = [
      (.input, "Input"),
      (.output, "Output"),
      (.feature, "Feature"),
    ]

    /// One octet.
    public static let profileLayout = Layout<ReportKind>.single(.enumeration(), name: "type")
  }

  /// The characteristic elsewhere whose value is part of a report (2907).
  public struct ReportSource: ProfileValue, Hashable {
    /// Its UUID.
    public var uuid: BluetoothUUID

    /// Makes a reference.
    public init(uuid: BluetoothUUID) {
      self.uuid = uuid
    }

    /// Two or sixteen octets.
    public static let profileLayout = Layout<ReportSource>(ReportSource.init(uuid:)) {
      Field("uuid", \.uuid, .bluetoothUUID)
    }
  }
}

extension Wire<BluetoothUUID> {
  /// A UUID to the end of the octets, the least significant first: two, four or sixteen.
  public static var bluetoothUUID: Wire<BluetoothUUID> {
    Wire(
      kind: "uuid", size: 2...16,
      decode: { reader throws(ProfileError) in
        let start = reader.offset
        guard reader.available > 1 else {
          throw .truncated(needed: 2, available: reader.available, offset: start)
        }
        let octets = try reader.data(count: min(reader.available, 16))
        guard let uuid = BluetoothUUID(littleEndian: octets) else {
          throw .badValue("\(octets.count) octets", allowed: "a UUID", offset: start)
        }
        return uuid
      },
      encode: { uuid, writer throws(ProfileError) in writer.append(uuid.littleEndian) },
      text: { $0.shortest },
      parse: { text throws(ProfileError) in
        guard let uuid = BluetoothUUID(text) else { throw .badValue(text, allowed: "a UUID") }
        return uuid
      })
  }
}
