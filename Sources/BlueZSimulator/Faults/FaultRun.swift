import DBus
import Futures

/// The running of one script; everything happens on the world's loop.
final class FaultRun: Sendable {
  /// The call that a script is about, and the daemon that it came to.
  struct Subject: Sendable {
    let call: MethodCall
    let client: Client
    let daemon: SimulatedDaemon
  }

  typealias Answer = Result<[Value], DaemonError>

  private struct Shared {
    var steps: ArraySlice<SimulatedStep>
    /// What the daemon answered, while the script holds it back.
    var held: Answer?
    /// The daemon's answer passes as it comes.
    var isPassing = false
    var isServed = false
    var isDecided = false
  }

  private let subject: Subject?
  private weak let world: SimulatedBlueZ?
  private let shared: Lock<Shared>

  init(_ steps: [SimulatedStep], on subject: Subject? = nil, in world: SimulatedBlueZ) {
    self.subject = subject
    self.world = world
    shared = Lock(Shared(steps: steps[...]))
  }

  /// Takes steps until one has to be waited for.
  func go() {
    while let step = shared.withLock({ $0.steps.popFirst() }) {
      guard take(step) else { return }
    }
  }

  /// The daemon's answer is ready; true if it may pass.
  func answered(_ answer: Answer) -> Bool {
    shared.withLock { shared in
      if shared.isPassing, !shared.isDecided {
        shared.isDecided = true
        return true
      }
      shared.held = answer
      return false
    }
  }

  /// Takes a step; false if the rest waits for something.
  private func take(_ step: SimulatedStep) -> Bool {
    switch step.kind {
    case .wait(let duration):
      guard let world else { return false }
      _ = world.loop.schedule(after: duration) { self.go() }
      return false
    case .serve:
      return !serve()
    case .answer:
      return answer()
    case .fail(let name, let text):
      decide(.failure(DaemonError(name: name, text: text)))
    case .answerNever:
      shared.withLock { $0.isDecided = true }
      if let subject { subject.daemon.keep(subject.call) }
    default:
      if let world { step.act(in: world, on: subject) }
    }
    return true
  }

  /// Hands the call to the daemon once; false if there is nothing to wait for.
  private func serve() -> Bool {
    guard let subject else { return false }
    let isFirst = shared.withLock { shared in
      defer { shared.isServed = true }
      return !shared.isServed && !shared.isDecided
    }
    guard isFirst else { return false }
    subject.daemon.serve(subject.call, from: subject.client, for: self)
    return true
  }

  private func answer() -> Bool {
    if let held = shared.withLock({ $0.held }) {
      decide(held)
      return true
    }
    shared.withLock { $0.isPassing = true }
    return !serve()
  }

  private func decide(_ answer: Answer) {
    guard let subject else { return }
    let isFirst = shared.withLock { shared in
      defer { shared.isDecided = true }
      return !shared.isDecided
    }
    if isFirst { subject.daemon.send(answer, to: subject.call) }
  }
}
