public import GATT

extension AssignedName {
  /// The services with a name or identifier, whatever the case of the letters.
  public static func services(named name: String) -> [BluetoothUUID] {
    services.keys(named: name)
  }

  /// The characteristics with a name or identifier, whatever the case of the letters.
  public static func characteristics(named name: String) -> [BluetoothUUID] {
    characteristics.keys(named: name)
  }

  /// The descriptors with a name or identifier, whatever the case of the letters.
  public static func descriptors(named name: String) -> [BluetoothUUID] {
    descriptors.keys(named: name)
  }
}

extension NameTable where Key == BluetoothUUID {
  /// The keys whose name or identifier this is, the smallest first.
  fileprivate func keys(named name: String) -> [BluetoothUUID] {
    let name = name.lowercased()
    return keys { columns in columns.prefix(2).contains { $0.lowercased() == name } }.sorted()
  }
}
