import BlueZ
import DBus
import GATT

/// The texts of errors, each in one place.
extension CentralError {
  init(_ obstacle: SessionStatus.Obstacle) {
    switch obstacle {
    case .bus(let error):
      self.init(
        .busUnavailable,
        "\(Self.clause(error.cause.text)); start the bus, "
          + "or set DBUS_SYSTEM_BUS_ADDRESS to one that runs",
        cause: error.cause)
    case .policy(let error):
      self.init(
        .unauthorized,
        "\(ManagerState.unauthorized); the bus says: \(Self.clause(error.text))",
        cause: error.cause)
    case .daemon:
      self.init(
        .daemonUnavailable,
        "nobody owns org.bluez on the message bus: run `systemctl start bluetooth`")
    case .answer(let error):
      self.init(
        .daemonUnavailable,
        "the Bluetooth daemon does not list its objects: look at `journalctl -u bluetooth`",
        cause: error)
    }
  }

  /// A sentence as a part of a longer one.
  static func clause(_ sentence: String) -> String {
    let words = sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  init(
    _ failure: ConnectionMachine.Failure, _ address: BluetoothAddress,
    attribute: BluetoothUUID? = nil
  ) {
    switch failure {
    case .timeout(let phase):
      self.init(
        .connectionTimeout,
        "the connection to \(address) reached the deadline of its \(phase): "
          + "check that it is near and connectable")
    case .bondLost(let text):
      self = .bondLost(address, text)
    case .refused(let text):
      self.init(.connectionFailed, "the daemon did not connect to \(address): \(text)")
    case .wrongBearer(let text):
      self.init(
        .wrongBearer,
        "the daemon called \(address) by classic Bluetooth, which has no attributes (\(text)): "
          + "scan for it while it advertises, then connect")
    case .full(let text):
      self.init(
        .connectionLimit,
        "the adapter has no room for a link to \(address) (\(text)): disconnect another peripheral")
    case .lost(let reason) where reason.isReset:
      self.init(
        .resetting,
        "disconnected from \(address): \(reason); "
          + "the manager's state tells when to connect again", attribute: attribute)
    case .lost(let reason):
      self.init(
        .disconnected, "disconnected from \(address): \(reason); reconnect() connects again",
        attribute: attribute)
    case .forced:
      self.init(.forcedDisconnect, "disconnected from \(address), as this program asked")
    }
  }

  /// Bluetooth was not ready for a link until its deadline.
  static func notReady(_ state: ManagerState, _ address: BluetoothAddress) -> CentralError {
    let reason =
      state == .poweredOn ? "Bluetooth became ready just then; connect again" : "\(state)"
    return CentralError(
      .connectionTimeout, "the connection to \(address) reached its deadline: \(reason)")
  }

  /// The program has ended the manager, or let go of it.
  static func managerEnded(_ wish: String) -> CentralError {
    CentralError(.managerInvalidated, "cannot \(wish): the manager has ended; make a new one")
  }

  /// A request found no link.
  static func notConnected(_ address: BluetoothAddress, _ uuid: BluetoothUUID) -> CentralError {
    CentralError(
      .disconnected, "\(uuid): \(address) is not connected; connect() first", attribute: uuid)
  }

  /// A request whose deadline is over before it is sent.
  static func noTime(
    _ kind: RequestQueue.Kind, _ uuid: BluetoothUUID, _ limit: Duration
  ) -> CentralError? {
    guard limit <= .zero else { return nil }
    let (code, verb): (Code, String) =
      switch kind {
      case .read: (.readTimeout, "read")
      case .write: (.writeTimeout, "write")
      }
    return CentralError(
      code, "the \(verb) of \(uuid) was not sent: its deadline of \(limit) leaves it no time",
      attribute: uuid)
  }

  /// A subscription was ended by the program before it was there.
  static func stopped(_ uuid: BluetoothUUID) -> CentralError {
    CentralError(
      .notifyStopped, "the subscription to \(uuid) was stopped before it was there",
      attribute: uuid)
  }

  static func timeout(
    _ kind: RequestQueue.Kind, _ uuid: BluetoothUUID, _ limit: Duration
  )
    -> CentralError
  {
    let (code, verb): (Code, String) =
      kind == .read ? (.readTimeout, "read") : (.writeTimeout, "write")
    return CentralError(code, "the \(verb) of \(uuid) had no answer in \(limit)", attribute: uuid)
  }

  /// The daemon's answer to a request on an attribute.
  static func request(
    _ verb: String, _ uuid: BluetoothUUID, _ error: BlueZError, isValid: Bool
  ) -> CentralError {
    if error.code == .unknownObject || !isValid {
      return CentralError(
        .invalidated,
        "the \(verb) of \(uuid) failed: the peripheral no longer has it; "
          + "discover its services again", attribute: uuid, cause: error)
    }
    if error.code == .notConnected || error.text == "Not connected" {
      return CentralError(
        .disconnected, "the \(verb) of \(uuid) failed: there is no link", attribute: uuid,
        cause: error)
    }
    if let error = held(verb, uuid, error) { return error }
    if let octet = error.attErrorCode {
      let att = ATTError(code: octet)
      if let error = insecure(verb, uuid, att, error) { return error }
      return CentralError(
        .att, "the peripheral refused the \(verb) of \(uuid): \(att)", attribute: uuid,
        attError: att, cause: error)
    }
    return CentralError(
      .requestFailed, "the \(verb) of \(uuid) failed", attribute: uuid, cause: error)
  }
}
