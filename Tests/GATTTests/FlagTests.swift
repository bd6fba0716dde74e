import GATT
import Testing

@Test(arguments: [
  "broadcast", "read", "write-without-response", "write", "notify", "indicate",
  "authenticated-signed-writes", "extended-properties", "reliable-write", "writable-auxiliaries",
])
func `each property has one bit and BlueZ's name both ways`(_ flag: String) {
  let property = CharacteristicProperties(flags: [flag])
  #expect(property.rawValue.nonzeroBitCount == 1)
  #expect(property.flags == [flag])
}

@Test func `properties have the bits of the characteristic declaration`() {
  #expect(CharacteristicProperties(rawValue: 0x12) == [.read, .notify])
  #expect(CharacteristicProperties(rawValue: 0xFF).flags.count == 8)
  #expect(CharacteristicProperties(rawValue: 0x12).description == "read, notify")
  #expect(CharacteristicProperties(flags: []).flags == [])
}

@Test(arguments: [
  "read", "write", "encrypt-read", "encrypt-write", "encrypt-notify", "encrypt-indicate",
  "encrypt-authenticated-read", "encrypt-authenticated-write", "encrypt-authenticated-notify",
  "encrypt-authenticated-indicate", "secure-read", "secure-write", "secure-notify",
  "secure-indicate", "authorize",
])
func `each permission has one bit and BlueZ's name both ways`(_ flag: String) {
  let permission = AttributePermissions(flags: [flag])
  #expect(permission.rawValue.nonzeroBitCount == 1)
  #expect(permission.flags == [flag])
}

@Test func `BlueZ's flags divide into properties and permissions`() {
  let flags = ["read", "notify", "encrypt-read", "secure-notify", "made-up"]
  #expect(CharacteristicProperties(flags: flags).flags == ["read", "notify"])
  let permissions = AttributePermissions(flags: flags)
  #expect(permissions.flags == ["read", "encrypt-read", "secure-notify"])
  #expect(permissions.securityFlags == ["encrypt-read", "secure-notify"])
  #expect(permissions.description == "read, encrypt-read, secure-notify")
}
