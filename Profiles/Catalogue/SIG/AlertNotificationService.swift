public import GATT

extension BluetoothSIG {
  /// Alert Notification: calls, messages and mails of a phone, for a watch to show.
  public struct AlertNotificationService: ServiceProfile {
    /// `1811`.
    public static let uuid: BluetoothUUID = 0x1811
    /// The name in listings.
    public static let name = "Alert Notification"

    /// The categories whose new alerts the phone tells.
    public let supportedNewAlerts = Self.supportedNewAlerts
    /// A new alert.
    public let newAlert = Self.newAlert
    /// The categories whose unread alerts the phone counts.
    public let supportedUnreadAlerts = Self.supportedUnreadAlerts
    /// The count of a category's unread alerts.
    public let unreadAlerts = Self.unreadAlerts
    /// Says which alerts the client wants.
    public let controlPoint = Self.controlPoint

    /// Makes the profile.
    public init() {}

    /// The five characteristics in the order of the specification.
    public var characteristics: [AnyCharacteristicProfile] {
      [
        AnyCharacteristicProfile(supportedNewAlerts), .init(newAlert),
        .init(supportedUnreadAlerts), .init(unreadAlerts), .init(controlPoint),
      ]
    }
  }
}

extension BluetoothSIG.AlertNotificationService {
  /// Supported New Alert Category, 2A47.
  public static let supportedNewAlerts = CharacteristicProfile<Categories>(
    "Supported New Alert Category", uuid: 0x2A47, properties: .read, initialValue: [])

  /// New Alert, 2A46.
  public static let newAlert = CharacteristicProfile<NewAlert>(
    "New Alert", uuid: 0x2A46, properties: .notify)

  /// Supported Unread Alert Category, 2A48.
  public static let supportedUnreadAlerts = CharacteristicProfile<Categories>(
    "Supported Unread Alert Category", uuid: 0x2A48, properties: .read, initialValue: [])

  /// Unread Alert Status, 2A45.
  public static let unreadAlerts = CharacteristicProfile<UnreadAlerts>(
    "Unread Alert Status", uuid: 0x2A45, properties: .notify)

  /// Alert Notification Control Point, 2A44.
  public static let controlPoint = CharacteristicProfile<Command>(
    "Alert Notification Control Point", uuid: 0x2A44, properties: .write)

  /// A new alert (Alert Notification Service 1.0, 3.2).
  public struct NewAlert: ProfileValue, Hashable {
    /// The category.
    public var category: Category
    /// How many new alerts the category has, 0...255.
    public var count: Int
    /// Who or what the last one is from, up to 18 octets of UTF-8.
    public var text: String

    /// Makes an alert.
    public init(category: Category, count: Int, text: String = "") {
      self.category = category
      self.count = count
      self.text = text
    }

    /// Two octets and a text.
    public static let profileLayout = Layout<NewAlert>(NewAlert.init(category:count:text:)) {
      Field("category", \.category, .enumeration(style: .code))
      Field("count", \.count, .uint8())
      Field("text", \.text, .utf8(limit: 18))
    }
  }

  /// How many alerts of a category nobody has read (Alert Notification Service 1.0, 3.4).
  public struct UnreadAlerts: ProfileValue, Hashable {
    /// The category.
    public var category: Category
    /// How many there are, 0...254; `overrun` if there are more.
    public var count: OrSpecial<Int>

    /// Makes a count.
    public init(category: Category, count: OrSpecial<Int>) {
      self.category = category
      self.count = count
    }

    /// Two octets.
    public static let profileLayout = Layout<UnreadAlerts>(UnreadAlerts.init(category:count:)) {
      Field("category", \.category, .enumeration(style: .code))
      Field("count", \.count, .special([255: .overrun], Wire<Int>.uint8()))
    }
  }

  /// What a client wants to be told (Alert Notification Service 1.0, 3.5).
  public struct Command: ProfileValue, Hashable {
    /// The order.
    public var action: Action
    /// The category that it is about.
    public var category: Category

    /// Makes an order.
    public init(action: Action, category: Category) {
      self.action = action
      self.category = category
    }

    /// Two octets.
    public static let profileLayout = Layout<Command>(Command.init(action:category:)) {
      Field("command", \.action, .enumeration())
      Field("category", \.category, .enumeration(style: .code))
    }
  }
}
