import Futures

extension SimulatedPeripheral {
  /// The services that it has, in the order of their handles.
  public var services: [SimulatedService] { shared.withLock { $0.services } }

  /// Replaces the services, as a new firmware does.
  ///
  /// Over a link the peripheral indicates that its services changed, and the daemon discovers
  /// again: objects of services that are no longer there go, and those of new ones come with new
  /// handles. Without a link the daemon finds out at the next one. Services that are the same
  /// object as before stay as they are.
  public func changeServices(to services: [SimulatedService]) {
    shared.withLock { $0.services = services }
    own(services)
    world?.servicesChanged(of: self)
  }

  /// Lets the characteristics know whose they are.
  func own(_ services: [SimulatedService]) {
    for characteristic in services.flatMap(\.characteristics) {
      characteristic.shared.withLock { $0.peripheral = self }
    }
  }
}

extension SimulatedBlueZ {
  func servicesChanged(of peripheral: SimulatedPeripheral) {
    feed { $0.servicesChanged(of: peripheral) }
  }
}
