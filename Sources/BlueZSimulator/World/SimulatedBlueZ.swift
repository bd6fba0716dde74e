public import BlueZ
package import DBus
public import Futures
public import GATT

/// A whole simulated BlueZ: a message bus, a daemon on it, adapters, and peripherals around them.
///
/// Programs meet it through ``session(context:log:)`` and notice no difference. A world made with
/// ``init()`` stands still until it is stepped, on a virtual clock, so that tests are exact and
/// take no time; ``live()`` makes one that runs by itself in real time.
public final class SimulatedBlueZ: Sendable {
  struct Shared {
    var daemon: SimulatedDaemon?
    var adapters: [SimulatedAdapter] = []
    var buses: [BusAddress] = []
    var isAccessDenied = false
    var keepsAttributes = true
    var isExperimental = false
    /// Where the handles of attributes begin.
    var firstHandle = 0x0010
    var onCentral: (@Sendable (String) -> Void)?
    /// The adapters that were unplugged, the last one last.
    var unplugged: [SimulatedAdapter] = []
  }

  package let loop: any EventLoop
  package let bus: LoopbackBus
  let log: Transcript
  let callLog = CallLog()
  let shared = Lock(Shared())

  /// What goes wrong.
  public let faults = SimulatedFaults()

  private init(loop: any EventLoop) {
    self.loop = loop
    log = Transcript { [weak loop] in loop?.now ?? .zero }
    bus = LoopbackBus(loop: loop)
    bus.limits = SimulatedBusLimits().limits
    shared.withLock { $0.buses = [.loopback(bus)] }
    faults.attach(to: self)
    // At once, so that the daemon is on the bus before the first session.
    startDaemonNow()
  }

  deinit {
    shared.withLock { $0.daemon }?.kill()
  }

  /// Makes a world that is stepped by hand, with a running daemon and no adapter yet.
  public convenience init() {
    self.init(loop: ManualLoop())
  }

  /// Makes a world that runs by itself in real time, for demonstrations.
  public static func live() -> SimulatedBlueZ {
    SimulatedBlueZ(loop: BusThread())
  }

  /// Makes a session with this world's daemon.
  ///
  /// Callbacks of a stepped world's session run while it is stepped, on the thread that steps.
  public func session(
    context: ExecutionContext? = nil, log: (@Sendable (String) -> Void)? = nil
  ) -> Session {
    let own = loop is ManualLoop ? ExecutionContext(loop) : Session.newContext()
    return Session(
      .loopback(bus), loop: loop, context: context ?? own, log: SessionLog(log))
  }

  /// Makes a session with this world's daemon and a log that tells how much each line matters.
  public func session(
    context: ExecutionContext? = nil, logLevel: LogLevel,
    log: @escaping @Sendable (LogLevel, String) -> Void
  ) -> Session {
    let own = loop is ManualLoop ? ExecutionContext(loop) : Session.newContext()
    return Session(
      .loopback(bus), loop: loop, context: context ?? own, log: SessionLog(logLevel, log))
  }

  /// A random static address for the n-th peripheral of a world.
  public static func peripheralAddress(_ number: UInt8) -> BluetoothAddress {
    BluetoothAddress(0xC4, 0xBE, 0x84, 0, 0, number)
  }

  // MARK: What happens around the daemon

  func note(_ line: String) { log.add(line) }

  func tell(_ line: String) {
    note(line)
    shared.withLock { $0.onCentral }?(line)
  }

  func setPower(_ isPowered: Bool, of adapter: SimulatedAdapter) {
    adapter.shared.withLock { $0.isPowered = isPowered }
    feed { $0.setPower(isPowered, of: adapter.path) }
  }

  var daemon: SimulatedDaemon? { shared.withLock { $0.daemon } }

  /// The peripheral whose device, or an attribute of it, is at a path.
  func peripheral(at path: ObjectPath) -> SimulatedPeripheral? {
    daemon?.shared.withLock { shared in
      shared.state.devicePath(above: path).flatMap { shared.state.devices[$0]?.peripheral }
    }
  }

  func dropLink(of peripheral: SimulatedPeripheral) {
    loop.execute { [self] in dropLinkNow(of: peripheral) }
  }

  func dropLinkNow(of peripheral: SimulatedPeripheral) {
    daemon?.feed { $0.drop(peripheral) }
    // The link of a daemon that was killed is the kernel's.
    peripheral.lose(link: peripheral.link)
  }

  func notify(
    _ data: Octets, from characteristic: SimulatedCharacteristic,
    of peripheral: SimulatedPeripheral
  ) {
    feed { $0.notified(data, from: characteristic, of: peripheral) }
  }

  func feed(_ event: @escaping @Sendable (inout DaemonState) -> Void) {
    loop.execute { [self] in shared.withLock { $0.daemon }?.feed(event) }
  }
}
