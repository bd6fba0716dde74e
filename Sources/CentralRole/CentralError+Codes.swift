extension CentralError {
  /// The message bus cannot be reached.
  public static var busUnavailable: Code { .busUnavailable }
  /// The Bluetooth daemon does not run or does not answer.
  public static var daemonUnavailable: Code { .daemonUnavailable }
  /// The adapter is switched off, or there is none.
  public static var poweredOff: Code { .poweredOff }
  /// The daemon or the adapter went away while the work was pending.
  public static var resetting: Code { .resetting }
  /// A scan could not be started.
  public static var scanFailed: Code { .scanFailed }
  /// A scan reached its deadline.
  public static var scanTimeout: Code { .scanTimeout }
  /// There is no link: it was lost, or never made.
  public static var disconnected: Code { .disconnected }
  /// The link ended because this program asked for it.
  public static var forcedDisconnect: Code { .forcedDisconnect }
  /// A connection was not made within its deadline; the message names the phase.
  public static var connectionTimeout: Code { .connectionTimeout }
  /// The daemon refused to connect.
  public static var connectionFailed: Code { .connectionFailed }
  /// The daemon connected by classic Bluetooth, which has no attributes.
  public static var wrongBearer: Code { .wrongBearer }
  /// The adapter has no room for another link.
  public static var connectionLimit: Code { .connectionLimit }
  /// A switch of the machine or rfkill holds the radio off.
  public static var radioBlocked: Code { .radioBlocked }
  /// The adapter did not do what it was asked; see the cause.
  public static var adapterFailed: Code { .adapterFailed }
  /// The manager was ended by `invalidate()`; make a new one.
  public static var managerInvalidated: Code { .managerInvalidated }
  /// The characteristic cannot be read.
  public static var readNotSupported: Code { .readNotSupported }
  /// The characteristic cannot be written in this way.
  public static var writeNotSupported: Code { .writeNotSupported }
  /// The characteristic neither notifies nor indicates.
  public static var notifyNotSupported: Code { .notifyNotSupported }
  /// A read had no answer within its deadline.
  public static var readTimeout: Code { .readTimeout }
  /// A write had no answer within its deadline.
  public static var writeTimeout: Code { .writeTimeout }
  /// A change of a subscription had no answer within its deadline.
  public static var notifyTimeout: Code { .notifyTimeout }
  /// The peripheral answered with an ATT error.
  public static var att: Code { .att }
  /// The daemon answered with another error; see the cause.
  public static var requestFailed: Code { .requestFailed }
  /// The value is longer than an attribute or the link allows; nothing was sent.
  public static var valueTooLong: Code { .valueTooLong }
  /// The attribute has gone from the peripheral.
  public static var invalidated: Code { .invalidated }
  /// The octets do not fit the type, or the value does not fit the octets.
  public static var notSerializable: Code { .notSerializable }
}
