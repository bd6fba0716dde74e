import FoundationEssentials
import GATT
import Profiles
import Testing

private typealias Service = BluetoothSIG.CurrentTimeService
private typealias Update = BluetoothSIG.ReferenceTimeUpdateService

private let samples: [GeneralSample] = [
  .init(
    Service.currentTime, "E907010F0E1E2D032101",
    "{dateTime: \"2025-01-15T14:30:45\", dayOfWeek: 3, fractions256: 33, adjustReason: 1}"),
  .init(Service.localTime, "FC00", "{timeZone_min: -60, dst_min: 0}"),
  .init(Service.localTime, "80FF", "{timeZone_min: unknown, dst_min: unknown}"),
  .init(Service.localTime, "3808", "{timeZone_min: 840, dst_min: 120}"),
  .init(
    Service.reference, "01040A17",
    "{source: \"networkTimeProtocol\", accuracy_s: 0.5, daysSinceUpdate_d: 10, "
      + "hoursSinceUpdate_h: 23}"),
  .init(
    Service.reference, "02FEFFFF",
    "{source: \"satellite\", accuracy_s: outOfRange, daysSinceUpdate_d: overrun, "
      + "hoursSinceUpdate_h: overrun}"),
  .init(Service.dateTime, "E20704110F3300", "{dateTime: \"2018-04-17T15:51:00\"}"),
  .init(Service.dayOfWeek, "07", "{dayOfWeek: 7}"),
  .init(
    Service.dayDateTime, "E907010F0E1E2D03",
    "{dateTime: \"2025-01-15T14:30:45\", dayOfWeek: 3}"),
  .init(
    Service.exactTime, "E907010F0E1E2D0380",
    "{dateTime: \"2025-01-15T14:30:45\", dayOfWeek: 3, fractions256: 128}"),
  .init(Service.daylightSaving, "02", "{offset_min: 30}"),
  .init(Service.daylightSaving, "FF", "{offset_min: unknown}"),
  .init(Service.timeZone, "01", "{offset_min: 15}"),
  .init(Service.timeZone, "80", "{offset_min: unknown}"),
  .init(Service.accuracy, "FD", "{accuracy_s: 31.625}"),
  .init(Service.accuracy, "FF", "{accuracy_s: unknown}"),
  .init(Service.source, "09", "{source: \"unknown(9)\"}"),
  .init(
    BluetoothSIG.NextDSTChangeService.change, "E907031E02000004",
    "{dateTime: \"2025-03-30T02:00:00\", dst_min: 60}"),
  .init(Update.controlPoint, "01", "{command: \"getUpdate\"}"),
  .init(Update.state, "0004", "{state: \"idle\", result: \"timeout\"}"),
]

@Test(arguments: samples)
private func `samples of clocks keep the laws`(_ sample: GeneralSample) throws {
  try sample.check()
  let record = try sample.profile.decode(octets(sample.hex))
  #expect(record.description == sample.shown)
}

@Test func `zones and daylight saving have limits`() throws {
  #expect(refusal(Service.daylightSaving.layout, "11")?.code == ProfileError.outOfRange)
  #expect(refusal(Service.daylightSaving.layout, "01")?.code == ProfileError.outOfRange)
  #expect(refusal(Service.timeZone.layout, "39")?.code == ProfileError.outOfRange)
  #expect(refusal(Service.timeZone.layout, "CF")?.code == ProfileError.outOfRange)
  #expect(try Service.timeZone.decode(octets("D0")) == -720)
  #expect(throws: ProfileError.self) { try Service.timeZone.encode(20) }
  #expect(throws: ProfileError.self) { try Service.timeZone.encode(855) }
  #expect(throws: ProfileError.self) { try Service.daylightSaving.encode(15) }
  #expect(refusal(Service.reference.layout, "01040A18")?.code == ProfileError.outOfRange)
  #expect(throws: ProfileError.self) { try Service.accuracy.encode(31.75) }
}

@Test func `the parts of a time are listed where they are asked for`() {
  #expect(Service().characteristics.map(\.uuid.short16) == [0x2A2B, 0x2A0F, 0x2A14])
  #expect(Service(listingParts: true).characteristics.count == 11)
}
