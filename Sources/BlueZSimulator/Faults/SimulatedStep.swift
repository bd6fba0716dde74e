/// One step of a script that makes something go wrong.
///
/// A script about a call is a list of steps. Those before the answer happen when the call comes,
/// those after it when the answer is on the bus. ``serve`` divides the two halves of a call: the
/// daemon does what it was asked, and the answer waits.
///
/// ```swift
/// [.wait(.seconds(30)), .answer]      // served and answered late
/// [.serve, .dropLink(), .answer]      // done, then the link is lost, then the answer comes
/// [.answer, .dropLink()]              // answered, and the link is lost behind it
/// ```
///
/// A script without an answer ends with ``answer``. In scripts that run by time, steps that
/// answer do nothing.
public struct SimulatedStep: Sendable {
  enum Kind: Sendable {
    case wait(Duration)
    case serve
    case answer
    case fail(String, String)
    case answerNever
    case dropLink(SimulatedPeripheral?)
    case removeObject(String?)
    case emit(SimulatedSignal, isForeign: Bool)
    case killDaemon
    case startDaemon(renumbersAttributes: Bool)
    case unplug(SimulatedAdapter?)
    case plugIn(SimulatedAdapter?, index: UInt8?)
    case setPower(Bool, SimulatedAdapter?)
    case fillSockets(Bool)
    case perform(@Sendable () -> Void)
  }

  let kind: Kind

  /// Whether it decides what becomes of the call.
  var isOutcome: Bool {
    switch kind {
    case .answer, .fail, .answerNever: true
    default: false
    }
  }
}

// MARK: The call

extension SimulatedStep {
  /// Lets time go by before the next step.
  public static func wait(_ duration: Duration) -> SimulatedStep {
    SimulatedStep(kind: .wait(duration))
  }

  /// Lets the daemon do what it was asked, and goes on when its answer is ready, which waits.
  public static let serve = SimulatedStep(kind: .serve)

  /// Gives the daemon's answer; the call is served now if it was not before.
  public static let answer = SimulatedStep(kind: .answer)

  /// Refuses the call, whether it was served or not.
  ///
  /// - Parameters:
  ///   - name: the error's name; without a dot it is one of `org.bluez.Error`.
  ///   - text: the error's text.
  /// - Returns: the step.
  public static func fail(_ name: String, _ text: String) -> SimulatedStep {
    SimulatedStep(kind: .fail(name.contains(".") ? name : "org.bluez.Error.\(name)", text))
  }

  /// Refuses the call with `org.bluez.Error.Failed`, whether it was served or not.
  public static func fail(_ text: String) -> SimulatedStep { fail("Failed", text) }

  /// Never answers; the caller waits until its own deadline or the daemon's end.
  public static let answerNever = SimulatedStep(kind: .answerNever)
}

// MARK: The world

extension SimulatedStep {
  /// Loses the link of a peripheral; by default that of the call's device, by time all links.
  public static func dropLink(_ peripheral: SimulatedPeripheral? = nil) -> SimulatedStep {
    SimulatedStep(kind: .dropLink(peripheral))
  }

  /// Removes an object with all below it; by default the one that was called.
  public static func removeObject(_ path: String? = nil) -> SimulatedStep {
    SimulatedStep(kind: .removeObject(path))
  }

  /// Sends a signal in the daemon's name.
  public static func emit(_ signal: SimulatedSignal) -> SimulatedStep {
    SimulatedStep(kind: .emit(signal, isForeign: false))
  }

  /// Sends a signal from another program on the bus, which pretends to have the same objects.
  public static func emitForeign(_ signal: SimulatedSignal) -> SimulatedStep {
    SimulatedStep(kind: .emit(signal, isForeign: true))
  }

  /// Ends the daemon as SIGKILL does.
  public static let killDaemon = SimulatedStep(kind: .killDaemon)

  /// Starts the daemon, if none runs, with other paths for all attributes if wanted.
  public static func startDaemon(renumbersAttributes: Bool = false) -> SimulatedStep {
    SimulatedStep(kind: .startDaemon(renumbersAttributes: renumbersAttributes))
  }

  /// Unplugs an adapter; by default the one above the object that was called, by time all.
  public static func unplug(_ adapter: SimulatedAdapter? = nil) -> SimulatedStep {
    SimulatedStep(kind: .unplug(adapter))
  }

  /// Plugs an adapter in again, under another number if wanted; by default the last unplugged.
  public static func plugIn(
    _ adapter: SimulatedAdapter? = nil, index: UInt8? = nil
  ) -> SimulatedStep {
    SimulatedStep(kind: .plugIn(adapter, index: index))
  }

  /// Switches an adapter on or off as rfkill does; by default as with ``unplug(_:)``.
  public static func setPower(
    _ isPowered: Bool, _ adapter: SimulatedAdapter? = nil
  ) -> SimulatedStep {
    SimulatedStep(kind: .setPower(isPowered, adapter))
  }

  /// Lets every acquired socket be full, so that notified values are lost.
  public static let fillSockets = SimulatedStep(kind: .fillSockets(true))

  /// Takes ``fillSockets`` back.
  public static let drainSockets = SimulatedStep(kind: .fillSockets(false))

  /// Does something of one's own.
  public static func perform(_ action: @escaping @Sendable () -> Void) -> SimulatedStep {
    SimulatedStep(kind: .perform(action))
  }
}
