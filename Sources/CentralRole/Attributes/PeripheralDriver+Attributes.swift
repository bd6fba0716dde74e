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

  var isLinkReady: Bool { shared.withLock { $0.machine.epoch != nil } }

  // MARK: Discovery, which only adds

  func discoverServices(_ wanted: [BluetoothUUID]?) -> Future<Void> {
    whenSettled { [self] in addServices(wanted) }
  }

  func discoverIncludedServices(_ wanted: [BluetoothUUID]?, of service: ServiceNode) -> Future<Void>
  {
    whenSettled { [self] in
      guard isValid(service) else { throw CentralError.goneService(service.uuid) }
      add(includedPaths(of: service), wanted)
      servicesMayHaveChanged()
    }
  }

  func discoverCharacteristics(
    _ wanted: [BluetoothUUID]?, of service: ServiceNode
  ) -> Future<Void> {
    whenSettled { [self] in
      guard isValid(service) else { throw CentralError.goneService(service.uuid) }
      addCharacteristics(wanted, of: service)
    }
  }

  func discoverDescriptors(of node: CharacteristicNode) -> Future<Void> {
    whenSettled { [self] in
      guard isValid(node) else { throw CentralError.gone(node.uuid) }
      addDescriptors(of: node)
    }
  }

  /// Services, their characteristics, and the descriptors of these.
  func discoverAttributes(
    _ services: [BluetoothUUID]?, _ characteristics: [BluetoothUUID]?
  ) -> Future<Void> {
    whenSettled { [self] in
      addServices(services)
      for service in validServices() where services?.contains(service.uuid) ?? true {
        addCharacteristics(characteristics, of: service)
        for node in validCharacteristics(of: service)
        where characteristics?.contains(node.uuid) ?? true {
          addDescriptors(of: node)
        }
      }
    }
  }

  private func addServices(_ wanted: [BluetoothUUID]?) {
    add(session.withStore { $0.children(of: path, with: .service) }, wanted)
    if let battery = hiddenBatteryService(), wanted?.contains(battery.uuid) ?? true {
      shared.withLock { $0.services[battery.path] = battery }
    }
    servicesMayHaveChanged()
  }

  private func add(_ paths: [ObjectPath], _ wanted: [BluetoothUUID]?) {
    let found = serviceNodes(at: paths)
    shared.withLock { shared in
      for node in found where wanted?.contains(node.uuid) ?? true {
        shared.services[node.path] = node
      }
    }
  }

  /// The nodes of services that the daemon has now; the same for the same path and UUID.
  func serviceNodes(at paths: [ObjectPath]) -> [ServiceNode] {
    let found = session.withStore { store in
      paths.compactMap { path in
        store.properties(.service, of: path).flatMap { ServiceNode(path, $0) }
      }
    }
    return shared.withLock { shared in
      found.map { node in
        let known = [shared.services[node.path], shared.attributes.services[node.path]]
        return known.compactMap { $0 }.first { $0.uuid == node.uuid } ?? node
      }
    }
  }

  private func addCharacteristics(_ wanted: [BluetoothUUID]?, of service: ServiceNode) {
    var found = session.withStore { store in
      store.children(of: service.path, with: .characteristic).compactMap { path in
        store.properties(.characteristic, of: path).map { (path, $0) }
      }
    }
    if let level = hiddenBatteryLevel(of: service) { found.append(level) }
    let new = shared.withLock { shared in
      var new: [CharacteristicNode] = []
      for (path, properties) in found {
        guard let node = CharacteristicNode(path, properties, number: shared.nextNumber + 1),
          wanted?.contains(node.uuid) ?? true
        else { continue }
        if let known = shared.characteristics[path], known.uuid == node.uuid {
          known.update(properties)
        } else {
          shared.nextNumber += 1
          shared.characteristics[path] = node
          new.append(node)
        }
      }
      return new
    }
    for node in new { central.route(node) }
  }

  private func addDescriptors(of characteristic: CharacteristicNode) {
    let found = session.withStore { store in
      store.children(of: characteristic.path, with: .descriptor).compactMap { path in
        store.properties(.descriptor, of: path).map { (path, $0) }
      }
    }
    for (path, properties) in found {
      let number = shared.withLock { shared in
        shared.nextNumber += 1
        return shared.nextNumber
      }
      guard let node = DescriptorNode(path, properties, number: number) else { continue }
      characteristic.shared.withLock { shared in
        if shared.descriptors[path]?.uuid != node.uuid { shared.descriptors[path] = node }
      }
    }
  }

  // MARK: What was discovered

  func validServices() -> [ServiceNode] {
    shared.withLock { $0.services.sorted { $0.key < $1.key }.map(\.value) }.filter(isValid)
  }

  func validIncludedServices(of service: ServiceNode) -> [ServiceNode] {
    let paths = includedPaths(of: service)
    return shared.withLock { shared in paths.compactMap { shared.services[$0] } }.filter(isValid)
  }

  private func includedPaths(of service: ServiceNode) -> [ObjectPath] {
    session.withStore { $0.properties(.service, of: service.path)?["Includes"]?.asObjectPaths }
      ?? []
  }

  func validCharacteristics(of service: ServiceNode) -> [CharacteristicNode] {
    shared.withLock { $0.characteristics.sorted { $0.key < $1.key }.map(\.value) }
      .filter { $0.servicePath == service.path && isValid($0) }
  }

  func validDescriptors(of node: CharacteristicNode) -> [DescriptorNode] {
    node.shared.withLock { $0.descriptors.sorted { $0.key < $1.key }.map(\.value) }
      .filter { isValid($0) }
  }

  /// Whether the daemon still has the attribute.
  func isValid(_ node: any AttributeNode) -> Bool {
    session.withStore { $0.properties(node.table, of: node.path)?["UUID"]?.asString }
      == node.uuidText || isHiddenBattery(node.path)
  }

  func isValid(_ node: ServiceNode) -> Bool {
    session.withStore { $0.properties(.service, of: node.path)?["UUID"]?.asString }
      == node.uuidText || isHiddenBattery(node.path)
  }

  // MARK: The objects that the program has

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

  func facade(of node: DescriptorNode, characteristic: Characteristic) -> Descriptor {
    node.weakFacade.withLock { facade in
      if let descriptor = facade?.object { return descriptor }
      let descriptor = Descriptor(node, characteristic)
      facade = WeakReference(descriptor)
      return descriptor
    }
  }
}
