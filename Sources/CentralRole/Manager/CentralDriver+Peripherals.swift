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

  /// The peripheral with an address, if the daemon knows it or the program refers to it.
  func known(_ address: BluetoothAddress) -> Peripheral? {
    guard let adapter = shared.withLock({ $0.adapterPath }) else { return nil }
    return peripheral(at: DevicePath.path(of: address, at: adapter))?.facade
  }

  /// The peripheral with an address, which the daemon need not know.
  func peripheral(
    at address: BluetoothAddress, _ type: AddressType
  ) throws(CentralError) -> PeripheralDriver {
    let (adapter, state) = shared.withLock { ($0.adapterPath, $0.state) }
    guard let adapter else {
      throw CentralError(
        .poweredOff,
        "there is no peripheral at \(address) yet: \(state); "
          + "ask when whenStateChanges() tells poweredOn")
    }
    let path = DevicePath.path(of: address, at: adapter)
    let new = PeripheralDriver(path, address, type, central: self)
    let driver = shared.withLock { shared in
      if let driver = shared.known[path] ?? shared.referenced[path]?.object { return driver }
      shared.referenced[path] = WeakReference(new)
      return new
    }
    if driver === new { session.loop.execute { [weak driver] in driver?.treeChanged() } }
    return driver
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
    deviceListed(driver, properties, evidence)
  }

  /// Drops a peripheral from the list; it comes back when it is heard.
  func forget(_ path: ObjectPath) {
    let driver = peripheral(at: path)
    let scans = shared.withLock { shared in
      shared.known[path] = nil
      return shared.listening.all
    }
    for scan in scans { scan.removed(path, driver) }
  }

  func deviceRemoved(_ path: ObjectPath) {
    let driver = peripheral(at: path)
    let scans = shared.withLock { shared in
      shared.known[path] = nil
      shared.sweep()
      return shared.listening.all
    }
    driver?.treeChanged()
    for scan in scans { scan.removed(path, driver) }
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
}

extension CentralDriver.Shared {
  /// Forgets the devices that nobody knows any more, now and then, so that it costs each little.
  mutating func sweep() {
    guard referenced.count >= 2 * lastSweep + 64 else { return }
    referenced = referenced.filter { $0.value.object != nil }
    lastSweep = referenced.count
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

  static func path(of address: BluetoothAddress, at adapter: ObjectPath) -> ObjectPath {
    // Digits, letters and underscores are an element of every path.
    adapter.appending("dev_" + "\(address)".replacing(":", with: "_")) ?? adapter
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

/// Refers to an object without keeping it.
struct WeakReference<Object: AnyObject & Sendable>: Sendable {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}
