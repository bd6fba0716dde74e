import BlueFutures
import BlueZSimulator

/// The daemon that the reader talks to, real or simulated.
struct World {
  let manager: CentralManager
  /// Kept as long as it is talked to.
  private let simulator: SimulatedBlueZ?

  init(_ source: Options.Source, note: (String) -> Void) {
    switch source {
    case .system(let adapter):
      self.init(manager: CentralManager(session: .system(), adapter: adapter))
    case .simulator:
      self.init(simulator: Self.sensorTag())
    case .automatic:
      let system = CentralManager(session: .system())
      let state = Result { try system.whenStateChanges().first().wait(timeout: .seconds(5)) }
      switch state {
      case .success(.poweredOn), .success(.poweredOff):
        self.init(manager: system)
      case .success(let state):
        note("\(state)")
        self.init(insteadNoting: note)
      case .failure(FuturesError.timeout):
        note("the Bluetooth daemon did not answer within 5 s: look at `journalctl -u bluetooth`")
        self.init(insteadNoting: note)
      case .failure(let error):
        note("\(error)")
        self.init(insteadNoting: note)
      }
    }
  }

  private init(insteadNoting note: (String) -> Void) {
    note("reading a simulated SensorTag instead")
    self.init(simulator: Self.sensorTag())
  }

  private init(manager: CentralManager) {
    self.manager = manager
    simulator = nil
  }

  private init(simulator: SimulatedBlueZ) {
    self.simulator = simulator
    manager = CentralManager(session: simulator.session())
  }

  private static func sensorTag() -> SimulatedBlueZ {
    let simulator = SimulatedBlueZ.live()
    simulator.addAdapter().add(.sensorTag())
    return simulator
  }
}
