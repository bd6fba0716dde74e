import FoundationEssentials
import GATT
import Profiles
import Testing

/// A sample of a characteristic: octets that it accepts and gives back, and what they mean.
struct GeneralSample: CustomTestStringConvertible, Sendable {
  let check: @Sendable () throws -> Void
  let profile: AnyCharacteristicProfile
  let hex: String
  let shown: String
  let context: ProfileContext

  init<Value: Sendable>(
    _ profile: CharacteristicProfile<Value>, _ hex: String, _ shown: String,
    context: ProfileContext = [:], texts: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.profile = AnyCharacteristicProfile(profile)
    self.hex = hex
    self.shown = shown
    self.context = context
    check = {
      try holdsLaws(
        profile.layout, hex, context: context, texts: texts, sourceLocation: sourceLocation)
    }
  }

  var testDescription: String { "\(profile.name) \(hex)" }
}
