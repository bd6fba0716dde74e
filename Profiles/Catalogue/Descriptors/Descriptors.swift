import GATT

/// The values of the descriptors that the Bluetooth SIG defines.
public enum Descriptors {
  /// All descriptors of the catalogue.
  public static let all = [
    PayloadProfile(
      "Characteristic Extended Properties", .descriptor(0x2900), ExtendedProperties.self),
    PayloadProfile(
      "Characteristic User Description", .descriptor(0x2901),
      layout: Layout<String>.single(.utf8(), name: "text").dynamic),
    PayloadProfile(
      "Client Characteristic Configuration", .descriptor(0x2902), ClientConfiguration.self),
    PayloadProfile(
      "Server Characteristic Configuration", .descriptor(0x2903), ServerConfiguration.self),
    PayloadProfile(
      "Characteristic Presentation Format", .descriptor(0x2904), PresentationFormat.self),
    PayloadProfile(
      "Characteristic Aggregate Format", .descriptor(0x2905),
      layout: Layout<[UInt16]>.single(.toEnd(.uint16()), name: "handles").dynamic),
    PayloadProfile("Valid Range", .descriptor(0x2906), ValidRange.self),
    PayloadProfile("External Report Reference", .descriptor(0x2907), ReportSource.self),
    PayloadProfile("Report Reference", .descriptor(0x2908), ReportReference.self),
    PayloadProfile(
      "Number of Digitals", .descriptor(0x2909),
      layout: Layout<UInt8>.single(.uint8(), name: "count").dynamic),
    PayloadProfile("Value Trigger Setting", .descriptor(0x290A), ValueTrigger.self),
    PayloadProfile("Environmental Sensing Configuration", .descriptor(0x290B), TriggerLogic.self),
    PayloadProfile("Environmental Sensing Measurement", .descriptor(0x290C), SensorFacts.self),
    PayloadProfile("Environmental Sensing Trigger Setting", .descriptor(0x290D), Trigger.self),
  ]
}
