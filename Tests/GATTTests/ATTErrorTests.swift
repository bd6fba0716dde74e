import GATT
import Testing

@Test(
  arguments: [
    (0x01, "Invalid Handle"), (0x02, "Read Not Permitted"), (0x03, "Write Not Permitted"),
    (0x04, "Invalid PDU"), (0x05, "Insufficient Authentication"), (0x06, "Request Not Supported"),
    (0x07, "Invalid Offset"), (0x08, "Insufficient Authorization"), (0x09, "Prepare Queue Full"),
    (0x0A, "Attribute Not Found"), (0x0B, "Attribute Not Long"),
    (0x0C, "Encryption Key Size Too Short"), (0x0D, "Invalid Attribute Value Length"),
    (0x0E, "Unlikely Error"), (0x0F, "Insufficient Encryption"), (0x10, "Unsupported Group Type"),
    (0x11, "Insufficient Resources"), (0x12, "Database Out Of Sync"), (0x13, "Value Not Allowed"),
    (0x00, "Reserved Error"), (0x14, "Reserved Error"), (0x7F, "Reserved Error"),
    (0x80, "Application Error"), (0x9F, "Application Error"), (0xA0, "Reserved Error"),
    (0xDF, "Reserved Error"), (0xE0, "Common Profile Error"), (0xFB, "Common Profile Error"),
    (0xFC, "Write Request Rejected"),
    (0xFD, "Client Characteristic Configuration Descriptor Improperly Configured"),
    (0xFE, "Procedure Already in Progress"), (0xFF, "Out of Range"),
  ] as [(UInt8, String)])
func `each code has the specification's name`(_ code: UInt8, _ name: String) {
  #expect(ATTError(code: code).name == name)
}

@Test func `an error says its code, name and what to do`() {
  #expect(
    ATTError.insufficientEncryption.description
      == "ATT error 0x0F (Insufficient Encryption): the link has to be encrypted; pair first")
  #expect(
    ATTError(code: 0x81).description
      == "ATT error 0x81 (Application Error): the service's own specification says what this "
      + "code means")
  #expect(
    ATTError(code: 0xE1).description
      == "ATT error 0xE1 (Common Profile Error): a code for all profiles that is not assigned yet")
  #expect(
    ATTError(code: 0x00).description
      == "ATT error 0x00 (Reserved Error): a code that no specification defines; the peripheral "
      + "may be newer, or faulty")
}

@Test func `every code has a text`() {
  for code in UInt8.min...UInt8.max {
    #expect(!ATTError(code: code).text.isEmpty)
  }
}

@Test func `an error of any static type matches by its code`() {
  struct Other: Error {}
  func name(_ error: any Error) -> String {
    switch error {
    case ATTError.readNotPermitted: "read"
    case ATTError.outOfRange: "range"
    default: "other"
    }
  }
  #expect(name(ATTError(code: 0x02)) == "read")
  #expect(name(ATTError(code: 0xFF)) == "range")
  #expect(name(ATTError(code: 0x03)) == "other")
  #expect(name(Other()) == "other")
  switch ATTError(code: 0x03) {
  case .writeNotPermitted: break
  default: Issue.record("a known type does not match")
  }
}

@Test func `application codes are 0x80 to 0x9F`() {
  for code in UInt8.min...UInt8.max {
    let isApplication = (0x80...0x9F).contains(code)
    #expect((ATTError.application(code) != nil) == isApplication)
    #expect(ATTError(code: code).isApplicationError == isApplication)
    #expect(ATTError(code: code).isCommonProfileError == (code >= 0xE0))
  }
}
