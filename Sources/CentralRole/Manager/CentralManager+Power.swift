import BlueZ
public import Futures

/// The power of the adapter, and a manager's end.
extension CentralManager {
  /// Whether the state is ``ManagerState/poweredOn``.
  public var isPoweredOn: Bool { state == .poweredOn }

  /// Switches the adapter on, for every program of this machine; the state tells when it is.
  ///
  /// Fails with ``CentralError/radioBlocked`` when rfkill or a switch of the machine holds the radio
  /// off, with ``CentralError/adapterFailed`` when there is no adapter or it refuses, after at most
  /// 10 s.
  @discardableResult public func powerOn() -> Future<Void> { setPowered(true) }

  /// Switches the adapter off, for every program of this machine: links end, scans wait.
  ///
  /// Fails as ``powerOn()`` does.
  @discardableResult public func powerOff() -> Future<Void> { setPowered(false) }

  /// Begins anew: pending work fails with ``CentralError/resetting``, peripherals that nobody refers
  /// to are forgotten, and the daemon's objects are looked at again.
  ///
  /// For a state that lasts in ``ManagerState/resetting`` and for tests. Links stay up in the daemon
  /// and scans go on; the state stream tells `resetting` and then the present state.
  public func reset() { driver.reset() }

  /// Ends the manager: scans end, links are taken down, pending work fails, streams finish.
  ///
  /// Scans and links that are asked for afterwards fail with ``CentralError/managerInvalidated``;
  /// ``state`` goes on to tell of the adapter. Completes when the links are down, within 10 s.
  @discardableResult public func invalidate() -> Future<Void> { driver.invalidate() }

  private func setPowered(_ isPowered: Bool) -> Future<Void> {
    guard let adapter else {
      return Future(
        error: CentralError(.adapterFailed, "no adapter to switch: \(state)"),
        context: driver.session.context)
    }
    let name = adapter.identifier
    return adapter.setPowered(isPowered).mapError { error in
      if case BlueZError.blocked = error {
        return CentralError(
          .radioBlocked,
          "the radio of \(name) is blocked: run `rfkill unblock bluetooth`, "
            + "or use the switch of the machine", cause: error)
      }
      return CentralError(
        .adapterFailed, "\(name) was not switched \(isPowered ? "on" : "off")", cause: error)
    }
  }
}
