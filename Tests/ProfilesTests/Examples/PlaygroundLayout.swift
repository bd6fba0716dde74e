import GATT
import Profiles
import Testing

// snippet: layout
struct Tilt: ProfileValue, Hashable {
  var x: Double
  var y: Double

  static let profileLayout = Layout<Tilt>(Tilt.init(x:y:)) {
    Field("x", \.x, .int8(scale: 1.0 / 64), unit: .standardGravity)
    Field("y", \.y, .int8(scale: 1.0 / 64), unit: .standardGravity)
  }

  static let profile = CharacteristicProfile<Tilt>(
    "Accelerometer Data", uuid: BluetoothUUID(0xAA11, base: TISensorTag.base),
    properties: [.read, .notify], initialValue: Tilt(x: 0, y: 0))
}
// snippet: end

@Test func `the same characteristic as a layout`() throws {
  try holdsLaws(Tilt.profile.layout, "C020")
  #expect(try Tilt.profile.value(from: ["x": "-1 g", "y": "0.5"]) == Tilt(x: -1, y: 0.5))
}
