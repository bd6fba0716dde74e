import GATT

extension BluetoothSIG.UserDataService {
  /// A number that grows whenever someone changes the data.
  public static let databaseChangeIncrement = CharacteristicProfile<UInt32>(
    "Database Change Increment", uuid: 0x2A99, properties: [.read, .write, .notify],
    initialValue: 0,
    layout: .single(.uint32(), name: "databaseChangeIncrement"))

  /// Whose data is shown, 0...254, or unknown as at first.
  public static let userIndex = CharacteristicProfile<OrSpecial<Int>>(
    "User Index", uuid: 0x2A9A, properties: [.read],
    initialValue: .special(.unknown),
    layout: .single(.userID, name: "userIndex"))

  /// Takes orders on users.
  public static let controlPoint = CharacteristicProfile<ControlPoint>(
    "User Control Point", uuid: 0x2A9F, properties: [.write, .indicate])
}
