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
  }

  package let loop: any EventLoop
  package let bus: LoopbackBus
  private let log = Transcript()
  private let shared = Lock(Shared())

  private init(loop: any EventLoop) {
    self.loop = loop
    bus = LoopbackBus(loop: loop)
    shared.withLock { $0.buses = [.loopback(bus)] }
    // At once, so that the daemon is on the bus before the first session.
    start()
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
    return Session(.loopback(bus), loop: loop, context: context ?? own, log: log)
  }

  /// A random static address for the n-th peripheral of a world.
  public static func peripheralAddress(_ number: UInt8) -> BluetoothAddress {
    BluetoothAddress(0xC4, 0xBE, 0x84, 0, 0, number)
  }

  // MARK: Adapters

  /// Plugs an adapter in.
  ///
  /// - Parameters:
  ///   - index: the number in the kernel's name, `hci0` for 0; the next free one by default.
  ///   - address: the adapter's own address.
  ///   - isPowered: whether the daemon switches it on.
  /// - Returns: the adapter, to which peripherals are added.
  @discardableResult public func addAdapter(
    index: UInt8? = nil, address: BluetoothAddress? = nil, isPowered: Bool = true
  ) -> SimulatedAdapter {
    let adapter = shared.withLock { shared in
      let used = Set(shared.adapters.map(\.identifier))
      let free = (0...UInt8.max).first { !used.contains("hci\($0)") } ?? UInt8.max
      let number = index ?? free
      let adapter = SimulatedAdapter(
        index: number, address: address ?? BluetoothAddress(0, 0, 0x5E, 0, 0x53, number),
        isPowered: isPowered, world: { [weak self] in self })
      shared.adapters.append(adapter)
      return adapter
    }
    feed { state in
      state.adapters[adapter.path] = adapter
      guard state.isStarted else {
        // What was there before the first program looks has been switched on long ago.
        return adapter.shared.withLock { $0.isUp = $0.isPowered }
      }
      state.find(adapter)
    }
    return adapter
  }

  /// Unplugs an adapter; its objects go and its links are lost.
  public func removeAdapter(_ adapter: SimulatedAdapter) {
    shared.withLock { $0.adapters.removeAll { $0 === adapter } }
    feed { $0.unplug(adapter) }
  }

  // MARK: The daemon

  /// Ends the daemon as SIGKILL does: clients hear of nothing but its name.
  public func killDaemon() {
    loop.execute { [self] in
      shared.withLock { shared in
        defer { shared.daemon = nil }
        return shared.daemon
      }?.kill()
    }
  }

  /// Ends the daemon in good order: adapters go off and objects go before its name does.
  public func stopDaemon() {
    feed { state in
      for adapter in state.adapters.values.sorted(by: { $0.path < $1.path }) {
        state.powerDown(adapter.path)
        state.unplug(adapter)
      }
    }
    killDaemon()
  }

  /// Starts the daemon, if none runs; its adapters appear a little later.
  public func startDaemon() {
    loop.execute { [self] in start() }
  }

  private func start() {
    let (daemon, buses, adapters) = shared.withLock { shared in
      guard shared.daemon == nil else {
        return (nil as SimulatedDaemon?, [BusAddress](), [SimulatedAdapter]())
      }
      let daemon = SimulatedDaemon(loop: loop, transcript: log)
      shared.daemon = daemon
      return (daemon, shared.buses, shared.adapters)
    }
    daemon?.start(on: buses, adapters: adapters)
    configure()
  }

  /// Kills the daemon and starts it again a little later.
  public func restartDaemon(after pause: Duration = .milliseconds(500)) {
    killDaemon()
    _ = loop.schedule(after: pause) { [weak self] in self?.startDaemon() }
  }

  /// Whether the attributes of an unpaired device stay exported while there is no link to it.
  ///
  /// They do with the daemon's own default, `Cache = always` in `main.conf`; with `Cache = yes`
  /// they are removed at the end of each link, and subscriptions with them.
  public var keepsAttributes: Bool {
    get { shared.withLock { $0.keepsAttributes } }
    set {
      shared.withLock { $0.keepsAttributes = newValue }
      loop.execute { [self] in configure() }
    }
  }

  /// Lets the bus refuse every call to the daemon, as a policy does.
  public func denyAccess() { setAccess(isDenied: true) }

  /// Takes ``denyAccess()`` back.
  public func allowAccess() { setAccess(isDenied: false) }

  private func setAccess(isDenied: Bool) {
    shared.withLock { $0.isAccessDenied = isDenied }
    loop.execute { [self] in configure() }
  }

  private func configure() {
    let (daemon, isDenied, keepsAttributes) = shared.withLock {
      ($0.daemon, $0.isAccessDenied, $0.keepsAttributes)
    }
    daemon?.feed { state in
      state.isAccessDenied = isDenied
      state.keepsAttributes = keepsAttributes
    }
  }

  /// Serves the same world as `org.bluez` on a message bus, where any program can meet it.
  ///
  /// Only for a live world; the bus must let this program own the name.
  public func serve(onBus address: String) {
    shared.withLock { $0.buses.append(.address(address)) }
    loop.execute { [self] in
      shared.withLock { $0.daemon }?.serve(on: .address(address))
    }
  }

  /// What went over the daemon's bus so far, one line a call, reply or signal.
  public var transcript: [String] { log.lines }

  // MARK: What happens around the daemon

  func note(_ line: String) { log.add(line) }

  func setPower(_ isPowered: Bool, of adapter: SimulatedAdapter) {
    adapter.shared.withLock { $0.isPowered = isPowered }
    feed { $0.setPower(isPowered, of: adapter.path) }
  }

  func dropLink(of peripheral: SimulatedPeripheral) {
    loop.execute { [self] in
      shared.withLock { $0.daemon }?.feed { $0.drop(peripheral) }
      // The link of a daemon that was killed is the kernel's.
      peripheral.lose(link: peripheral.link)
    }
  }

  func notify(
    _ data: Octets, from characteristic: SimulatedCharacteristic,
    of peripheral: SimulatedPeripheral
  ) {
    feed { $0.notified(data, from: characteristic, of: peripheral) }
  }

  private func feed(_ event: @escaping @Sendable (inout DaemonState) -> Void) {
    loop.execute { [self] in shared.withLock { $0.daemon }?.feed(event) }
  }
}
