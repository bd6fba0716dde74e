import FoundationEssentials
import GATT
import Profiles
import Testing

private typealias Alerts = BluetoothSIG.AlertNotificationService
private typealias Device = BluetoothSIG.HumanInterfaceDeviceService
private typealias Access = BluetoothSIG.GenericAccessService
private typealias Attributes = BluetoothSIG.GenericAttributeService

private let samples: [GeneralSample] = [
  .init(BluetoothSIG.ImmediateAlertService.level, "02", "{level: \"high\"}"),
  .init(BluetoothSIG.ImmediateAlertService.level, "03", "{level: \"unknown(3)\"}"),
  .init(BluetoothSIG.LinkLossService.level, "01", "{level: \"mild\"}"),
  .init(BluetoothSIG.TxPowerService.level, "FC", "{power_dBm: -4}"),
  .init(Alerts.supportedNewAlerts, "2B03", "{categories: 811}"),
  .init(Alerts.supportedUnreadAlerts, "0200", "{categories: 2}"),
  .init(
    Alerts.newAlert, "010452696368617264", "{category: 1, count: 4, text: \"Richard\"}"),
  .init(Alerts.newAlert, "0300", "{category: 3, count: 0, text: \"\"}"),
  .init(Alerts.unreadAlerts, "0502", "{category: 5, count: 2}"),
  .init(Alerts.unreadAlerts, "05FF", "{category: 5, count: overrun}"),
  .init(Alerts.controlPoint, "00FF", "{command: \"enableNewAlerts\", category: 255}"),
  .init(Device.information, "11010001", "{bcdHID: 273, country: 0, flags: 1}"),
  .init(Device.reportMap, "05010906", "{map: 05010906}"),
  .init(Device.controlPoint, "01", "{command: \"exitSuspend\"}"),
  .init(Device.report, "0102", "{report: 0102}"),
  .init(Device.protocolMode, "01", "{mode: \"report\"}"),
  .init(
    Device.bootKeyboardInput, "0200040500000000",
    "{modifiers: 2, keys: [4, 5, 0, 0, 0, 0]}"),
  .init(Device.bootKeyboardOutput, "02", "{leds: 2}"),
  .init(Device.bootMouseInput, "03FB0F", "{buttons: 3, dx: -5, dy: 15}"),
  .init(Access.deviceName, "426C7565", "{name: \"Blue\"}"),
  .init(Access.appearance, "4103", "{category: 13, subcategory: 1}"),
  .init(
    Access.connectionParameters, "0600280000009001",
    "{minInterval_ms: 7.5, maxInterval_ms: 50, latency: 0, timeout_ms: 4000}"),
  .init(
    Access.connectionParameters, "FFFFFFFF0400FFFF",
    "{minInterval_ms: unspecified, maxInterval_ms: unspecified, latency: 4, "
      + "timeout_ms: unspecified}"),
  .init(Access.addressResolution, "01", "{supported: true}"),
  .init(Attributes.serviceChanged, "0100FFFF", "{startHandle: 1, endHandle: 65535}"),
  .init(
    Attributes.databaseHash, "000102030405060708090A0B0C0D0E0F",
    "{hash: 000102030405060708090A0B0C0D0E0F}"),
]

@Test(arguments: samples)
private func `samples of alerts, input devices and generic services keep the laws`(
  _ sample: GeneralSample
) throws {
  try sample.check()
  let record = try sample.profile.decode(octets(sample.hex))
  #expect(record.description == sample.shown)
}

@Test func `a power outside what radios have is refused`() {
  let layout = BluetoothSIG.TxPowerService.level.layout
  #expect(refusal(layout, "15")?.code == ProfileError.outOfRange)
  #expect(refusal(layout, "9B")?.code == ProfileError.outOfRange)
  #expect(throws: ProfileError.self) { try layout.encode(21) }
}

@Test func `an alert's text has a limit`() throws {
  let long = String(repeating: "x", count: 19)
  #expect(throws: ProfileError.self) {
    try Alerts.newAlert.encode(.init(category: .call, count: 1, text: long))
  }
  let name = try Alerts.newAlert.decode(octets("010452696368617264"))
  #expect(name == .init(category: .email, count: 4, text: "Richard"))
}

@Test func `octets after a mouse's movement are passed over`() throws {
  let value = try Device.bootMouseInput.decode(octets("03FB0F01"))
  #expect(value == .init(buttons: [.primary, .secondary], dx: -5, dy: 15))
  #expect(refusal(Device.bootMouseInput.layout, "03FB")?.field == "dy")
  #expect(throws: ProfileError.self) {
    try Device.bootKeyboardInput.encode(.init(keys: [4]))
  }
}

@Test func `a wish for a connection is read as it is and written in its range`() throws {
  let odd = octets("0000000000000000")
  let value = try Access.connectionParameters.decode(odd)
  #expect(value.minimumInterval == 0)
  #expect(throws: ProfileError.self) { try Access.connectionParameters.encode(value) }
  #expect(Access.Appearance(0x0341) == .init(category: 13, subcategory: 1))
}

@Test func `every initial value of the general services can be published`() throws {
  for service in BluetoothSIG.generalServices {
    for profile in service.characteristics {
      guard let data = try profile.initialData() else { continue }
      #expect(try profile.encode(try profile.decode(data)) == data, "\(profile.name)")
    }
  }
}

@Test func `keyboards and mice need an encrypted link`() {
  for profile in Device().characteristics {
    #expect(profile.permissions.isDisjoint(with: [.readable, .writeable]), "\(profile.name)")
  }
}
