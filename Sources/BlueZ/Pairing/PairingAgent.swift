public import Futures

/// Answers for a person while devices pair: what can be shown and typed here, and by whom.
///
/// For one pairing it is given to `Peripheral.pair`, for all of them to
/// ``Session/setDefaultAgent(_:)``. Questions are put one at a time for each device, on the
/// session's context. A failed or forgotten answer, one of another kind than the question, and one
/// that does not come in time reject. When the daemon takes a question back, or when the pairing
/// ends, the answer's future is cancelled.
///
/// ```swift
/// let agent = PairingAgent(.keyboardDisplay) { question in
///   switch question.kind {
///   case .confirm(let passkey): askPerson("Is it \(passkey)?").map { $0 ? .accept : .reject }
///   case .enterPasskey: askPersonForNumber().map { .passkey($0) }
///   default: Future(value: .reject)
///   }
/// }
/// ```
public struct PairingAgent: Sendable {
  /// What can be shown and typed here (Core specification, Vol 3 Part H 2.3.2).
  ///
  /// Together with what the device can do it decides which question is asked. The raw values are
  /// BlueZ's.
  public enum Capability: String, Hashable, Sendable, CaseIterable {
    /// A number can be shown.
    case displayOnly = "DisplayOnly"
    /// A number can be shown, and yes and no can be said.
    case displayYesNo = "DisplayYesNo"
    /// A number can be typed.
    case keyboardOnly = "KeyboardOnly"
    /// Neither: whoever is in reach may listen while the keys are made.
    case noInputNoOutput = "NoInputNoOutput"
    /// A number can be shown and typed.
    case keyboardDisplay = "KeyboardDisplay"
  }

  /// Just under the 60 s that the daemon waits (BlueZ `src/agent.c`, REQUEST_TIMEOUT).
  public static let standardAnswerTimeout: Duration = .seconds(55)

  /// What can be shown and typed here.
  public let capability: Capability
  /// How long a question waits for its answer before it is rejected.
  public let answerTimeout: Duration
  package let ask: @Sendable (PairingQuestion) -> Future<PairingAnswer>

  /// Makes an agent whose answers are futures.
  /// - Parameters:
  ///   - capability: what can be shown and typed.
  ///   - answerTimeout: how long a person may take; the daemon waits 60 s.
  ///   - answer: gives the answer, or the promise of one; the answer to something that is only
  ///     shown goes nowhere.
  public init(
    _ capability: Capability, answerTimeout: Duration = standardAnswerTimeout,
    answer: @escaping @Sendable (PairingQuestion) -> Future<PairingAnswer>
  ) {
    self.capability = capability
    self.answerTimeout = answerTimeout
    ask = answer
  }

  /// Makes an agent whose answers come from an asynchronous function.
  ///
  /// Its task is cancelled when the daemon takes the question back.
  /// - Parameters:
  ///   - capability: what can be shown and typed.
  ///   - answerTimeout: how long a person may take; the daemon waits 60 s.
  ///   - asyncAnswer: gives the answer; throwing rejects.
  public init(
    _ capability: Capability, answerTimeout: Duration = standardAnswerTimeout,
    asyncAnswer: @escaping @Sendable (PairingQuestion) async throws -> PairingAnswer
  ) {
    self.init(capability, answerTimeout: answerTimeout) { question in
      Future { try await asyncAnswer(question) }
    }
  }

  /// Pairs without a person, and with nobody but the device that was asked for.
  public static let justWorks = PairingAgent(.noInputNoOutput) { question in
    Future(value: question.kind == .authorize ? .accept : .reject)
  }

  /// Types a number that is known beforehand, such as one printed on the device.
  public static func passkey(_ passkey: Passkey) -> PairingAgent {
    PairingAgent(.keyboardOnly) { question in
      switch question.kind {
      case .enterPasskey: Future(value: .passkey(passkey))
      case .enterPIN: Future(value: .pin(passkey.description))
      // The device may have no display, and then there is nothing to compare with.
      default: Future(value: .reject)
      }
    }
  }
}
