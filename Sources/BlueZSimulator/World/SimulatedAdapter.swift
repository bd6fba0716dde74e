import DBus
import Futures
public import GATT

/// An adapter of a simulated machine, with the peripherals that it can hear.
public final class SimulatedAdapter: Sendable {
  struct Shared {
    var index: UInt8
    /// Whether the daemon may switch it on.
    var isPowered: Bool
    /// Whether the kernel has it up, which outlives a killed daemon.
    var isUp = false
    /// The peripherals that the daemon's storage knows, which outlives a killed daemon too.
    var stored: [SimulatedPeripheral] = []
    var peripherals: [SimulatedPeripheral] = []
    /// What the centrals of a document do.
    var scripts: [CentralScript] = []
    /// What programs advertise.
    var advertisements: [SimulatedAdvertisement] = []
    var addresses: Set<BluetoothAddress> = []
    /// Bonds, trust and blocks, which the daemon's storage knows as well.
    var security: [BluetoothAddress: StoredSecurity] = [:]
  }

  /// The adapter's own address.
  public let address: BluetoothAddress
  let shared: Lock<Shared>
  private let world: @Sendable () -> SimulatedBlueZ?

  init(
    index: UInt8, address: BluetoothAddress, isPowered: Bool,
    world: @escaping @Sendable () -> SimulatedBlueZ?
  ) {
    self.address = address
    self.world = world
    shared = Lock(Shared(index: index, isPowered: isPowered))
  }

  var index: UInt8 { shared.withLock { $0.index } }

  /// The kernel's name, such as `hci0`; another one may follow when it is plugged in again.
  public var identifier: String { "hci\(index)" }

  var path: ObjectPath { ObjectPath("/org/bluez/\(identifier)") ?? "/org/bluez/hci" }

  /// The peripherals around the adapter.
  public var peripherals: [SimulatedPeripheral] { shared.withLock { $0.peripherals } }

  /// The remote centrals that a document describes; others belong to whoever made them.
  public var centrals: [SimulatedCentral] { shared.withLock { $0.scripts.map(\.central) } }

  /// What programs advertise at it now, as a central nearby hears it.
  public var advertisements: [SimulatedAdvertisement] { shared.withLock { $0.advertisements } }

  var home: SimulatedBlueZ? { world() }

  /// Whether it is switched on; setting it is what rfkill or another program does.
  public var isPowered: Bool {
    get { shared.withLock { $0.isPowered } }
    set { world()?.setPower(newValue, of: self) }
  }

  /// Puts a peripheral within the adapter's reach.
  ///
  /// One with an address that is there already, or that belongs to another world, is not added;
  /// the world's transcript says so.
  public func add(_ peripheral: SimulatedPeripheral) {
    guard let world = world() else { return }
    let isOurs = peripheral.shared.withLock { shared in
      if shared.world == nil { shared.world = world }
      return shared.world === world
    }
    guard isOurs else {
      return world.note("\(peripheral.address) belongs to another world and was not added")
    }
    let isNew = shared.withLock { shared in
      guard shared.addresses.insert(peripheral.address).inserted else { return false }
      shared.peripherals.append(peripheral)
      return true
    }
    for problem in peripheral.shared.withLock({ $0.problems }) { world.note(problem) }
    if !isNew { world.note("\(peripheral.address) is there already and was not added") }
  }

  /// Takes a peripheral out of reach; a link to it is lost.
  public func remove(_ peripheral: SimulatedPeripheral) {
    let wasHere = shared.withLock { shared in
      let count = shared.peripherals.count
      shared.peripherals.removeAll { $0 === peripheral }
      guard shared.peripherals.count < count else { return false }
      shared.addresses.remove(peripheral.address)
      return true
    }
    if wasHere { peripheral.dropLink() }
  }
}
