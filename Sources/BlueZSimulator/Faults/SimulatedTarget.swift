import DBus

/// The objects that a fault is about.
public struct SimulatedTarget: Sendable {
  enum Kind: Sendable {
    case everything
    case path(String)
    case adapter(SimulatedAdapter)
    case peripheral(SimulatedPeripheral)
    case characteristic(SimulatedCharacteristic)
  }

  let kind: Kind

  /// All objects.
  public static let everything = SimulatedTarget(kind: .everything)

  /// The object at a path.
  public static func path(_ path: String) -> SimulatedTarget {
    SimulatedTarget(kind: .path(path))
  }

  /// The object of an adapter, not what is below it.
  public static func adapter(_ adapter: SimulatedAdapter) -> SimulatedTarget {
    SimulatedTarget(kind: .adapter(adapter))
  }

  /// The device of a peripheral with its attributes.
  public static func peripheral(_ peripheral: SimulatedPeripheral) -> SimulatedTarget {
    SimulatedTarget(kind: .peripheral(peripheral))
  }

  /// A characteristic with its descriptors.
  public static func characteristic(
    _ characteristic: SimulatedCharacteristic
  ) -> SimulatedTarget {
    SimulatedTarget(kind: .characteristic(characteristic))
  }
}

extension DaemonState {
  func isTarget(_ path: ObjectPath, of target: SimulatedTarget) -> Bool {
    switch target.kind {
    case .everything: true
    case .path(let text): path.string == text
    case .adapter(let adapter): path == adapter.path
    case .peripheral(let peripheral):
      devicePath(above: path).map { devices[$0]?.peripheral === peripheral } ?? false
    case .characteristic(let characteristic):
      [path, path.parent ?? path].contains { candidate in
        attribute(candidate)?.attribute.characteristic === characteristic
      }
    }
  }

  /// The device that an object is, or that it belongs to.
  func devicePath(above path: ObjectPath) -> ObjectPath? {
    var candidate: ObjectPath? = path
    while let path = candidate {
      if devices[path] != nil { return path }
      candidate = path.parent
    }
    return nil
  }
}
