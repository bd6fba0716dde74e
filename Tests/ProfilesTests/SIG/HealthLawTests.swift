import FoundationEssentials
import GATT
import Profiles
import Testing

/// A characteristic with samples in canonical octets, to which those of the vectors are added.
private struct Samples: Sendable, CustomTestStringConvertible {
  let service: BluetoothUUID
  let uuid: BluetoothUUID
  let testDescription: String
  let check: @Sendable () throws -> Void

  init<Service: ServiceProfile, Value>(
    _ service: Service, _ profile: CharacteristicProfile<Value>, _ own: String...,
    texts: Bool = true
  ) {
    self.service = service.uuid
    uuid = profile.uuid
    testDescription = profile.name
    let vectors = ProfileVector.all.filter {
      $0.roundtrip == true && BluetoothUUID($0.uuid) == profile.uuid
        && BluetoothUUID($0.service) == service.uuid
    }
    check = {
      for hex in own + vectors.map(\.hex) {
        try holdsLaws(profile.layout, hex, texts: texts)
      }
    }
  }
}

private let samples: [Samples] = sensors + glucose + scales + users

private let sensors: [Samples] = {
  let heart = BluetoothSIG.HeartRateService()
  let battery = BluetoothSIG.BatteryService()
  let device = BluetoothSIG.DeviceInformationService()
  let thermometer = BluetoothSIG.HealthThermometerService()
  let pressure = BluetoothSIG.BloodPressureService()
  let oximeter = BluetoothSIG.PulseOximeterService()
  return [
    Samples(heart, heart.measurement, "1E48E803A002"), Samples(heart, heart.location, "09"),
    Samples(heart, heart.controlPoint, "01"),
    Samples(battery, battery.level, "00"), Samples(battery, battery.status, "00FF7F", "0601005A02"),
    Samples(device, device.manufacturerName, "5449"), Samples(device, device.modelNumber, ""),
    Samples(device, device.serialNumber, "C3A9"), Samples(device, device.hardwareRevision, "31"),
    Samples(device, device.firmwareRevision, "312E34"),
    Samples(device, device.softwareRevision, "41"), Samples(device, device.systemID),
    Samples(device, device.certification, "FE00", "020130780041", "010180FF", "FE003031"),
    Samples(device, device.pnpID),
    Samples(thermometer, thermometer.measurement, "016A0300FF", "0600000080DC070C050B321B04"),
    Samples(thermometer, thermometer.type, "02"),
    Samples(thermometer, thermometer.intermediate, "00B00E00FE"),
    Samples(thermometer, thermometer.interval, "0000"),
    Samples(
      pressure, pressure.measurement, "08780050005A00FF", "1F780050005A00E407010100000046F0022000"),
    Samples(
      pressure, pressure.cuffPressure, "007800FF07FF07", "1F6FF0FF07FF07E40701010000003C00011200"),
    Samples(pressure, pressure.feature, "FF01"),
    Samples(
      pressure, pressure.enhancedMeasurement, "00780050005A00",
      "7F780050005A0080A4E92D4600FF020090A4E92D"),
    Samples(oximeter, oximeter.spotCheck, "1062004600"),
    Samples(oximeter, oximeter.continuous, "1F620046006300470061004500200000000057F0"),
    Samples(oximeter, oximeter.features, "0000"),
    Samples(oximeter, oximeter.recordAccess, "0101"),
  ]
}()

private let glucose: [Samples] = {
  let meter = BluetoothSIG.GlucoseService()
  let monitor = BluetoothSIG.ContinuousGlucoseService()
  return [
    Samples(meter, meter.measurement, "060100E307021B0B0A1E1EB0F2"),
    Samples(
      meter, meter.context, "080100FFFF64", "100100010AF0", "FF0000B303640004123C003204D2F459F1"),
    Samples(meter, meter.features, "FF07"),
    Samples(
      meter, meter.recordAccess, "0101", "0105", "0106", "0102010A00", "0103010A00",
      "0104010A001400", "040402E907050A0A1E00E907060A0A1E00", "040202E907050A0A1E00", "0300",
      "09AA"),
    Samples(monitor, monitor.measurement, texts: false),
    Samples(monitor, monitor.feature, "00000059FFFF"),
    Samples(monitor, monitor.status, "0500010203"),
    Samples(
      monitor, monitor.sessionStartTime, "E907050A0A1E000404", "E907050A0A1E0080FF",
      "E907050A0A1E00F400"),
    Samples(monitor, monitor.sessionRunTime, "5001"),
    Samples(monitor, monitor.recordAccess, "0103010A00", "0104010A001400"),
    Samples(
      monitor, monitor.controlPoint, "0105", "02", "03FF", "0478000500110A00010000", "05FFFF",
      "0678000500110A00010004", "08", "07B400", "0D3700", "11", "18F0FF",
      "19", "1A", "1B", "1C0101", "1D00FF"),
  ]
}()

