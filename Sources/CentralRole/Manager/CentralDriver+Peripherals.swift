import BlueZ
import DBus
import Futures
import GATT

/// The peripherals of a manager: one driver for each device, as long as anybody needs it.
extension CentralDriver {
  /// Every peripheral that the daemon knows or the program refers to.
  var peripherals: [PeripheralDriver] {
    shared.withLock { shared in
      var drivers = shared.known
      for (path, reference) in shared.referenced where drivers[path] == nil {
        drivers[path] = reference.object
      }
      return drivers.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  func peripheral(at path: ObjectPath) -> PeripheralDriver? {
    shared.withLock { $0.known[path] ?? $0.referenced[path]?.object }
  }

  func peripheral(owning path: ObjectPath) -> PeripheralDriver? {
    DevicePath.device(owning: path).flatMap(peripheral(at:))
  }

  func deviceAdded(_ path: ObjectPath, _ evidence: Properties? = nil) {
    guard let adapterPath = shared.withLock({ $0.adapterPath }), path.isInside(adapterPath),
      let properties = session.withStore({ $0.properties(.device, of: path) })
    else { return }
    let driver: PeripheralDriver
    if let known = peripheral(at: path) {
      driver = known
    } else if shared.withLock({ $0.isAbandoned }) {
      return
    } else if let new = PeripheralDriver(path, properties, central: self) {
      driver = new
    } else {
      return session.log("dropped the device \(path), whose address is malformed")
    }
    shared.withLock { shared in
      // Nobody lists the devices of a manager that is gone.
      if !shared.isAbandoned { shared.known[path] = driver }
      shared.referenced[path] = WeakReference(driver)
    }
    driver.treeChanged()
    if Sighting.isEvidence(evidence ?? properties, isLinked: driver.isLinked) { heard(driver) }
  }

  /// Drops a peripheral from the list; it comes back when it is heard.
  func forget(_ path: ObjectPath) {
    let forgotten = shared.withLock { shared in
      for scan in shared.scans.values { scan.forget(path) }
      return shared.known.removeValue(forKey: path)
    }
    // What this lets go of goes after the lock.
    _ = forgotten
  }

  func deviceRemoved(_ path: ObjectPath) {
    let driver = peripheral(at: path)
    shared.withLock { shared in
      shared.known[path] = nil
      shared.referenced = shared.referenced.filter { $0.value.object != nil }
      for scan in shared.scans.values { scan.forget(path) }
    }
    driver?.treeChanged()
    driver?.removed()
  }

  /// Keeps a driver while it has an attempt under way.
  func keep(_ driver: PeripheralDriver, isBusy: Bool) {
    let released = shared.withLock { shared in
      isBusy
        ? shared.busy.updateValue(driver, forKey: driver.path)
        : shared.busy.removeValue(forKey: driver.path)
    }
    // What this lets go of goes after the lock.
    _ = released
  }

  func characteristic(at path: ObjectPath) -> CharacteristicNode? {
    shared.withLock { $0.characteristics[path]?.object }
  }

  /// Lets the values of a characteristic find it; those of nodes that are gone are forgotten.
  func route(_ node: CharacteristicNode) {
    shared.withLock { shared in
      shared.characteristics[node.path] = WeakReference(node)
      if shared.characteristics.count.isMultiple(of: 64) {
        shared.characteristics = shared.characteristics.filter { $0.value.object != nil }
      }
    }
  }

  /// A peripheral was heard on the air: scans that run now tell of it.
  func heard(_ driver: PeripheralDriver) {
    driver.noteSighting()
    let scans = shared.withLock { shared in
      shared.isReady && shared.discovery.isRunning ? Array(shared.scans.values) : []
    }
    guard !scans.isEmpty else { return }
    let services = driver.advertisedServices
    for scan in scans.sorted(by: { $0.id < $1.id }) {
      if !scan.heard(driver, advertising: services) { endScan(scan.id) }
    }
  }
}

/// Paths of devices, below which their attributes are.
enum DevicePath {
  /// The elements of `/org/bluez/hci0/dev_00_00_00_00_00_00`.
  static let depth = 4

  /// Whether an object is below a device: a service or something of one.
  static func isAttribute(_ path: ObjectPath) -> Bool { elements(path) > depth }

  private static func elements(_ path: ObjectPath) -> Int {
    path.string.utf8.count { $0 == UInt8(ascii: "/") }
  }

  static func device(owning path: ObjectPath) -> ObjectPath? {
    var path = path
    for _ in 0..<max(0, elements(path) - depth) {
      guard let parent = path.parent else { return nil }
      path = parent
    }
    return elements(path) == depth ? path : nil
  }
}

/// What shows that a device was heard just now, as opposed to remembered.
enum Sighting {
  /// Sent by every advertiser.
  private static let always = ["RSSI", "ManufacturerData", "ServiceData", "TxPower"]
  /// Changed by a link as well, which is no advertisement.
  private static let unlinked = ["UUIDs", "Name"]

  static func isEvidence(_ properties: Properties, isLinked: Bool) -> Bool {
    always.contains { properties[$0] != nil }
      || !isLinked && unlinked.contains { properties[$0] != nil }
  }
}

/// Refers to an object without keeping it.
struct WeakReference<Object: AnyObject & Sendable>: Sendable {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}
