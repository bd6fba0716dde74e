public import FoundationEssentials

/// The end of one link.
public struct Disconnection: Sendable, CustomStringConvertible {
  /// The peripheral whose link ended.
  public let peripheral: Peripheral
  /// Why it ended.
  public let reason: DisconnectReason
  /// The failure that the peripheral's streams were told.
  public let error: CentralError
  /// How long requests could be made.
  public let duration: Duration
  /// When it ended, by this machine's clock.
  public let date: Date

  /// The peripheral, and how long the link was there.
  public var description: String { "\(peripheral): \(reason), after \(duration)" }
}
