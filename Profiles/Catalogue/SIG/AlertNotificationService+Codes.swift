extension BluetoothSIG.AlertNotificationService {
  /// The category of an alert (Alert Category ID, 2A43).
  public struct Category: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name; 251 to 255 are for services of others.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// A plain alert.
    public static let simple = Category(rawValue: 0)
    /// A mail.
    public static let email = Category(rawValue: 1)
    /// A piece of news.
    public static let news = Category(rawValue: 2)
    /// A call that comes in.
    public static let call = Category(rawValue: 3)
    /// A call that nobody took.
    public static let missedCall = Category(rawValue: 4)
    /// A short message.
    public static let message = Category(rawValue: 5)
    /// A voice message.
    public static let voiceMail = Category(rawValue: 6)
    /// An appointment.
    public static let schedule = Category(rawValue: 7)
    /// An alert that is urgent.
    public static let highPriority = Category(rawValue: 8)
    /// A message of a chat.
    public static let instantMessage = Category(rawValue: 9)
    /// All categories, in orders.
    public static let all = Category(rawValue: 255)

    /// The codes that have a name.
    public static let names: [(code: Category, name: String)] = [
      (.simple, "simple"), (.email, "email"), (.news, "news"), (.call, "call"),
      (.missedCall, "missedCall"), (.message, "message"), (.voiceMail, "voiceMail"),
      (.schedule, "schedule"), (.highPriority, "highPriority"), (.instantMessage, "instantMessage"),
      (.all, "all"),
    ]
  }

  /// Several categories of alerts (Alert Category ID Bit Mask, 2A42).
  public struct Categories: OptionSet, ProfileValue, Hashable {
    /// The 16 bits that are sent.
    public let rawValue: UInt16

    /// Keeps any bits, with or without a name.
    public init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// A plain alert.
    public static let simple = Categories(rawValue: 1 << 0)
    /// A mail.
    public static let email = Categories(rawValue: 1 << 1)
    /// A piece of news.
    public static let news = Categories(rawValue: 1 << 2)
    /// A call that comes in.
    public static let call = Categories(rawValue: 1 << 3)
    /// A call that nobody took.
    public static let missedCall = Categories(rawValue: 1 << 4)
    /// A short message.
    public static let message = Categories(rawValue: 1 << 5)
    /// A voice message.
    public static let voiceMail = Categories(rawValue: 1 << 6)
    /// An appointment.
    public static let schedule = Categories(rawValue: 1 << 7)
    /// An alert that is urgent.
    public static let highPriority = Categories(rawValue: 1 << 8)
    /// A message of a chat.
    public static let instantMessage = Categories(rawValue: 1 << 9)

    private static let options = Options([
      .init(0, "simple"), .init(1, "email"), .init(2, "news"), .init(3, "call"),
      .init(4, "missedCall"), .init(5, "message"), .init(6, "voiceMail"), .init(7, "schedule"),
      .init(8, "highPriority"), .init(9, "instantMessage"),
    ])

    /// Two octets.
    public static let profileLayout = Layout<Categories>.single(
      .options(options), name: "categories")
  }

  /// An order about alerts.
  public struct Action: OpenEnumeration {
    /// The octet that is sent.
    public let rawValue: UInt8

    /// Keeps any octet, with or without a name.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// Tells new alerts from now on.
    public static let enableNewAlerts = Action(rawValue: 0)
    /// Tells counts of unread alerts from now on.
    public static let enableUnreadAlerts = Action(rawValue: 1)
    /// Tells new alerts no longer.
    public static let disableNewAlerts = Action(rawValue: 2)
    /// Tells counts of unread alerts no longer.
    public static let disableUnreadAlerts = Action(rawValue: 3)
    /// Tells the new alerts at once.
    public static let notifyNewAlerts = Action(rawValue: 4)
    /// Tells the counts of unread alerts at once.
    public static let notifyUnreadAlerts = Action(rawValue: 5)

    /// The codes that have a name.
    public static let names: [(code: Action, name: String)] = [
      (.enableNewAlerts, "enableNewAlerts"), (.enableUnreadAlerts, "enableUnreadAlerts"),
      (.disableNewAlerts, "disableNewAlerts"), (.disableUnreadAlerts, "disableUnreadAlerts"),
      (.notifyNewAlerts, "notifyNewAlerts"), (.notifyUnreadAlerts, "notifyUnreadAlerts"),
    ]
  }
}
