import Profiles

extension JSONNode {
  /// How a device pairs.
  var pairing: SimulatedPairing {
    get throws(ProfileError) {
      try checkMembers(["capability", "passkey", "pin", "refused"])
      var pairing = SimulatedPairing.justWorks
      if let capability = optional("capability") { pairing.capability = try capability.capability }
      if let passkey = optional("passkey") {
        pairing.passkey = UInt32(try passkey.whole(in: 0...999_999))
      }
      if let pin = optional("pin") {
        let text = try pin.text
        guard let usable = SimulatedPairing.usable(pin: text), usable == text else {
          throw pin.error(allowed: "a PIN of 1 to 16 octets without NUL")
        }
        pairing.pin = usable
      }
      pairing.isRefused = try optional("refused")?.truth ?? false
      return pairing
    }
  }

  private var capability: SimulatedPairing.Capability {
    get throws(ProfileError) {
      guard let capability = SimulatedPairing.Capability(rawValue: try text) else {
        let names = SimulatedPairing.Capability.allCases.map(\.rawValue)
        throw error(allowed: "one of \(names.joined(separator: ", "))")
      }
      return capability
    }
  }
}
