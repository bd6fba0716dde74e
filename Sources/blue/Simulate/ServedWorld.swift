import BlueZSimulator
import DBus
import Futures
import Profiles

/// A world that clients can meet on a bus.
final class ServedWorld: Sendable {
  private let document: WorldDocument
  private let bus: PrivateBus
  private let world: SimulatedBlueZ
  private let watcher: Connection

  /// Serves it, and returns when its name is on the bus; what its centrals do is noted.
  init(
    _ document: WorldDocument, on bus: PrivateBus, transcript: TranscriptFile? = nil,
    note: @escaping @Sendable (String) -> Void
  ) throws {
    self.document = document
    self.bus = bus
    world = SimulatedBlueZ.live()
    world.onCentral(note)
    if let transcript {
      world.onTranscript { [weak world] line in
        guard let problem = transcript.add(line) else { return }
        world?.onTranscript(nil)
        note("blue: \(problem)")
      }
    }
    world.add(document)
    let owned = Promise<Void>()
    watcher = Connection(.address(bus.address), loop: BusThread(), name: "watcher") { event in
      switch event {
      case .nameOwnerChanged(_, _, .some): owned.success()
      case .openFailed(let error), .lost(let error): owned.failure(error)
      default: break
      }
    }
    watcher.watchName("org.bluez")
    watcher.open()
    world.serve(onBus: bus.address)
    do {
      try owned.future.wait(timeout: .seconds(20))
      // Nobody reads it from now on.
      world.transcriptLimit = 1
    } catch {
      end()
      let reason = world.transcript.last { $0.hasPrefix("the ") } ?? "\(error)"
      throw Failure("notServed", "the world is not on the bus: \(reason)")
    }
  }

  /// Takes it from the bus, and ends the bus.
  func end() {
    watcher.close()
    world.killDaemon()
    bus.end()
  }

  /// What the user has to export.
  func greeting(asJSON: Bool) -> String {
    guard asJSON else { return "\(PrivateBus.variable)=\(bus.address)" }
    let json: ProfileJSON = [
      "address": .string(bus.address),
      "adapters": .number(ProfileDecimal(significand: Int128(document.adapterCount))),
      "centrals": .number(ProfileDecimal(significand: Int128(document.centralCount))),
      "peripherals": .number(ProfileDecimal(significand: Int128(document.peripheralCount))),
    ]
    return json.description
  }

  /// Throws if the bus is gone.
  func check() throws {
    guard !bus.hasEnded else {
      throw Failure("busLost", "the message bus has ended")
    }
  }
}
