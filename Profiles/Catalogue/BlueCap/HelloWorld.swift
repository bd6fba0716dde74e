public import GATT

extension BlueCapDemo {
  /// A greeting, and how often it changes.
  public struct HelloWorldService: ServiceProfile {
    /// `2F0A0000-69AA-F316-3E78-4194989A6C1A`.
    public static let uuid: BluetoothUUID = 0x2F0A_0000_69AA_F316_3E78_4194_989A_6C1A
    /// The name in listings.
    public static let name = "Hello World"

    /// The greeting.
    public let greeting = Self.greeting
    /// The time between two greetings, 0...65535 ms.
    public let period = Self.period

    /// Makes the profile.
    public init() {}

    /// The characteristics in the order of their handles.
    public var characteristics: [AnyCharacteristicProfile] {
      [AnyCharacteristicProfile(greeting), .init(period)]
    }
  }
}

extension BlueCapDemo.HelloWorldService {
  /// The greeting.
  public static let greeting = CharacteristicProfile<String>(
    "Hello World Greeting", uuid: 0x2F0A_0001_69AA_F316_3E78_4194_989A_6C1A,
    properties: [.read, .notify], initialValue: "Hello", layout: .single(.utf8(), name: "greeting"))

  /// The time between two greetings, 0...65535 ms.
  public static let period = CharacteristicProfile<Int>(
    "Update Period", uuid: 0x2F0A_0002_69AA_F316_3E78_4194_989A_6C1A, properties: [.read, .write],
    initialValue: 5000, layout: .single(.uint16(), name: "period", unit: .millisecond))
}
