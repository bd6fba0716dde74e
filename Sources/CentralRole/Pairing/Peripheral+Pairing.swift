public import BlueZ
import DBus
public import Futures

/// Keys, and what the daemon thinks of the peripheral.
extension Peripheral {
  /// Makes keys with the peripheral, which encrypt this link and later ones.
  ///
  /// Connects first if there is no link; that link stays, and ``connect(timeout:resolutionTimeout:reconnecting:keepsScanning:capacity:)``
  /// adopts it. Completes at once when the devices are paired already. A call while a pairing is
  /// under way joins it, with the agent and the deadline of the first. Pairings of peripherals whose
  /// agents have different capabilities take turns. The pairing goes on when its future is
  /// forgotten or cancelled; ``cancelPairing()`` ends it.
  ///
  /// Fails with ``CentralError/pairingRejected``, ``CentralError/pairingFailed`` with the reason,
  /// ``CentralError/pairingCancelled``, ``CentralError/pairingTimeout``,
  /// ``CentralError/disconnected``, ``CentralError/poweredOff`` or ``CentralError/resetting``.
  /// Where the daemon reports a failure although the keys were made, it succeeds, and the log has
  /// a warning. A daemon forgets a device of which a pairing failed.
  /// - Parameters:
  ///   - timeout: the deadline from this call, 130 s by default, just over the daemon's own.
  ///   - agent: who answers for a person; by default the session's default agent, else
  ///     `PairingAgent.justWorks`.
  /// - Returns: completes when the devices are paired.
  public func pair(
    timeout: Duration = .seconds(130), agent: PairingAgent? = nil
  ) -> Future<Void> {
    driver.pair(agent, timeout: timeout)
  }

  /// Ends the pairing that ``pair(timeout:agent:)`` began, which fails with
  /// ``CentralError/pairingCancelled``; succeeds also when there is none.
  ///
  /// Completes when the daemon has given it up, within 10 s.
  @discardableResult public func cancelPairing() -> Future<Void> {
    driver.cancelPairing()
  }

  /// Whether the devices have made keys, as the daemon tells it at this moment.
  public var isPaired: Bool {
    driver.deviceFlag("Paired") == true || driver.deviceFlag("Bonded") == true
  }

  /// Whether the daemon keeps keys of the peripheral; `nil` where it does not tell (before BlueZ
  /// 5.65).
  public var isBonded: Bool? { driver.deviceFlag("Bonded") }

  /// How far the peripheral and this machine know each other at this moment.
  public var bondState: BondState { driver.bondState }

  /// The present ``bondState``, and then each change, whoever causes it.
  ///
  /// Several subscribers may listen; each gets the present state first.
  public func whenBondStateChanges() -> FutureStream<BondState> {
    driver.bondStates()
  }

  /// Whether the daemon lets the peripheral use services and reconnect without asking.
  public var isTrusted: Bool { driver.deviceFlag("Trusted") ?? false }

  /// Whether the daemon refuses every connection of the peripheral.
  public var isBlocked: Bool { driver.deviceFlag("Blocked") ?? false }

  /// Lets the peripheral use services and reconnect without the agent being asked, or not.
  ///
  /// The daemon keeps it. It reconnects some kinds of trusted devices by itself. Fails with
  /// ``CentralError/requestFailed``, within 10 s.
  @discardableResult public func setTrusted(_ isTrusted: Bool) -> Future<Void> {
    driver.setDevice("Trusted", isTrusted)
  }

  /// Ends the link and refuses every connection of the peripheral, or allows them again.
  ///
  /// The daemon keeps it. Fails with ``CentralError/requestFailed``, within 10 s.
  @discardableResult public func setBlocked(_ isBlocked: Bool) -> Future<Void> {
    driver.setDevice("Blocked", isBlocked)
  }
}

extension PeripheralDriver {
  func deviceFlag(_ name: String) -> Bool? {
    session.withStore { $0.properties(.device, of: path)?[name]?.asBool }
  }

  func setDevice(_ name: String, _ isOn: Bool) -> Future<Void> {
    let promise = Promise<Void>(context: session.context)
    let message = Message.methodCall(
      to: BusNames.daemon, path: path, interface: BusNames.properties, member: "Set",
      [.string(InterfaceTable.device.name), .string(name), .variant(.bool(isOn))])
    log("\(name) is set to \(isOn)")
    session.call(message, timeout: .seconds(10)) { [self] result in
      let outcome = result.map { _ in () }.mapError { CentralError.notSet(name, address, $0) }
      if case .failure(let error) = outcome { log(.error, "\(error)") }
      promise.complete(outcome.mapError { $0 })
    }
    return promise.future
  }
}