private let scales: [Samples] = {
  let scale = BluetoothSIG.WeightScaleService()
  let composition = BluetoothSIG.BodyCompositionService()
  return [
    Samples(scale, scale.features, "FF030000", "00000000"),
    Samples(
      scale, scale.measurement, "0EB036E407010100000002DC00EA06", "0FB036E4070101000000FFDC00BC02",
      "01FFFF"),
    Samples(composition, composition.features, "FFFF0300"),
    Samples(
      composition, composition.measurement, "0000FFFF", "0010FFFF",
      "FF1F7800E4070101000000014006C800B80BB80BB80BB80B8813FFFFBC02"),
  ]
}()

private let users: [Samples] = {
  let user = BluetoothSIG.UserDataService()
  return [
    Samples(user, user.firstName, "416461"), Samples(user, user.middleName, ""),
    Samples(user, user.lastName, "C3A9"), Samples(user, user.emailAddress, "614062"),
    Samples(user, user.language, "656E"), Samples(user, user.age, "2A"),
    Samples(user, user.dateOfBirth, "BC070C0A", "00000000"), Samples(user, user.gender, "02", "03"),
    Samples(user, user.weight, "B036"), Samples(user, user.height, "AF00"),
    Samples(user, user.highResolutionHeight, "5C44"),
    Samples(user, user.waistCircumference, "5000"), Samples(user, user.hipCircumference, "5A00"),
    Samples(user, user.strideLength, "EE02"), Samples(user, user.maximalOxygenUptake, "2D"),
    Samples(user, user.caloricIntake, "D007"), Samples(user, user.sedentaryInterval, "100E"),
    Samples(
      user, user.activityGoal, "00", "01D007", "7FD007102700881300640000881300100E00080700"),
    Samples(user, user.heartRateMax, "B4"), Samples(user, user.restingHeartRate, "3C"),
    Samples(user, user.maximumRecommendedHeartRate, "B4"),
    Samples(user, user.aerobicThreshold, "78"), Samples(user, user.anaerobicThreshold, "A0"),
    Samples(user, user.thresholdAssessmentDate, "E907050A"),
    Samples(user, user.fatBurnLowerLimit, "64"), Samples(user, user.fatBurnUpperLimit, "78"),
    Samples(user, user.aerobicLowerLimit, "78"), Samples(user, user.aerobicUpperLimit, "8C"),
    Samples(user, user.anaerobicLowerLimit, "8C"), Samples(user, user.anaerobicUpperLimit, "A0"),
    Samples(user, user.fiveZoneLimits, "64788CA0"), Samples(user, user.fourZoneLimits, "788CA0"),
    Samples(user, user.threeZoneLimits, "788C"), Samples(user, user.twoZoneLimit, "78"),
    Samples(user, user.databaseChangeIncrement, "01000000"), Samples(user, user.userIndex, "FF"),
    Samples(
      user, user.controlPoint, "010F27", "02010F27", "03", "20010103", "200201", "200102", "04"),
  ]
}()

@Test(arguments: samples)
private func `a characteristic of a health service keeps the laws`(_ samples: Samples) throws {
  try samples.check()
}

@Test func `every characteristic of the health services has samples`() {
  for service in BluetoothSIG.healthServices {
    for profile in service.characteristics {
      #expect(
        samples.contains { $0.service == service.uuid && $0.uuid == profile.uuid },
        "\(profile.name) of \(service.name)")
    }
    let listed = samples.filter { $0.service == service.uuid }.map(\.uuid)
    #expect(listed.count == service.characteristics.count)
  }
}

@Test func `the health services agree with the assigned names and publish their first values`()
  throws
{
  for service in BluetoothSIG.healthServices {
    #expect(AssignedName.service(service.uuid)?.name.hasPrefix(service.name) == true)
    for profile in service.characteristics {
      #expect(
        AssignedName.characteristic(profile.uuid)?.name.hasPrefix(profile.name) == true)
      if let data = try profile.initialData() { _ = try profile.decode(data) }
      #expect(profile.schema.isEmpty == false)
    }
  }
}
