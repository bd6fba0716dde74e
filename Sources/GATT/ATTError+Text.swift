extension ATTError: CustomStringConvertible {
  /// The name that the specification gives to the code.
  public var name: String {
    known?.name ?? family
  }

  /// What the error means and what a client can do about it.
  public var text: String {
    known?.text ?? familyText
  }

  /// The code, its name and its text in one line.
  public var description: String {
    "ATT error 0x\(hex(code, width: 2)) (\(name)): \(text)"
  }

  private var family: String {
    switch code {
    case 0x80...0x9F: "Application Error"
    case 0xE0...0xFF: "Common Profile Error"
    default: "Reserved Error"
    }
  }

  private var familyText: String {
    switch code {
    case 0x80...0x9F: "the service's own specification says what this code means"
    case 0xE0...0xFF: "a code for all profiles that is not assigned yet"
    default: "a code that no specification defines; the peripheral may be newer, or faulty"
    }
  }

  private var known: (name: String, text: String)? {
    switch code {
    case 0x01:
      ("Invalid Handle", "the attribute does not exist; discover the services again")
    case 0x02: ("Read Not Permitted", "the attribute cannot be read")
    case 0x03: ("Write Not Permitted", "the attribute cannot be written")
    case 0x04: ("Invalid PDU", "the request was malformed")
    case 0x05: ("Insufficient Authentication", "pair with the peripheral first")
    case 0x06: ("Request Not Supported", "the peripheral does not know this kind of request")
    case 0x07: ("Invalid Offset", "the offset is past the end of the value")
    case 0x08:
      ("Insufficient Authorization", "the peripheral has to authorize this client first")
    case 0x09: ("Prepare Queue Full", "too many prepared writes are queued; execute them first")
    case 0x0A: ("Attribute Not Found", "no attribute of that type is in the range")
    case 0x0B: ("Attribute Not Long", "the value cannot be read in parts; read it whole")
    case 0x0C:
      (
        "Encryption Key Size Too Short",
        "the link's key is shorter than the attribute demands; pair again with a longer one"
      )
    case 0x0D:
      ("Invalid Attribute Value Length", "the value is too long or too short for the attribute")
    case 0x0E: ("Unlikely Error", "the peripheral failed in a way it could not explain")
    case 0x0F: ("Insufficient Encryption", "the link has to be encrypted; pair first")
    case 0x10: ("Unsupported Group Type", "the attribute type does not group other attributes")
    case 0x11: ("Insufficient Resources", "the peripheral lacks resources; try again later")
    case 0x12:
      ("Database Out Of Sync", "the peripheral's services changed; discover them again")
    case 0x13: ("Value Not Allowed", "the attribute does not take this value")
    case 0xFC: ("Write Request Rejected", "the peripheral cannot fulfil the write now")
    case 0xFD:
      (
        "Client Characteristic Configuration Descriptor Improperly Configured",
        "subscribe to the characteristic as its profile demands, then try again"
      )
    case 0xFE:
      ("Procedure Already in Progress", "wait for the procedure that was started before")
    case 0xFF: ("Out of Range", "the value is outside the range that the profile defines")
    default: nil
    }
  }
}
