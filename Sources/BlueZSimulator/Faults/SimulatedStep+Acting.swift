import DBus

extension SimulatedStep {
  /// Does what concerns the world, for a call or by time.
  func act(in world: SimulatedBlueZ, on subject: FaultRun.Subject?) {
    let path = subject?.call.message.path
    switch kind {
    case .dropLink(let peripheral):
      let subject = path.flatMap { world.peripheral(at: $0) }
      let others = path == nil ? world.adapters.flatMap(\.peripherals) : []
      let all = (peripheral ?? subject).map { [$0] } ?? others
      for peripheral in all where peripheral.isConnected { world.dropLinkNow(of: peripheral) }
    case .removeObject(let text):
      guard let path = text.flatMap({ ObjectPath($0) }) ?? path else { return }
      world.daemon?.feed { $0.vanish(path) }
    case .emit(let signal, let isForeign):
      let message = signal.message(from: path ?? .root)
      if isForeign { world.daemon?.sendForeign(message) } else { world.daemon?.send(message) }
    case .killDaemon: world.killDaemonNow()
    case .startDaemon(let renumbers): world.startDaemonNow(renumbersAttributes: renumbers)
    case .unplug(let adapter):
      for adapter in Self.adapters(adapter, path, world) { world.unplugNow(adapter) }
    case .plugIn(let adapter, let index): world.plugInNow(adapter, index: index)
    case .setPower(let isPowered, let adapter):
      for adapter in Self.adapters(adapter, path, world) { adapter.isPowered = isPowered }
    case .fillSockets(let areFull): world.faults.hasFullSockets = areFull
    case .perform(let action): action()
    case .wait, .serve, .answer, .fail, .answerNever: break
    }
  }

  private static func adapters(
    _ adapter: SimulatedAdapter?, _ path: ObjectPath?, _ world: SimulatedBlueZ
  ) -> [SimulatedAdapter] {
    if let adapter { return [adapter] }
    guard let path else { return world.adapters }
    return world.adapters.filter { path.isInside($0.path) || path == $0.path }
  }
}
