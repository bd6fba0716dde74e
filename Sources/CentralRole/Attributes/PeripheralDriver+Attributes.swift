import BlueZ
import DBus
import FoundationEssentials
import Futures
import GATT

/// The attributes of a peripheral: what was discovered, and what of it is still there.
extension PeripheralDriver {
  /// The device's properties, none when the daemon has forgotten it.
  var properties: Properties {
    session.withStore { $0.properties(.device, of: path) } ?? [:]
  }

  /// What was heard of it, which stays when the daemon has forgotten it.
  var advertisement: Advertisement { shared.withLock { $0.advertisement } }

  func discoverServices(_ wanted: [BluetoothUUID]?) -> Future<Void> {
    guard isLinkReady else { return notConnected() }
    let found = session.withStore { store in
      store.children(of: path, with: .service).compactMap { path in
        store.properties(.service, of: path).flatMap { ServiceNode(path, $0) }
      }
    }
    shared.withLock { shared in
      for node in found where wanted?.contains(node.uuid) ?? true {
        if shared.services[node.path]?.uuid != node.uuid { shared.services[node.path] = node }
      }
    }
    return Future(value: (), context: session.context)
  }

  func discoverCharacteristics(
    _ wanted: [BluetoothUUID]?, of service: ServiceNode
  ) -> Future<Void> {
    guard isLinkReady else { return notConnected() }
    guard isValid(service) else {
      return Future(
        error: CentralError(
          .invalidated,
          "\(service.uuid): the peripheral no longer has this service; "
            + "discover its services again", attribute: service.uuid), context: session.context)
    }
    let found = session.withStore { store in
      store.children(of: service.path, with: .characteristic).compactMap { path in
        store.properties(.characteristic, of: path).map { (path, $0) }
      }
    }
    let new = shared.withLock { shared in
      var new: [CharacteristicNode] = []
      for (path, properties) in found {
        guard let node = CharacteristicNode(path, properties, number: shared.nextNumber + 1),
          wanted?.contains(node.uuid) ?? true,
          shared.characteristics[path]?.uuid != node.uuid
        else { continue }
        shared.nextNumber += 1
        shared.characteristics[path] = node
        new.append(node)
      }
      return new
    }
    for node in new { central.route(node) }
    return Future(value: (), context: session.context)
  }

  func validServices() -> [ServiceNode] {
    shared.withLock { $0.services.sorted { $0.key < $1.key }.map(\.value) }.filter(isValid)
  }

  func validCharacteristics(of service: ServiceNode) -> [CharacteristicNode] {
    shared.withLock { $0.characteristics.sorted { $0.key < $1.key }.map(\.value) }
      .filter { $0.servicePath == service.path && isValid($0) }
  }

  /// Whether the daemon still has the attribute.
  func isValid(_ node: CharacteristicNode) -> Bool {
    session.withStore { $0.properties(.characteristic, of: node.path)?["UUID"]?.asString }
      .flatMap { BluetoothUUID($0) } == node.uuid
  }

  private func isValid(_ node: ServiceNode) -> Bool {
    session.withStore { $0.properties(.service, of: node.path)?["UUID"]?.asString }
      .flatMap { BluetoothUUID($0) } == node.uuid
  }

  func facade(of node: ServiceNode, peripheral: Peripheral) -> Service {
    node.weakFacade.withLock { facade in
      if let service = facade?.object { return service }
      let service = Service(node, peripheral)
      facade = WeakReference(service)
      return service
    }
  }

  func facade(of node: CharacteristicNode, service: Service) -> Characteristic {
    node.weakFacade.withLock { facade in
      if let characteristic = facade?.object { return characteristic }
      let characteristic = Characteristic(node, service)
      facade = WeakReference(characteristic)
      return characteristic
    }
  }

  private var isLinkReady: Bool { shared.withLock { $0.machine.epoch != nil } }

  private func notConnected() -> Future<Void> {
    Future(
      error: CentralError(.disconnected, "\(address) is not connected; connect() first"),
      context: session.context)
  }
}
