import GATT

extension BluetoothSIG.UserDataService {
  /// The first name, as UTF-8.
  public static let firstName = CharacteristicProfile<String>(
    "First Name", uuid: 0x2A8A, properties: [.read, .write],
    layout: .single(.utf8(), name: "firstName"))

  /// The middle name, as UTF-8.
  public static let middleName = CharacteristicProfile<String>(
    "Middle Name", uuid: 0x2B48, properties: [.read, .write],
    layout: .single(.utf8(), name: "middleName"))

  /// The last name, as UTF-8.
  public static let lastName = CharacteristicProfile<String>(
    "Last Name", uuid: 0x2A90, properties: [.read, .write],
    layout: .single(.utf8(), name: "lastName"))

  /// The e-mail address, as UTF-8.
  public static let emailAddress = CharacteristicProfile<String>(
    "Email Address", uuid: 0x2A87, properties: [.read, .write],
    layout: .single(.utf8(), name: "emailAddress"))

  /// The language by its code of ISO 639-1, such as `en`.
  public static let language = CharacteristicProfile<String>(
    "Language", uuid: 0x2AA2, properties: [.read, .write],
    layout: .single(.utf8(), name: "language"))

  /// The age in years, 0...255.
  public static let age = CharacteristicProfile<Int>(
    "Age", uuid: 0x2A80, properties: [.read, .write],
    layout: .single(.uint8(), name: "age", unit: .year))

  /// The day of birth.
  public static let dateOfBirth = CharacteristicProfile<CalendarDay>(
    "Date of Birth", uuid: 0x2A85, properties: [.read, .write],
    layout: .single(.day, name: "dateOfBirth"))

  /// The gender.
  public static let gender = CharacteristicProfile<Gender>(
    "Gender", uuid: 0x2A8C, properties: [.read, .write])
}
