import BlueZ
import GATT

extension CentralError.Code {
  /// The peripheral or the person said no to pairing.
  public static let pairingRejected = Self("pairingRejected")
  /// The devices did not pair, for the reason in the message.
  public static let pairingFailed = Self("pairingFailed")
  /// The pairing was cancelled by this program.
  public static let pairingCancelled = Self("pairingCancelled")
  /// The pairing reached its deadline, or nobody answered its question in time.
  public static let pairingTimeout = Self("pairingTimeout")
  /// This machine has keys that the peripheral has lost; nothing but forgetting them helps.
  public static let bondLost = Self("bondLost")
}

extension CentralError {
  /// The peripheral or the person said no to pairing.
  public static var pairingRejected: Code { .pairingRejected }
  /// The devices did not pair, for the reason in the message.
  public static var pairingFailed: Code { .pairingFailed }
  /// The pairing was cancelled by this program.
  public static var pairingCancelled: Code { .pairingCancelled }
  /// The pairing reached its deadline, or nobody answered its question in time.
  public static var pairingTimeout: Code { .pairingTimeout }
  /// This machine has keys that the peripheral has lost; nothing but forgetting them helps.
  public static var bondLost: Code { .bondLost }

  init(_ failure: PairingMachine.Failure, _ address: BluetoothAddress, limit: Duration) {
    func make(_ code: Code, _ text: String) -> CentralError {
      CentralError(code, "pairing with \(address) \(text)")
    }
    self =
      switch failure {
      case .rejected:
        make(.pairingRejected, "was rejected: nobody agreed to it here or there")
      case .unanswered:
        make(.pairingTimeout, "was given up: nobody answered the agent's question in time")
      case .cancelled: make(.pairingCancelled, "was cancelled, as this program asked")
      case .timeout:
        make(
          .pairingTimeout,
          "reached its deadline of \(limit): check that it is near and ready to pair")
      case .refused(let text):
        make(
          .pairingFailed,
          "failed: \(text); check the passkey, and that the peripheral is ready to pair")
      case .agentRefused(let text):
        make(.pairingFailed, "was not begun: the daemon refused the agent: \(text)")
      case .noLink(let text):
        make(
          .pairingFailed,
          "failed: it could not be connected to: \(text); check that it is near and connectable")
      case .removed:
        make(.pairingFailed, "failed: the daemon removed the device; scan for it and pair again")
      case .unknownDevice:
        make(
          .pairingFailed, "was not begun: the daemon does not know it; scan for it or connect first"
        )
      case .notReady: make(.poweredOff, "was not begun: the Bluetooth adapter is switched off")
      case .lost(let reason) where reason.isReset:
        make(.resetting, "ended: \(reason); the manager's state tells when to pair again")
      case .lost(let reason):
        make(
          .disconnected,
          "ended: \(reason), or another program cancelled it; pair() tries again")
      }
  }

  /// A property of the device could not be set.
  static func notSet(
    _ property: String, _ address: BluetoothAddress, _ error: BlueZError
  ) -> CentralError {
    CentralError(
      .requestFailed, "the daemon did not set \(property) of \(address)", cause: error)
  }
}

extension CentralError {
  static func bondLost(_ address: BluetoothAddress, _ text: String) -> CentralError {
    CentralError(
      .bondLost,
      "\(address) no longer has the key of its bond with this machine (\(text)): "
        + "removeDevice() and pair() again")
  }
}
